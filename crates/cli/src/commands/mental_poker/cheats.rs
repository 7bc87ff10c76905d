//! The ways to cheat, and when each of them can be tried.

use clap::ValueEnum;
use facedown_core::{Answerer, Attached, Demand, PeerError, Seat, shut};
use facedown_crypto::places::{Entry, EntryKind, EntryPlace};
use facedown_games::Story;

use super::forge::{self, Forger};
use super::machines::{Machines, Phase};

/// A way to cheat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Cheat {
    /// Takes over another player's key. Shows at once
    Key,
    /// Opens another part of the first roll than promised. Shows at once
    Roll,
    /// Duplicates a card in a shuffle. Shows at once
    Shuffle,
    /// Gives wrong shares of cards. Shows at once
    Share,
    /// Exchanges a card that only had to be re-masked or put somewhere. Shows at once
    Order,
    /// Takes an action that is against the rules. Shows at once
    Rules,
    /// Turns over another player's card. Shows at once
    Peek,
    /// Signs two different actions for one place in the chain. Shows at once
    Twice,
    /// Somebody on the way changes an entry. Shows at once, and convicts nobody
    Tamper,
    /// Takes an action that only Ben's own cards forbid, such as a revoke or a wrong gift. Shows when the cards do, or at the end
    Hidden,
    /// Lies when asked about a hand. Shows at the end
    Lie,
    /// Does not open any keys at the end. It is recorded
    Refuse,
}

/// An entry that the cheater sends, and what it tries.
pub(super) struct Forged {
    pub(super) entry: Entry,
    pub(super) tried: String,
    /// Who is to blame, if anybody.
    pub(super) cheater: Option<Seat>,
}

/// The cheater of the demo.
pub(super) struct Cheater {
    pub(super) cheat: Cheat,
    pub(super) name: String,
    forger: Forger,
    /// Whether it has cheated.
    pub(super) is_done: bool,
    /// The entry by which it has, if everybody accepted it.
    pub(super) accepted: Option<EntryPlace>,
}

impl Cheat {
    /// The keyword on the command line.
    pub(super) fn keyword(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether the cheater's machine runs other rules, and whether it lies.
    pub(super) const fn rules(self) -> Option<bool> {
        match self {
            Self::Hidden => Some(false),
            Self::Lie => Some(true),
            _ => None,
        }
    }

    /// Whether it depends on the cards whether there is a chance to cheat in this way.
    pub(super) const fn needs_luck(self) -> bool {
        matches!(self, Self::Order | Self::Hidden | Self::Lie)
    }
}

impl Cheater {
    pub(super) const fn new(cheat: Cheat, name: String, forger: Forger) -> Self {
        Self { cheat, name, forger, is_done: false, accepted: None }
    }

    pub(super) const fn seat(&self) -> Seat {
        self.forger.seat()
    }

    /// What is sent instead of an honest entry of the cheater, if this is the moment.
    pub(super) fn instead_of<G: Story>(
        &self,
        honest: &Entry,
        machines: &Machines<G>,
    ) -> Option<Forged> {
        if self.is_done || honest.author() != self.seat() {
            return None;
        }
        let (payload, phase) = (forge::payload(honest), machines.phase());
        let is_action = honest.kind() == EntryKind::Action;
        let name = &self.name;
        let sign = |payload: Option<Vec<u8>>, tried: String| {
            let entry = self.forger.instead_of(honest, &payload?)?;
            Some(Forged { entry, tried, cheater: Some(self.seat()) })
        };
        match self.cheat {
            Cheat::Key if phase == Phase::Keys && payload.len() >= OPENING + PART => {
                let other =
                    machines.chain.entries.last().filter(|it| it.since() == honest.since())?;
                let copied = [&forge::payload(other)[..OPENING], &payload[OPENING..]].concat();
                sign(Some(copied), format!("{name} opens the key of another player as his own."))
            }
            Cheat::Roll if phase == Phase::Keys && payload.len() >= OPENING + PART => {
                let mut other = payload;
                other[OPENING] ^= 1;
                let tried = "opens another part of the first roll than he promised.";
                sign(Some(other), format!("{name} {tried}"))
            }
            Cheat::Shuffle if phase == Phase::Deal => sign(
                forge::with_other_card(&payload, None),
                format!("{name} shuffles, and puts one card into the deck twice."),
            ),
            Cheat::Share if phase == Phase::Deal => sign(
                forge::with_swapped_shares(&payload),
                format!("{name} exchanges the shares of two cards."),
            ),
            Cheat::Order if is_action => {
                let ciphertexts = machines.ciphertexts();
                let other = ciphertexts.last().map(|(_, card)| card);
                let tried =
                    "acts, and puts another card in the place of one that he had to re-mask.";
                let (before, moved) = payload.split_at_checked(forge::moved_at(&payload)?)?;
                let moved = forge::with_other_card(moved, other)?;
                sign(Some([before, &moved].concat()), format!("{name} {tried}"))
            }
            Cheat::Peek if is_action => self.peek(honest, machines),
            Cheat::Tamper if is_action => {
                let entry = forge::tampered(honest)?;
                let tried = format!("Somebody changes an action of {name} on its way.");
                Some(Forged { entry, tried, cheater: None })
            }
            _ => None,
        }
    }

