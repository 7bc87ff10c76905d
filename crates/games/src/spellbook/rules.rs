//! Which action is checked and carried out where (R-WHO-01).

use std::sync::Arc;

use facedown_core::{Card, Dealer, Dealt, Lens, Sealed, Seat, Seats};

use super::acting::{Acting, Weight};
use super::action::Action;
use super::event::Event;
use super::face::CardId;
use super::place::{PieceId, Place, Zone};
use super::refusal::Refusal;
use super::state::{Phase, Spellbook};

impl Spellbook {
    /// Why an action is refused.
    pub(super) fn check(
        &self,
        seat: Seat,
        action: &Action,
        lens: &Lens<CardId>,
    ) -> Result<(), Refusal> {
        match action {
            Action::BringDeck { cards, main, commanders, names } => {
                check_names(names.as_ref(), lens)?;
                return self.check_deck(seat, cards, *main, commanders, lens);
            }
            Action::ChooseFirst { seat: first } => return self.check_first(seat, *first),
            Action::Mulligan {} => return self.check_mulligan(seat),
            Action::Keep { bottom } => return self.check_keep(seat, bottom),
            Action::Sideboard { order, main } => {
                return self.check_sideboard(seat, order, *main, lens);
            }
            Action::Ready {} => return self.check_ready(seat),
            Action::Concede {} => return Ok(()),
            _ => {}
        }
        let now = match self.phase {
            Phase::Playing => return self.check_in_play(seat, action, lens),
            Phase::Decks { .. } => "bring a deck; or wait until everybody has",
            Phase::FirstPlayer { .. } => "it is still open who begins; wait until it is said",
            Phase::Mulligans { .. } => "keep your hand or take a mulligan; or wait for the others",
            Phase::Sideboarding { .. } => "change your deck; or say that you are ready",
            Phase::Over => "the match is over; begin another",
        };
        Err(Refusal::NotNow { now, rule: "R-MATCH-02" })
    }

    fn check_in_play(
        &self,
        seat: Seat,
        action: &Action,
        lens: &Lens<CardId>,
    ) -> Result<(), Refusal> {
        match action {
            Action::BringDeck { .. }
            | Action::ChooseFirst { .. }
            | Action::Mulligan {}
            | Action::Keep { .. }
            | Action::Sideboard { .. }
            | Action::Ready {}
            | Action::Concede {}
            | Action::UntapAll {}
            | Action::Hide {}
            | Action::ClearArrows {} => Ok(()),
            Action::Draw { count } => Self::check_cards(*count),
            Action::Mill { seat, count, .. } => self.check_mill(*seat, *count),
            Action::Shuffle { part } => part.map_or(Ok(()), Self::check_part),
            Action::Look { part } => self.check_look(seat).and(Self::check_part(*part)),
            Action::Search {} => self.check_look(seat),
            Action::SortOut { order, piles, .. } => self.check_sort_out(seat, order, piles, lens),
            Action::Done {} => self.check_done(seat),
            Action::FromHand { order, piles } => self.check_from_hand(seat, order, piles, lens),
            Action::Reveal { cards, to } => self.check_reveal(seat, cards, *to),
            Action::RevealAtRandom { count, to } => {
                self.check_random(seat, *count).and(self.check_audience(*to))
            }
            Action::DiscardAtRandom { count } => self.check_random(seat, *count),
            Action::KeepShown { to, .. } => to.map_or(Ok(()), |to| self.check_audience(to)),
            Action::Peek { card } => self.check_peek(seat, *card),
            Action::Move { pieces, to, side, .. } => self.check_move(seat, pieces, *to, *side),
            Action::Turn { piece, .. } => self.check_turn(seat, *piece),
            Action::Cast { card, side } => self.check_cast(seat, *card, *side),
            Action::Ability { source, .. } => self.check_ability(*source),
            Action::Resolve { piece, to } => self.check_resolve(seat, *piece, *to),
            Action::Control { piece, seat: to } => self.check_control(seat, *piece, *to),
            Action::Attach { piece, to } => self.check_attach(seat, *piece, *to),
            Action::Piles { piles } => self.check_piles(piles),
            Action::Token { spec, count, .. } => self.check_token(spec, *count),
            Action::Copy { piece, count } => self.check_copy(*piece, *count),
            Action::Tap { pieces } | Action::Untap { pieces } => self.check_tap(pieces),
            Action::Set { piece, marks } => self.check_set(seat, *piece, marks),
            Action::Count { on, counter, by } => self.check_count(*on, counter, *by),
            Action::Arrow { from, to } => self.check_arrow(*from, *to),
            Action::Attack { attackers } => self.check_attack(seat, attackers),
            Action::Block { blocks } => self.check_block(seat, blocks),
            Action::Damage { from, to, amount, .. } => self.check_damage(*from, *to, *amount),
            Action::Mana { colour, by } => self.check_mana(seat, *colour, *by),
            Action::Life { seat, by } => self.check_life(*seat, *by),
            Action::Tax { card, by } => self.check_tax(seat, *card, *by),
            Action::Designate { what, seat } => self.check_designate(what, *seat),
            Action::NextStep {} | Action::EndTurn {} => self.check_go_on(seat),
            Action::ToStep { step } => self.check_to_step(seat, *step),
            Action::ExtraTurn { seat } => self.check_extra_turn(*seat),
            Action::Hold {} => self.check_hold(seat),
            Action::Pass {} => self.check_pass(seat),
            Action::Roll { sides, count } => Self::check_roll(*sides, *count),
            Action::Flip { count } => Self::check_flip(*count),
            Action::PickAtRandom { among } => self.check_pick(among),
            Action::ChooseSecretly { choice } => self.check_choice(seat, choice, lens),
            Action::ShowChoices {} => self.check_show_choices(seat),
            Action::Ask { seat: of, wish } => self.check_ask(seat, *of, *wish),
            Action::Agree {} => self.check_answer(seat),
            Action::AgreeIfShuffled {} => self.check_agree_if_shuffled(seat),
            Action::Refuse {} => self.check_refuse(seat),
            Action::TakeBack {} => self.check_take_back(seat),
            Action::AskUndo { steps } => self.check_ask_undo(*steps),
            Action::OfferDraw {} => self.check_no_question(),
        }
    }

