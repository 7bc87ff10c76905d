//! A sample of what can be done, from which games end, and what is done for the absent.

use facedown_core::{CardOrder, Lens, Sealed, Seat};

use super::action::Action;
use super::details::{Attacker, Blocker, Kept, MillTo, Part, Rest, Sorted, Wish};
use super::face::CardId;
use super::options::Format;
use super::piece::Piece;
use super::place::{Audience, Place, Side, Target, Zone};
use super::rules::played;
use super::state::{Looking, Phase, Spellbook};
use super::token::{Colour, TokenSpec};
use super::turn::Step;
use super::words::Name;

/// The turn from which on the sample lets players give up.
const LATE: u32 = 5;

/// A deck of sample cards that a format allows: for tables on which nobody has another one.
fn sample_deck(seat: Seat, format: Format) -> Action {
    let (main, commanders) = match format {
        Format::Free => (12, 0),
        Format::Constructed => (60, 0),
        Format::Limited => (40, 0),
        Format::Commander => (99, 1),
    };
    let number = |place: u16| u8::try_from(place % 17).unwrap_or(0);
    let cards = (0..main + 2).map(|place| CardId::sample(number(place))).collect();
    let commanders = (0..commanders).map(|place| CardId::sample(100 + place)).collect();
    Action::BringDeck { cards: Sealed::new(seat, cards), main, commanders, names: None }
}

/// Adds a sample of what a seat may do. All of it is permitted, it is never empty, and games in which nothing else is done
/// come to their end.
pub(super) fn legal(game: &Spellbook, seat: Seat, lens: &Lens<CardId>, out: &mut Vec<Action>) {
    let mut offer = |action: Action| {
        if game.check(seat, &action, lens).is_ok() {
            out.push(action);
        }
    };
    match game.phase {
        Phase::Decks { .. } => offer(sample_deck(seat, game.options.format)),
        Phase::FirstPlayer { .. } => {
            game.living.iter().for_each(|seat| offer(Action::ChooseFirst { seat }));
        }
        Phase::Mulligans { .. } => {
            offer(keep(game, seat));
            if game.players[seat].mulligans < 2 {
                offer(Action::Mulligan {});
            }
        }
        Phase::Sideboarding { .. } => {
            offer(Action::Ready {});
            let person = &game.players[seat];
            let order = reversed(seat, person.pool.len());
            if game.board.players[seat].library.first() == person.pool.first() {
                offer(Action::Sideboard { order, main: person.main });
            }
        }
        Phase::Playing => in_play(game, seat, &mut offer),
        Phase::Over => {}
    }
    // Whoever may act can at least give up.
    let is_late = game.board.turn.number >= LATE && game.board.turn.active == seat;
    if out.is_empty() || game.phase == Phase::Playing && is_late {
        out.push(Action::Concede {});
    }
}

/// The hand is kept, and the first cards pay for the mulligans.
fn keep(game: &Spellbook, seat: Seat) -> Action {
    let hand = &game.board.players[seat].hand;
    let keeps = |paid: &usize| {
        let bottom = hand.iter().copied().take(*paid).collect::<Vec<_>>();
        game.check_keep(seat, &bottom).is_ok()
    };
    let paid = (0..=hand.len()).find(keeps).unwrap_or(0);
    Action::Keep { bottom: hand.iter().copied().take(paid).collect() }
}

/// The cards in reverse order.
fn reversed(seat: Seat, cards: usize) -> Sealed<CardOrder> {
    Sealed::new(seat, CardOrder((0..).take(cards).collect::<Vec<_>>().into_iter().rev().collect()))
}

fn in_play(game: &Spellbook, seat: Seat, offer: &mut impl FnMut(Action)) {
    offer(Action::Agree {});
    offer(Action::Refuse {});
    offer(Action::NextStep {});
    offer(Action::Pass {});
    if let Some(look) = &game.players[seat].look {
        offer(Action::Done {});
        return sort_out(seat, look, offer);
    }
    let turn = &game.board.turn;
    // A few at a time, and other ones from step to step, so that games come to their end.
    match (turn.step as usize + turn.number as usize + seat.index()) % 6 {
        0 => library(game, seat, offer),
        1 => hand(game, seat, offer),
        2 => pieces(game, seat, offer),
        3 => players(game, seat, offer),
        4 => questions(game, seat, offer),
        _ => chance(seat, offer),
    }
    offer(Action::Roll { sides: 20, count: 1 });
    if turn.active == seat {
        offer(Action::EndTurn {});
    }
}

fn sort_out(seat: Seat, look: &Looking, offer: &mut impl FnMut(Action)) {
    let order = || reversed(seat, look.cards.len());
    let pile = |zone| Sorted { count: 1, to: Place::of(zone), side: None, reveal: false };
    let bottom = Sorted { to: Place::bottom(Zone::Library), ..pile(Zone::Library) };
    let rest = if look.search { Rest::Shuffle } else { Rest::Back };
    offer(Action::SortOut { order: order(), piles: vec![bottom], rest });
    offer(Action::SortOut { order: order(), piles: vec![pile(Zone::Hand)], rest });
    offer(Action::SortOut { order: order(), piles: vec![pile(Zone::Graveyard)], rest });
}

fn library(game: &Spellbook, seat: Seat, offer: &mut impl FnMut(Action)) {
    if !game.board.players[seat].library.is_empty() {
        offer(Action::Draw { count: 1 });
        offer(Action::Look { part: Part::Top(2) });
        offer(Action::Search {});
    }
    offer(Action::Mill { seat, count: 1, to: MillTo::Graveyard });
    offer(Action::Shuffle { part: None });
    let shown = game.players[seat].top_shown;
    let to = if shown.is_some() { None } else { Some(Audience::Seats(seat.only())) };
    offer(Action::KeepShown { what: Kept::Top, to });
}

