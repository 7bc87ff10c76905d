//! Spellbook in a terminal: what lies on the table, numbered, and commands that are typed.

use std::path::Path;

use anstyle::Style;
use facedown_core::{Lens, Seat};
use facedown_games::spellbook::{Action, CardId, Phase, Spellbook, Step, Target, View, Zone};
use facedown_games::{Names, Story};

use super::{Playable, Typed};
use crate::draw::text::flow;
use crate::failure::Failure;

mod library;
mod things;
mod typed;

use things::{Thing, things};

const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

impl Playable for Spellbook {
    const SCORE: &'static str = "games";
    const PLAYERS: usize = 2;
    const COMMANDS: &'static [(&'static str, &'static str)] = typed::COMMANDS;

    fn prepare(deck: Option<&str>, cards: Option<&Path>) -> Result<(), Failure> {
        library::prepare(deck, cards)
    }

    fn named(text: String) -> String {
        library::named(&text)
    }

    fn draw(view: &View, names: &Names, columns: usize) -> String {
        let things = things(view);
        let others = view.players.iter().filter(|(seat, _)| view.you != Some(*seat));
        let you = view.players.iter().filter(|(seat, _)| view.you == Some(*seat));
        let mut out = if view.phase == Phase::Playing {
            let turn = view.turn;
            let whose = names.of(turn.active);
            format!("{DIM}Turn {} · {whose} · {}{DIM:#}\n", turn.number, turn.step)
        } else {
            String::new()
        };
        for (seat, player) in others.chain(you) {
            let name = if names.is_you(seat) { "You" } else { names.name(seat) };
            let mut facts = vec![
                format!("life {}", player.life),
                format!("hand {}", player.hand.len()),
                format!("library {}", player.library.len()),
                format!("graveyard {}", player.graveyard.len()),
            ];
            if !player.exile.is_empty() {
                facts.push(format!("exile {}", player.exile.len()));
            }
            facts.extend(player.counters.iter().map(|c| format!("{} {}", c.name, c.count)));
            let head = format!("{BOLD}{name}{BOLD:#}  ");
            out += &flow(&head, &facts, "  ", columns);
            out += &row("in play  ", &things, columns, |thing| {
                thing.seat == seat && thing.zone == Zone::Battlefield
            });
            out += &row("command  ", &things, columns, |thing| {
                thing.seat == seat && thing.zone == Zone::Command
            });
        }
        out += &row("stack    ", &things, columns, |thing| thing.zone == Zone::Stack);
        out += &row("seen     ", &things, columns, |thing| thing.is_looked_at);
        out + &row("hand     ", &things, columns, |thing| {
            thing.zone == Zone::Hand && !thing.is_looked_at
        })
    }

    fn reveal(&self, hindsight: &Lens<CardId>, names: &Names, columns: usize) -> String {
        let mut out = String::new();
        for (seat, player) in self.board.players.iter() {
            let cards = player.hand.iter().filter_map(|&card| hindsight.face(card));
            let cards: Vec<String> = cards.map(library::name).collect();
            if cards.is_empty() {
                continue;
            }
            out += &flow(&format!("  {} held  ", names.name(seat)), &cards, ", ", columns);
        }
        out
    }

    fn unasked(view: &View) -> Option<Action> {
        match view.phase {
            Phase::Decks { .. } => library::deck(view.you?),
            _ => None,
        }
    }

    /// The player may want to block.
    fn interjects(view: &View) -> bool {
        let Some(you) = view.you else { return false };
        let attacked = view.turn.active != you
            && matches!(view.turn.step, Step::Attackers | Step::Blockers)
            && view.phase == Phase::Playing;
        attacked && attackers_of(view, you)
    }

    fn typed(line: &str, view: &View, names: &Names) -> Option<Typed<Action>> {
        typed::typed(line, view, names)
    }

    fn prompt_line(view: &View, names: &Names) -> Option<String> {
        let hint = match view.phase {
            _ if view.request.is_some() => "agree or refuse",
            Phase::FirstPlayer { .. } => "me, or a name: who begins?",
            Phase::Mulligans { .. } => "keep or mulligan",
            Phase::Sideboarding { .. } => "ready",
            Phase::Playing if Self::interjects(view) => "block N M, or Enter to go on",
            Phase::Playing => "play N, attack N …, main, next, end; ? for all",
            Phase::Decks { .. } | Phase::Over => return None,
        };
        Some(format!("{} {DIM}({hint}){DIM:#}", Self::prompt(view, names)))
    }
}

/// Whether something attacks this player.
fn attackers_of(view: &View, seat: Seat) -> bool {
    let mut pieces = view.players.iter().flat_map(|(_, player)| player.battlefield.iter());
    pieces.any(|piece| piece.more.is_some_and(|more| more.attacks == Some(Target::Seat(seat))))
}

/// One row of things, each with its number.
fn row(head: &str, things: &[Thing], columns: usize, is_here: impl Fn(&Thing) -> bool) -> String {
    let here = (1..).zip(things).filter(|(_, thing)| is_here(thing));
    let cells: Vec<String> = here
        .map(|(number, thing): (usize, _)| format!("{DIM}{number}{DIM:#} {}", thing.label()))
        .collect();
    if cells.is_empty() {
        return String::new();
    }
    flow(&format!("  {DIM}{head}{DIM:#}"), &cells, "  ", columns)
}