    /// Carries out a permitted action.
    pub(super) fn carry_out<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        action: &Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        let before = Arc::clone(&self.board);
        let undone = matches!(action, Action::TakeBack {});
        let past = self.past.len();
        let mut acting = Acting::new(self, seat, dealer);
        acting.perform(action)?;
        acting.judge()?;
        acting.tidy_looks();
        acting.show_tops()?;
        let weight = acting.weight;
        // Undoing is not undone in its turn.
        if undone || self.past.len() < past {
            if weight == Weight::Barrier {
                self.past.clear();
            }
            return Ok(());
        }
        if let Some(player) = self.remember(seat, before, weight) {
            dealer.announce(Event::Withdrawn { player });
        }
        Ok(())
    }

    /// The seats that may act: everybody in the game, once it is played (R-WHO-01).
    pub(super) fn actors(&self) -> Seats {
        match self.phase {
            Phase::Playing => self.living,
            _ => self.awaited(),
        }
    }

    /// The seats that the table waits for (R-MATCH-02, R-HOLD-01, R-ASK-01).
    pub(super) fn awaited(&self) -> Seats {
        if let Some(request) = &self.request {
            return request.answers.waiting_on();
        }
        match self.phase {
            Phase::Decks { waiting }
            | Phase::Mulligans { waiting }
            | Phase::Sideboarding { waiting } => waiting.and(self.living),
            Phase::FirstPlayer { chooser } => chooser.only(),
            Phase::Playing if self.board.holds.is_empty() => self.board.turn.active.only(),
            Phase::Playing => self.board.holds,
            Phase::Over => Seats::NONE,
        }
    }

    /// Names each card once for each zone it lies in (R-ZONE-01).
    pub(super) fn zones(&self, visit: &mut dyn FnMut(Card)) {
        let board = &self.board;
        for (seat, player) in board.players.iter() {
            let lists = [
                &player.library,
                &player.hand,
                &player.graveyard,
                &player.exile,
                &player.sideboard,
                &player.gone,
                &self.players[seat].choices,
                &self.players[seat].old_choices,
            ];
            lists.into_iter().flatten().for_each(|&card| visit(card));
        }
        board.aside.iter().for_each(|&card| visit(card));
        board.all_pieces().filter_map(|piece| piece.id.card()).for_each(visit);
    }
}

/// The longest name of a card, in characters.
const LONGEST_NAME: usize = 200;
/// The most names that come with a deck.
const MOST_NAMES: usize = 1000;

