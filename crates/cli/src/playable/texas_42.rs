//! Texas 42 in a terminal.

use anstyle::Style;
use facedown_core::Lens;
use facedown_games::texas_42::{Action, Bid, Domino, Phase, PlayerView, Texas42, Trump};
use facedown_games::{Names, Story};

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
        let mut out = format!("{DIM} The last hand was dealt like this:{DIM:#}\n");
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

    /// Once all have agreed, what was agreed on is done; and the last trick is shown again with the hand.
    fn goes_without_saying<'a>(legal: &'a [Action], view: &PlayerView) -> Option<&'a Action> {
        let [only] = legal else { return None };
        let unasked = match only {
            Action::CompleteTrick {} | Action::ScoreHand {} => true,
            Action::AgreeCompleteTrick {} => {
                view.players.values().iter().all(|p| p.hand_count == 0)
            }
            _ => false,
        };
        unasked.then_some(only)
    }

    fn steps(action: &Action, view: &PlayerView, names: &Names) -> Vec<Step> {
        let question = Self::prompt(view, names);
        let offer = Self::offer(action, view, names);
        match *action {
            Action::Bid { bid } => bid_steps(bid, view, question, offer),
            Action::SelectTrump { trump } => {
                vec![Step::new(question, trump_label(trump, view))]
            }
            Action::PlayDomino { card } => {
                let hand = table::sorted(view);
                let at = hand.iter().position(|(held, _)| *held == card).unwrap_or_default();
                let label = hand.get(at).map_or(offer, |(_, domino)| play_label(*domino, view));
                vec![Step::new(question, label).keyed(card.id().into()).at(at).drawn()]
            }
            _ => vec![Step::new(question, offer)],
        }
    }
}

/// Points and marks are chosen in two steps, or their number is typed at once.
fn bid_steps(bid: Bid, view: &PlayerView, question: String, offer: String) -> Vec<Step> {
    let open = |wanted: fn(&Bid) -> Option<u8>| -> (u8, u8) {
        let bids = view.valid_actions.iter().filter_map(|action| match action {
            Action::Bid { bid } => wanted(bid),
            _ => None,
        });
        (bids.clone().min().unwrap_or_default(), bids.max().unwrap_or_default())
    };
    let range = |least: u8, most: u8| match most - least {
        0 => least.to_string(),
        1 => format!("{least} or {most}"),
        _ => format!("{least} to {most}"),
    };
    match bid {
        Bid::Points(points) => {
            let (least, most) = open(|bid| if let Bid::Points(n) = bid { Some(*n) } else { None });
            let label = format!("Bid {} points", range(least, most));
            vec![
                Step::new(question, label),
                Step::new("How many points do you promise?", format!("{points} points"))
                    .keyed(points.into()),
            ]
        }
        Bid::Marks(marks) => {
            let (least, most) = open(|bid| if let Bid::Marks(n) = bid { Some(*n) } else { None });
            let plural = if most == 1 { "" } else { "s" };
            let label = format!("Bid {} mark{plural}: all 42 points", range(least, most));
            let step = Step::new("For how many marks?", bid.to_string()).keyed(marks.into());
            vec![Step::new(question, label), step]
        }
        _ => vec![Step::new(question, offer)],
    }
}

/// A trump, and what of it is in the hand.
fn trump_label(trump: Trump, view: &PlayerView) -> String {
    let hand = table::sorted(view);
    let held: Vec<String> = hand
        .iter()
        .filter(|(_, domino)| table::is_trump(*domino, Some(trump)))
        .map(|(_, domino)| domino.to_string())
        .collect();
    let note = match trump {
        Trump::NoTrump => "the suit that is led decides".to_owned(),
        Trump::Nello => "you take no trick; your partner sits out".to_owned(),
        Trump::Sevens => "nearest to seven pips; you take all".to_owned(),
        _ if held.is_empty() => "none".to_owned(),
        _ => held.join(" "),
    };
    format!("{} {DIM}{note}{DIM:#}", padded(table::trump_name(trump), 9))
}

fn play_label(domino: Domino, view: &PlayerView) -> String {
    let mut label = vec![domino.to_string()];
    if domino.count() > 0 {
        label.push(format!("{DIM}+{}{DIM:#}", domino.count()));
    }
    if table::is_trump(domino, view.trump) {
        label.push(format!("{DIM}trump{DIM:#}"));
    }
    label.join(" ")
}