fn hand(game: &Spellbook, seat: Seat, offer: &mut impl FnMut(Action)) {
    let hand = &game.board.players[seat].hand;
    let Some(&card) = hand.first() else { return };
    offer(played(card));
    offer(Action::Cast { card, side: Side::Up });
    offer(Action::Hide {});
    let next = game.living.without(seat).first_from(seat).unwrap_or(seat);
    offer(Action::Reveal { cards: vec![card], to: Audience::Seats(next.only()) });
    let down = Sorted {
        count: 1,
        to: Place::of(Zone::Battlefield),
        side: Some(Side::Down),
        reveal: false,
    };
    offer(Action::FromHand { order: reversed(seat, hand.len()), piles: vec![down] });
    let under = Sorted { count: 1, to: Place::bottom(Zone::Library), side: None, reveal: false };
    offer(Action::FromHand { order: reversed(seat, hand.len()), piles: vec![under] });
    offer(Action::DiscardAtRandom { count: 1 });
}

fn pieces(game: &Spellbook, seat: Seat, offer: &mut impl FnMut(Action)) {
    let battlefield = &game.board.players[seat].battlefield;
    if battlefield.len() < 3 {
        let name = Name::new("Sample").unwrap_or_default();
        let spec = TokenSpec { name, ..TokenSpec::default() };
        offer(Action::Token { spec, count: 1, tapped: false });
    }
    if let Some(piece) = game.board.stack.iter().find(|piece| piece.controller == seat) {
        offer(Action::Resolve { piece: piece.id, to: Place::of(Zone::Battlefield) });
    }
    let Some(piece) = battlefield.first() else { return };
    let (id, pieces) = (piece.id, vec![piece.id]);
    offer(if piece.tapped { Action::Untap { pieces } } else { Action::Tap { pieces } });
    if piece.side == Side::Down {
        offer(Action::Turn { piece: id, side: Side::Up });
    } else {
        offer(Action::Turn { piece: id, side: Side::Down });
    }
    let pieces = vec![id];
    offer(Action::Move { pieces, to: Place::of(Zone::Exile), side: None, tapped: false });
    let next = game.living.without(seat).first_from(seat).unwrap_or(seat);
    offer(Action::Control { piece: id, seat: next });
    offer(Action::Attack { attackers: vec![Attacker { piece: id, target: Target::Seat(next) }] });
    let attacks = |piece: &&Piece| piece.more().is_some_and(|more| more.attacks.is_some());
    if let Some(attacker) = game.board.all_pieces().find(attacks) {
        let attacker = attacker.id;
        if attacker != id {
            offer(Action::Block { blocks: vec![Blocker { piece: id, attacker }] });
        }
    }
}

fn players(game: &Spellbook, seat: Seat, offer: &mut impl FnMut(Action)) {
    let next = game.living.without(seat).first_from(seat).unwrap_or(seat);
    offer(Action::Life { seat, by: -1 });
    offer(Action::Damage { from: None, to: Target::Seat(next), amount: 2, combat: false });
    offer(Action::Mana { colour: Colour::G, by: 1 });
    if let Some(counter) = Name::new("poison") {
        offer(Action::Count { on: Target::Seat(next), counter, by: 1 });
    }
    if let Some(what) = Name::new("monarch") {
        offer(Action::Designate { what, seat: Some(seat) });
    }
    offer(Action::Hold {});
}

fn questions(game: &Spellbook, seat: Seat, offer: &mut impl FnMut(Action)) {
    let next = game.living.without(seat).first_from(seat).unwrap_or(seat);
    offer(Action::Ask { seat: next, wish: Wish::Hand });
    offer(Action::Ask { seat: next, wish: Wish::Search });
    if let Some(piece) = game.board.players[next].battlefield.first() {
        offer(Action::Ask { seat: next, wish: Wish::Control(piece.id) });
    }
    offer(Action::AskUndo { steps: 1 });
    offer(Action::TakeBack {});
}

fn chance(seat: Seat, offer: &mut impl FnMut(Action)) {
    offer(Action::Flip { count: 3 });
    if let Some(one) = CardId::of_words("one") {
        offer(Action::ChooseSecretly { choice: Sealed::new(seat, vec![one]) });
    }
    offer(Action::ShowChoices {});
    offer(Action::PickAtRandom { among: vec![Target::Seat(seat)] });
}

/// What is done for a player who is absent: no is the answer to every question, hands are kept, turns end, and whoever has
/// no deck or no cards left gives up (R-ABSENT-01).
pub(super) fn fallback(game: &Spellbook, seat: Seat) -> Action {
    let asked = game.request.as_ref().is_some_and(|r| r.answers.waiting_on().contains(seat));
    match game.phase {
        Phase::Mulligans { .. } => keep(game, seat),
        Phase::Sideboarding { .. } => Action::Ready {},
        Phase::FirstPlayer { .. } => Action::ChooseFirst { seat },
        Phase::Playing if asked => Action::Refuse {},
        Phase::Playing if game.board.holds.contains(seat) => Action::Pass {},
        Phase::Playing if game.check_go_on(seat).is_ok() => {
            let is_early = game.board.turn.step < Step::Draw;
            match game.board.players[seat].library.is_empty() {
                true => Action::Concede {},
                false if is_early => Action::ToStep { step: Step::Draw },
                false => Action::EndTurn {},
            }
        }
        _ => Action::Concede {},
    }
}
