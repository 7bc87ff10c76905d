//! Before the game: which deck, which hand; and which cards can be spared.

use facedown_cards::deck::Entry;
use facedown_cards::legality::Format as Built;
use facedown_cards::ours;
use facedown_core::{Card, Dice, Sealed};
use facedown_games::spellbook::{Action, CardId, Format, Mulligans};

use super::eyes::Eyes;

/// How many lands are enough, in play and in hand.
const ENOUGH_LANDS: usize = 6;
/// After so many mulligans every hand is kept.
const MOST_MULLIGANS: u16 = 2;

/// Brings a deck of the house that the table’s format allows.
pub(super) fn deck(eyes: &Eyes, dice: &mut Dice) -> Option<Action> {
    let built = match eyes.game.options.format {
        Format::Commander => Built::Commander,
        Format::Free | Format::Constructed | Format::Limited => Built::Constructed,
    };
    let decks: Vec<_> = ours::decks().iter().filter(|deck| deck.format == built).collect();
    let deck = &dice.pick(&decks)?.deck;
    let faces = |entries: &[Entry]| -> Vec<CardId> {
        let copies = entries.iter().filter_map(|entry| Some((entry.card?, entry.count)));
        copies.flat_map(|(card, count)| (0..count).map(move |_| CardId(card.to_bytes()))).collect()
    };
    let main = faces(&deck.main);
    Some(Action::BringDeck {
        main: u16::try_from(main.len()).ok()?,
        cards: Sealed::new(eyes.me, [main, faces(&deck.sideboard)].concat()),
        commanders: faces(&deck.commanders),
        names: None,
    })
}

/// Keeps a hand with two to five lands.
pub(super) fn hand(eyes: &Eyes) -> Action {
    let hand = &eyes.own().hand;
    let lands = hand.iter().filter(|&&card| eyes.is_land(card)).count();
    let mulligans = eyes.game.players[eyes.me].mulligans;
    if !(2..=5).contains(&lands) && mulligans < MOST_MULLIGANS {
        return Action::Mulligan {};
    }
    let free = u16::from(eyes.game.options.mulligan == Mulligans::FreeFirst);
    Action::Keep { bottom: spared(eyes, mulligans.saturating_sub(free).into()) }
}

/// The cards of the hand that can best be spared: lands if there are enough, what the bot cannot play, what is dear.
pub(super) fn spared(eyes: &Eyes, count: usize) -> Vec<Card> {
    let mut hand = eyes.own().hand.clone();
    let in_play = eyes.lands().count();
    let mut spared = Vec::new();
    while spared.len() < count && !hand.is_empty() {
        let held = hand.iter().filter(|&&card| eyes.is_land(card)).count();
        let has_enough = in_play + held > ENOUGH_LANDS;
        let burden = |&card: &Card| {
            let words = eyes.words(card).unwrap_or_default();
            let is_creature = words.type_line.contains("Creature");
            let cost = facedown_cards::ManaValue::of_cost(&words.cost);
            let weight = match (eyes.is_land(card), is_creature) {
                (true, _) if has_enough => 3,
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            };
            (weight, cost)
        };
        let Some(at) = (0..hand.len()).max_by_key(|&at| burden(&hand[at])) else { break };
        spared.push(hand.remove(at));
    }
    spared
}
