//! Texas 42 in a terminal.

use anstyle::Style;
use facedown_core::Lens;
use facedown_games::texas_42::{Action, Bid, Domino, Phase, PlayerView, Texas42, Trump};
use facedown_games::{Names, Story};
use serde_json::{Value, json};

use super::{Playable, Step};
use crate::draw::text::{flow, padded};

mod table;

const DIM: Style = Style::new().dimmed();

impl Playable for Texas42 {
    const SCORE: &'static str = "marks";
    const PARTNERS: bool = true;

    fn draw(view: &PlayerView, names: &Names, columns: usize) -> String {
        [
            table::auction(view, names, columns),
            table::contract(view, names, columns),
            table::sides(view, names, columns),
            table::tricks(view.tricks.iter(), names, columns),
            table::trick(view, names, columns),
            table::hand(view, columns),
        ]
        .concat()
    }

    fn glimpse(view: &PlayerView, names: &Names, columns: usize) -> String {
        let (contract, sides) =
            (table::contract(view, names, columns), table::sides(view, names, columns));
        match view.phase {
            Phase::Bidding { .. } => {
                sides + &table::auction(view, names, columns) + &table::hand(view, columns)
            }
            Phase::TrumpSelection { .. } => {
                table::auction(view, names, columns) + &sides + &table::hand(view, columns)
            }
            Phase::Playing { .. } => {
                contract
                    + &sides
                    + &table::trick(view, names, columns)
                    + &table::hand(view, columns)
            }
            Phase::TrickComplete { .. } | Phase::HandComplete { .. } => {
                table::trick(view, names, columns) + &sides
            }
            Phase::Redeal { .. } | Phase::GameComplete { .. } => sides,
            Phase::Over => Self::draw(view, names, columns),
        }
    }

    fn reveal(&self, hindsight: &Lens<Domino>, names: &Names, columns: usize) -> String {
        let title = say("terminal-last-hand", &Value::Null, names);
        let mut out = format!("{DIM} {title}{DIM:#}\n");
        for (seat, hand) in self.hands.iter() {
            let plays = self.tricks.iter().flat_map(|trick| &trick.plays);
            let played = plays.filter(|played| played.player == seat).map(|played| played.domino);
            let left = hand.iter().filter_map(|&card| hindsight.face(card));
            let mut dominoes: Vec<Domino> = played.chain(left).collect();
            table::sort(&mut dominoes, self.trump);
            let dominoes: Vec<String> = dominoes.iter().map(ToString::to_string).collect();
            let name = padded(&table::name(names, seat), 10);
            out += &flow(&format!("  {name}  "), &dominoes, "  ", columns);
        }
        let view = facedown_core::Game::view(self, hindsight);
        out + &table::contract(&view, names, columns)
            + &table::tricks(self.tricks.iter(), names, columns)
    }

    /// After all have agreed, the agreed action is taken without asking; so is the confirmation of the last trick.
    fn only_sensible_action<'a>(legal: &'a [Action], view: &PlayerView) -> Option<&'a Action> {
        let [only] = legal else { return None };
        let unasked = match only {
            Action::CompleteTrick {} | Action::ScoreHand {} => true,
            Action::AgreeCompleteTrick {} => {
                view.players.iter().all(|(_, player)| player.hand_count == 0)
            }
            _ => false,
        };
        unasked.then_some(only)
    }

    fn steps(action: &Action, view: &PlayerView, names: &Names) -> Vec<Step> {
        let question = Self::prompt(view, names);
        let offer = Self::offer(action, view, names);
        match *action {
            Action::Bid { bid } => bid_steps(bid, view, names, question, offer),
            Action::SelectTrump { trump } => {
                vec![Step::new(question, trump_label(trump, view, names))]
            }
            Action::PlayDomino { card } => {
                let hand = table::sorted(view);
                let at = hand.iter().position(|(held, _)| *held == card).unwrap_or_default();
                let label =
                    hand.get(at).map_or(offer, |(_, domino)| play_label(*domino, view, names));
                vec![Step::new(question, label).keyed(card.id().into()).at(at).drawn()]
            }
            _ => vec![Step::new(question, offer)],
        }
    }
}

/// Points and marks are chosen in two steps, or by typing their number.
fn bid_steps(
    bid: Bid,
    view: &PlayerView,
    names: &Names,
    question: String,
    offer: String,
) -> Vec<Step> {
    let open = |wanted: fn(&Bid) -> Option<u8>| -> Value {
        let legal = view.valid_actions.list();
        let bids = legal.iter().filter_map(|action| match action {
            Action::Bid { bid } => wanted(bid),
            _ => None,
        });
        let (least, most) =
            (bids.clone().min().unwrap_or_default(), bids.max().unwrap_or_default());
        json!({ "least": least, "most": most, "spread": most - least })
    };
    let say = |id, about: Value| say(id, &about, names);
    match bid {
        Bid::Points(points) => {
            let open = open(|bid| if let Bid::Points(n) = bid { Some(*n) } else { None });
            let label = say("points", json!({ "points": points }));
            vec![
                Step::new(question, say("terminal-bid-points", open)),
                Step::new(say("terminal-ask-points", Value::Null), label).keyed(points.into()),
            ]
        }
        Bid::Marks(marks) => {
            let open = open(|bid| if let Bid::Marks(n) = bid { Some(*n) } else { None });
            let label = say("marks", json!({ "marks": marks }));
            vec![
                Step::new(question, say("terminal-bid-marks", open)),
                Step::new(say("terminal-ask-marks", Value::Null), label).keyed(marks.into()),
            ]
        }
        _ => vec![Step::new(question, offer)],
    }
}

/// A trump suit as an offer, with the trumps in the hand.
fn trump_label(trump: Trump, view: &PlayerView, names: &Names) -> String {
    let hand = table::sorted(view);
    let held: Vec<String> = hand
        .iter()
        .filter(|(_, domino)| table::is_trump(*domino, Some(trump)))
        .map(|(_, domino)| domino.to_string())
        .collect();
    let note = match trump {
        Trump::NoTrump | Trump::Nello | Trump::Sevens => table::trump_word(trump, Some("text")),
        _ if held.is_empty() => say("terminal-trumps-none", &Value::Null, names),
        _ => held.join(" "),
    };
    format!("{} {DIM}{note}{DIM:#}", padded(&table::trump_word(trump, None), 9))
}

fn play_label(domino: Domino, view: &PlayerView, names: &Names) -> String {
    let mut label = vec![domino.to_string()];
    if domino.count() > 0 {
        label.push(format!("{DIM}+{}{DIM:#}", domino.count()));
    }
    if table::is_trump(domino, view.trump) {
        label.push(format!("{DIM}{}{DIM:#}", say("terminal-is-trump", &Value::Null, names)));
    }
    label.join(" ")
}

/// A message of this game.
fn say(id: &str, about: &Value, names: &Names) -> String {
    Texas42::texts().say(id, about, names).unwrap_or_default()
}