/// Checks the names that come with a deck (R-DECK-04).
fn check_names(names: Option<&Sealed<Vec<String>>>, lens: &Lens<CardId>) -> Result<(), Refusal> {
    let fits = |name: &String| {
        !name.is_empty()
            && name.chars().count() <= LONGEST_NAME
            && !name.chars().any(char::is_control)
    };
    let fit = |names: &Vec<String>| names.len() <= MOST_NAMES && names.iter().all(fits);
    if names.is_none_or(|names| lens.allows(names, fit)) { Ok(()) } else { Err(Refusal::BadNames) }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    fn perform(&mut self, action: &Action) -> Dealt<()> {
        match action {
            Action::BringDeck { cards, main, commanders, .. } => {
                self.bring_deck(cards, *main, commanders)?;
            }
            Action::ChooseFirst { seat } => self.choose_first(*seat)?,
            Action::Mulligan {} => self.mulligan()?,
            Action::Keep { bottom } => self.keep(bottom)?,
            Action::Sideboard { order, main } => self.sideboard(order, *main)?,
            Action::Ready {} => self.ready()?,
            Action::Draw { count } => self.draw(self.seat, *count)?,
            Action::Mill { seat, count, to } => self.mill(*seat, *count, *to)?,
            Action::Shuffle { part } => self.shuffle_library(*part)?,
            Action::Look { part } => self.look(self.seat, *part)?,
            Action::Search {} => self.search(self.seat)?,
            Action::SortOut { order, piles, rest } => self.sort_out(order, piles, *rest)?,
            Action::Done {} => self.done()?,
            Action::FromHand { order, piles } => self.put_from_hand(order, piles)?,
            Action::Reveal { cards, to } => self.reveal_cards(cards, *to)?,
            Action::RevealAtRandom { count, to } => self.reveal_at_random(*count, *to)?,
            Action::DiscardAtRandom { count } => self.discard_at_random(*count)?,
            Action::Hide {} => self.hide(self.seat)?,
            Action::KeepShown { what, to } => self.keep_shown(*what, *to)?,
            Action::Peek { card } => self.peek(*card)?,
            Action::Move { pieces, to, side, tapped } => {
                self.move_pieces(pieces, *to, *side, *tapped)?;
            }
            Action::Turn { piece, side } => self.turn(*piece, *side)?,
            Action::Cast { card, side } => self.cast(*card, *side)?,
            Action::Ability { source, text } => self.ability(*source, text),
            Action::Resolve { piece, to } => self.resolve(*piece, *to)?,
            Action::Control { piece, seat } => self.control(*piece, *seat),
            Action::Attach { piece, to } => self.attach(*piece, *to),
            Action::Piles { piles } => self.make_piles(piles),
            Action::Token { spec, count, tapped } => self.make_tokens(spec, *count, *tapped),
            Action::Copy { piece, count } => self.copy(*piece, *count)?,
            Action::Concede {} => self.concede()?,
            _ => self.perform_on_table(action)?,
        }
        Ok(())
    }

    fn perform_on_table(&mut self, action: &Action) -> Dealt<()> {
        match action {
            Action::Tap { pieces } => self.tap(pieces, true),
            Action::Untap { pieces } => self.tap(pieces, false),
            Action::UntapAll {} => self.untap_all(self.seat),
            Action::Set { piece, marks } => self.set(*piece, marks),
            Action::Count { on, counter, by } => self.count_on(*on, counter, *by),
            Action::Arrow { from, to } => self.arrow(*from, *to),
            Action::ClearArrows {} => self.clear_arrows(),
            Action::Attack { attackers } => self.attack(attackers),
            Action::Block { blocks } => self.block(blocks),
            Action::Damage { from, to, amount, combat } => {
                self.damage(*from, *to, *amount, *combat);
            }
            Action::Mana { colour, by } => self.mana(*colour, *by),
            Action::Life { seat, by } => self.life(*seat, *by),
            Action::Tax { card, by } => self.change_tax(*card, *by),
            Action::Designate { what, seat } => self.designate(what, *seat),
            Action::NextStep {} => self.next_step()?,
            Action::ToStep { step } => self.go_to(*step)?,
            Action::EndTurn {} => self.end_turn()?,
            Action::ExtraTurn { seat } => self.extra_turn(*seat),
            Action::Hold {} => self.hold(),
            Action::Pass {} => self.pass(),
            Action::Roll { sides, count } => self.roll_dice(*sides, *count)?,
            Action::Flip { count } => self.flip(*count)?,
            Action::PickAtRandom { among } => self.pick_at_random(among)?,
            Action::ChooseSecretly { choice } => self.choose_secretly(choice)?,
            Action::ShowChoices {} => self.show_choices()?,
            Action::Ask { seat, wish } => self.ask(*seat, *wish),
            Action::Agree {} => self.agree(false)?,
            Action::AgreeIfShuffled {} => self.agree(true)?,
            Action::Refuse {} => self.refuse()?,
            Action::TakeBack {} => self.take_back(),
            Action::AskUndo { steps } => self.ask_undo(*steps),
            Action::OfferDraw {} => self.offer_draw(),
            _ => {}
        }
        Ok(())
    }
}

/// The usual place for a card that is played: the battlefield, face up.
pub(super) fn played(card: Card) -> Action {
    let (pieces, to) = (vec![PieceId::Card(card)], Place::of(Zone::Battlefield));
    Action::Move { pieces, to, side: None, tapped: false }
}