    /// An action that turns over a card of somebody else.
    fn peek<G: Story>(&self, honest: &Entry, machines: &Machines<G>) -> Option<Forged> {
        let cards = machines.spectator.cards();
        let theirs = |place: &_| cards.holder(*place).is_some_and(|seat| seat != self.seat());
        let card = cards
            .places()
            .find(theirs)
            .or_else(|| cards.places().find(|place| cards.public_face(*place).is_none()))?;
        let payload = forge::payload(honest);
        let length = usize::from(u16::from_le_bytes([payload[0], payload[1]]));
        let entry = self.forger.action(honest.since(), payload.get(2..2 + length)?, &[card.0])?;
        let tried = format!("{} turns over card {}, which is not his own.", self.name, card.0);
        Some(Forged { entry, tried, cheater: Some(self.seat()) })
    }

    /// What is sent after an honest entry of the cheater.
    pub(super) fn after(&self, honest: &Entry) -> Option<Forged> {
        let is_own = honest.author() == self.seat() && honest.kind() == EntryKind::Action;
        if self.is_done || self.cheat != Cheat::Twice || !is_own {
            return None;
        }
        let mut payload = forge::payload(honest);
        // Another action, whatever it says: what counts is that there are two.
        payload.push(0);
        let entry = self.forger.instead_of(honest, &payload)?;
        let tried = format!("{} signs a second, different action for the same place.", self.name);
        Some(Forged { entry, tried, cheater: Some(self.seat()) })
    }

    /// What is sent when somebody may act: an action that the cheater may not take.
    pub(super) fn out_of_turn<G: Story>(&self, machines: &Machines<G>) -> Option<Forged> {
        if self.is_done || self.cheat != Cheat::Rules {
            return None;
        }
        let rules = machines.spectator.rules();
        let others = rules.may_act().without(self.seat());
        let legal = others.iter().flat_map(|seat| machines.of(seat).legal());
        let wrong = legal.map(shut).find(|action| {
            let attached = Attached { turned: Vec::new(), brought: None };
            let accepted = rules.accepts(self.seat(), action, &attached);
            matches!(accepted, Err(PeerError::NotAccepted(_)))
        })?;
        let head = machines.spectator.head();
        let entry = self.forger.action(head, &forge::posted(&wrong), &[])?;
        let tried = format!("{} takes an action that is somebody else’s.", self.name);
        Some(Forged { entry, tried, cheater: Some(self.seat()) })
    }

    /// Whether the cheater lies with an entry that it is about to send.
    pub(super) fn is_lie<G: Story>(&self, entry: &Entry, machines: &Machines<G>) -> bool {
        let rules = machines.spectator.rules();
        let asked = |demand: &Demand<G::Face>| match demand {
            Demand::Ask { cards, of: Answerer::Seat(seat) } => {
                *seat == self.seat() && cards.len() > 1
            }
            _ => false,
        };
        self.cheat == Cheat::Lie
            && !self.is_done
            && entry.author() == self.seat()
            && rules.is_busy()
            && rules.demands().iter().any(asked)
    }
}

/// The sizes of the parts of the message that opens a key: the key with its proof, and a part of the first roll.
const OPENING: usize = 96;
const PART: usize = 32;
