//! What a table without a house shows on one machine: what is under way, and what its viewer sees.

use std::ops::Range;

use super::{Demand, Exposure, PeerTable, SealedChoice};
use crate::game::{Action, Game, Standing};
use crate::lens::{Lens, Viewer};
use crate::sealed::Pen;
use crate::seat::{SeatCount, Seats};
use crate::table::{LogEntry, LoggedEvent};

impl<G: Game> PeerTable<G> {
    /// The demands of the deal or the action that is under way, in the order of the rules.
    pub fn demands(&self) -> &[Demand<G::Face>] {
        self.under_way.as_ref().map_or(&[], |under_way| &under_way.demands)
    }

    /// Which demands have no outcome yet; none if nothing is under way.
    pub fn needs(&self) -> Range<usize> {
        let under_way = self.under_way.as_ref();
        under_way.map_or(0..0, |under_way| under_way.outcomes.len()..under_way.demands.len())
    }

    /// Whether the deal or an action is under way. Until it is done, the table shows the state before it.
    pub const fn is_busy(&self) -> bool {
        self.under_way.is_some()
    }

    /// What this machine's viewer has sealed for the demand with this number, if it is about its choice.
    pub fn choice(&self, number: usize) -> Option<&SealedChoice<G::Face>> {
        let choices = self.under_way.as_ref().map_or(&[][..], |under_way| &under_way.choices);
        choices.iter().find(|(of, _)| *of == number).map(|(_, choice)| choice)
    }

    /// What this machine's viewer truly answers, if the last demand is a question to it and all outcomes before are there.
    pub fn answer(&self) -> Option<bool> {
        self.under_way.as_ref().and_then(|under_way| under_way.answer)
    }

    /// The version of the rules that the table uses.
    pub const fn rules(&self) -> u32 {
        self.rules
    }

    /// The options that the table was set up with.
    pub const fn options(&self) -> &G::Options {
        &self.options
    }

    /// How many seats there are.
    pub const fn seats(&self) -> SeatCount {
        self.seats
    }

    /// Whose machine this is.
    pub const fn viewer(&self) -> Viewer {
        self.knowledge.me()
    }

    /// The public state; `None` until the cards are dealt.
    pub const fn game(&self) -> Option<&G> {
        self.game.as_ref()
    }

    /// The faces that this machine's viewer may see.
    pub const fn lens(&self) -> Lens<'_, G::Face> {
        self.knowledge.lens(self.knowledge.me())
    }

    /// What this machine's viewer sees; `None` until the cards are dealt.
    pub fn view(&self) -> Option<G::View<'_>> {
        self.game.as_ref().map(|game| game.view(&self.lens()))
    }

    /// What this machine's viewer sees beyond what everybody sees; see [`Game::own`].
    pub fn own(&self) -> Option<G::Own<'_>> {
        self.game.as_ref().map(|game| game.own(&self.lens()))
    }

    /// What everybody sees.
    pub fn public_view(&self) -> Option<G::View<'_>> {
        self.game.as_ref().map(|game| game.view(&self.lens().public()))
    }

    /// Every action that this machine's viewer may take now, or a sample of them if the game is [open](Game::OPEN); none if it may
    /// not act.
    pub fn legal(&self) -> Vec<G::Action> {
        let mut out = Vec::new();
        if let (Some(game), Some(seat)) = (&self.game, self.viewer().seat())
            && game.may_act().contains(seat)
        {
            game.legal(seat, &self.lens(), &mut out);
        }
        out
    }

    /// The same as [`PeerTable::legal`], with sealed values open.
    pub fn legal_for(&self) -> Vec<G::Action> {
        let mut actions = self.legal();
        for action in &mut actions {
            action.seals(&Pen::open());
        }
        actions
    }

    /// The seats that the table waits for; nobody until the cards are dealt, and when the game is over.
    pub fn waiting_on(&self) -> Seats {
        self.game.as_ref().map_or(Seats::NONE, Game::waiting_on)
    }

    /// The seats that may act now; nobody until the cards are dealt, and when the game is over.
    pub fn may_act(&self) -> Seats {
        self.game.as_ref().map_or(Seats::NONE, Game::may_act)
    }

    /// The result, once the game is over.
    pub fn standing(&self) -> Option<Standing> {
        self.game.as_ref().and_then(Game::standing)
    }

    /// All actions so far. Only this machine's own have their sealed values.
    pub fn log(&self) -> &[LogEntry<G::Action>] {
        &self.log
    }

    /// The events that this machine's viewer got, in order.
    pub fn heard(&self) -> &[LoggedEvent<G::Event>] {
        &self.heard
    }

    /// What has turned up that proves an earlier or the present action to be against the rules.
    pub fn exposures(&self) -> &[Exposure<G>] {
        &self.exposures
    }
}
