//! What is told of a game of the demo, as text and as JSON.

use facedown_core::{Card, Seats};
use facedown_crypto::Codec;
use facedown_crypto::places::Entry;
use facedown_peers::{Audit, Proven, Verdict};
use serde_json::{Value, json};

use super::super::machines::Phase;
use super::super::output::{grouped, millis};
use super::{Demo, NAMES, Played, TOLD};
use crate::chain::proven;
use crate::failure::Failure;
use crate::hex::to_hex;
use crate::lineup::counted;
use crate::playable::Playable;

impl<G: Playable> Demo<'_, G> {
    pub(super) fn introduce(&mut self) {
        let players = self.all_names();
        self.output.title(
            &format!("{} without a trusted dealer", G::TITLE),
            &format!(
                "{players} play on machines of their own; here all of them run in one process. There is no server and \
                 no dealer. They send each other signed entries, and nothing else."
            ),
        );
    }

    /// Who is convicted, how, and by what.
    pub(super) fn sentence(&self, verdict: &Verdict) -> String {
        let name = NAMES[verdict.seat.index()];
        let entries = &self.machines.chain.entries;
        let number = entries.iter().position(|entry| entry.place() == verdict.entry);
        let number = number.map_or_else(String::new, |number| format!("entry {number}: "));
        let why = &verdict.cheat;
        match verdict.proven {
            Proven::AtOnce => format!("{name} is convicted, {number}{why}."),
            Proven::ByCards => {
                format!("Cards that were turned over since convict {name}, {number}{why}.")
            }
            Proven::ToOne(seat) => format!(
                "{} sees a card that convicts {name}, and can prove it by showing the card; {number}{why}.",
                NAMES[seat.index()]
            ),
            Proven::ByKeys => format!("The open keys convict {name}, {number}{why}."),
        }
    }

    /// The public events that have not been told, as sentences.
    pub(super) fn new_events(&self, told: usize) -> Vec<String> {
        let heard = self.machines.spectator.rules().heard().iter();
        let story = heard.filter_map(|heard| G::tell(&heard.told.event, &self.names));
        story.skip(told).collect()
    }

    pub(super) fn tell_deal(&mut self) -> Value {
        let players = self.machines.seats().get();
        self.output.chapter(
            "Keys",
            "Every player makes a key, promises it, and opens it with a proof once all promises are there. A card can be \
             read only with all keys together.",
        );
        self.tell_findings(Phase::Keys);
        self.output.chapter(
            "Shuffle",
            "One after another, every player shuffles the cards, re-encrypts each of them, and proves that they are still \
             the same cards. Nobody knows any of them now, unless all players work together.",
        );
        self.tell_findings(Phase::Shuffle);
        self.output.chapter(
            "Deal",
            "To show a card to one player, all others post their shares of it. So this is what each machine can read:",
        );
        let all = self.machines.ciphertexts().len();
        let width = "spectator".len();
        let mut views = Vec::new();
        for seat in self.machines.seats().all().iter() {
            let seen = self.machines.of(seat).sees();
            let faces: Vec<String> = seen.iter().map(|(_, face, _)| face_text(face)).collect();
            let count = format!("{:>2} of {all}", faces.len());
            self.output.sees(NAMES[seat.index()], width, &count, &faces);
            views.push(json!({ "seat": seat, "sees": faces }));
        }
        let public = self.machines.spectator.rules().lens();
        let places = self.machines.spectator.cards().places();
        let open = places.filter_map(|place| public.face(Card::new(place.0)));
        let open: Vec<String> = open.map(|face| face_text(&face)).collect();
        self.output.sees("spectator", width, &format!("{:>2} of {all}", open.len()), &open);
        self.tell_findings(Phase::Deal);
        json!({ "players": players, "cards": all, "views": views, "spectator": open })
    }

    /// What has come to light in a phase, and what the phase cost.
    fn tell_findings(&mut self, phase: Phase) {
        for (_, [keyword, tried, found]) in self.findings.iter().filter(|(it, _)| *it == phase) {
            self.output.finding(keyword, tried, found);
        }
        self.output.cost(self.machines.cost(phase));
    }

    pub(super) fn tell_play(&mut self, actions: usize, told: usize) -> Result<(), Failure> {
        if told > TOLD {
            self.output.event(&format!("… and so on: {} in all", counted(actions, "action")));
        }
        self.tell_findings(Phase::Play);
        self.flush()
    }

    pub(super) fn tell_end(&mut self, audit: &Audit<G>) -> Result<(), Failure> {
        let new: Vec<Verdict> = audit
            .verdicts
            .iter()
            .filter(|it| !self.known.iter().any(|known| known.entry == it.entry))
            .cloned()
            .collect();
        for verdict in new {
            self.note_verdict(verdict);
        }
        self.output.chapter(
            "Open",
            "The game is over, and all players open their keys. Now every card of the game can be read, and an audit plays \
             it again with all of them.",
        );
        let refused = listed(audit.refused.iter().map(|seat| NAMES[seat.index()]));
        if !refused.is_empty() {
            let tried = format!("{refused} does not open its keys. The chain records it.");
            self.output.finding("refuse", &tried, "");
            self.cheat_json = json!({ "cheat": "refuse", "author": audit.refused.iter().next() });
        }
        let Audit { actions, judged, .. } = audit;
        let found = if audit.verdicts.is_empty() {
            format!(
                "{judged} of {actions} actions were judged by everything that their authors saw. Nobody cheated."
            )
        } else {
            let cheaters: Seats = audit.verdicts.iter().map(|it| it.seat).collect();
            let who = listed(cheaters.iter().map(|seat| NAMES[seat.index()]));
            format!(
                "{judged} of {actions} actions were judged by everything that their authors saw. {who} cheated."
            )
        };
        self.findings.push((Phase::Open, [String::new(), String::new(), found]));
        if let Some(standing) = self.machines.spectator.rules().standing() {
            let winners = listed(standing.winners.iter().map(|seat| NAMES[seat.index()]));
            let win = if standing.winners.len() == 1 { "wins" } else { "win" };
            let scores = standing.scores.iter();
            let scores = scores.map(|(seat, score)| format!("{} {score}", NAMES[seat.index()]));
            let scores: Vec<String> = scores.collect();
            let text = format!("{winners} {win}. {}: {}.", capital(G::SCORE), scores.join(", "));
            self.findings.push((Phase::Open, [String::new(), String::new(), text]));
        }
        self.tell_findings(Phase::Open);
        self.output.flush()
    }

    pub(super) fn tell_chain(&mut self, actions: usize, deal: &Value, audit: &Audit<G>) -> Played {
        let rows = Phase::ALL.map(|phase| (phase.name(), self.machines.cost(phase)));
        self.output.costs(&rows, self.machines.total());
        if let Some((seat, work)) = self.machines.busiest() {
            let (who, work) = (NAMES[seat.index()], millis(work));
            self.output.line(&format!(
                "Times are of all players together, bots not counted. {who} worked most, {work} ms."
            ));
        }
        let chain = self.machines.chain.to_bytes();
        let (entries, head) =
            (self.machines.chain.entries.len(), to_hex(self.machines.spectator.head()));
        self.output.heading("The chain");
        self.output.line(&format!(
            "It has {} and {} bytes. Compare its head with the other players':",
            if entries == 1 { "1 entry".into() } else { format!("{} entries", grouped(entries)) },
            grouped(chain.len())
        ));
        self.output.verbatim(&head);
        let phase = |phase: Phase| {
            let cost = self.machines.cost(phase);
            json!({
                "phase": phase.name(),
                "rounds": cost.rounds,
                "messages": cost.messages,
                "bytes": cost.bytes,
                "ms": cost.work.as_secs_f64() * 1e3,
            })
        };
        let verdict = |verdict: &Verdict| {
            let place = |entry: &Entry| entry.place() == verdict.entry;
            json!({
                "seat": verdict.seat,
                "entry": self.machines.chain.entries.iter().position(place),
                "cheat": verdict.cheat.to_string(),
                "proven": proven(verdict.proven),
            })
        };
        let json = json!({
            "game": G::NAME,
            "players": &NAMES[..self.machines.seats().get()],
            "deal": deal,
            "actions": actions,
            "cheat": self.cheat_json,
            "audit": {
                "actions": audit.actions,
                "judged": audit.judged,
                "refused": audit.refused,
                "verdicts": audit.verdicts.iter().map(verdict).collect::<Vec<_>>(),
            },
            "outcome": self.machines.spectator.rules().standing(),
            "phases": Phase::ALL.map(phase),
            "chain": { "entries": entries, "bytes": chain.len(), "head": head },
        });
        Played { chain, json }
    }

    fn all_names(&self) -> String {
        listed(NAMES.iter().take(self.machines.seats().get()).copied())
    }
}

/// Joins names: "Ann", "Ann and Ben", "Ann, Ben and Cleo".
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// A face in a few letters, whatever the game: "6-4", "see the future".
fn face_text<F: serde::Serialize>(face: &F) -> String {
    let part = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match serde_json::to_value(face).unwrap_or_default() {
        Value::String(text) => text.replace(['_', '-'], " "),
        Value::Array(parts) => parts.iter().map(part).collect::<Vec<_>>().join("-"),
        other => other.to_string(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_people_say_them() {
        assert_eq!(listed(["Ann"]), "Ann");
        assert_eq!(listed(["Ann", "Ben"]), "Ann and Ben");
        assert_eq!(listed(["Ann", "Ben", "Cleo"]), "Ann, Ben and Cleo");
    }

    #[test]
    fn faces_of_any_game_are_short() {
        assert_eq!(face_text(&[6, 4]), "6-4");
        assert_eq!(face_text(&"see_the_future"), "see the future");
    }
}
