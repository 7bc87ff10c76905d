//! Herding Cats in words.

use facedown_core::{Card, Seat};

use super::kind::{Kind, Zone};
use super::state::Phase;
use super::view::View;
use super::{Action, Event, HerdingCats};
use crate::{Names, Story};

impl Story for HerdingCats {
    fn tell(event: &Event, names: &Names) -> Option<String> {
        told(event, names).map(|told| told + ".")
    }

    fn offer(action: &Action, view: &View, names: &Names) -> String {
        match *action {
            Action::Play { card, declare, target } => {
                let printed = view.own_hand(card);
                let what = match printed {
                    Some(face) if face == declare => format!("Play {}", a(declare)),
                    Some(face) => format!("Play {} as {} (a bluff)", a(face), a(declare)),
                    None => format!("Play card {card} as {}", a(declare)),
                };
                match target {
                    Some(target) => format!("{what} against {}", names.of(target)),
                    None => what,
                }
            }
            Action::Challenge {} => "Challenge".into(),
            Action::Pass {} => "Pass".into(),
            Action::Decline {} => "Let the attack through".into(),
            Action::Pick { card } => format!("Take {}", whereabouts(card, view, names)),
            Action::Select { card } => format!("Attack {}", whereabouts(card, view, names)),
            Action::Intercept { card } => match view.known(card) {
                Some(Kind::LaserPointer) => "Intercept with your Laser Pointer".into(),
                Some(kind) => format!("Intercept, with {} as a Laser Pointer (a bluff)", a(kind)),
                None => format!("Intercept with card {card}"),
            },
        }
    }

    fn prompt(view: &View, names: &Names) -> String {
        match view.now {
            Phase::Turn => "Your turn: play a card, and say what it is".into(),
            Phase::Challenge { play, .. } => {
                let says = format!("{} says it is {}", names.name(view.turn), a(play.declared));
                match play.target {
                    Some(target) => format!("{says}, against {}", names.of(target)),
                    None => says,
                }
            }
            Phase::Penalty { payer, .. } => {
                format!("Pick the card that {} loses", names.of(payer))
            }
            Phase::Select { play } => match (play.target, play.declared.attacks()) {
                (Some(target), Some(zone)) => {
                    let whose = names.possessive(target);
                    format!("{}: which card of {whose} {}?", play.declared, place(zone))
                }
                _ => "Select the card to attack".into(),
            },
            Phase::Intercept { attack } => {
                let attacker = names.name(view.turn);
                let what = view.selected(attack.selected);
                format!("{}: {attacker} selected {what}", attack.declared)
            }
            Phase::InterceptChallenge { attack, .. } => {
                let whose = names.possessive(view.turn);
                let what = attack.declared;
                format!(
                    "{} claims a Laser Pointer against {whose} {what}",
                    names.name(attack.target)
                )
            }
            Phase::Over => "The game is over".into(),
        }
    }
}

/// What an event means, without the full stop.
#[allow(clippy::too_many_lines)] // a line or two for each event
fn told(event: &Event, names: &Names) -> Option<String> {
    Some(match event {
        Event::TurnStarted { player_id } => {
            format!("It is {} turn", names.possessive(*player_id))
        }
        Event::CardDeclared { player_id, declared, target_player_id, .. } => {
            let what = format!("{} a card as {}", names.does(*player_id, "play"), a(*declared));
            match target_player_id {
                Some(target) => format!("{what} against {}", names.of(*target)),
                None => what,
            }
        }
        Event::ChallengePassed { .. } | Event::CardRemoved { .. } => return None,
        Event::ChallengeResult { player_id, challenger_id, truthful, card, .. } => {
            let challenge = names.does(*challenger_id, "challenge");
            let verdict = if *truthful { "it was the truth" } else { "it was a bluff" };
            format!("{challenge} {}: {verdict}{}", names.of(*player_id), shown(card.face))
        }
        Event::PenaltyDue { player_id, picker_id } => format!(
            "{} a card, which {} blind",
            names.does(*player_id, "lose"),
            names.who_does(*picker_id, "pick")
        ),
        Event::CardSelected { player_id, target_player_id, zone, selected_slot_index, .. } => {
            format!(
                "{} card {} of {} {}",
                names.does(*player_id, "select"),
                selected_slot_index + 1,
                names.possessive(*target_player_id),
                place(*zone)
            )
        }
        Event::InterceptDeclined { player_id } => {
            format!("{} the attack through", names.does(*player_id, "let"))
        }
        Event::InterceptClaimed { player_id, zone, .. } => format!(
            "{} to intercept with a Laser Pointer from the {}",
            names.does(*player_id, "claim"),
            place(*zone)
        ),
        Event::InterceptChallengeResult { player_id, challenger_id, stands, card, .. } => {
            let Some(challenger) = challenger_id else { return None };
            let challenge = names.does(*challenger, "challenge");
            let verdict = if *stands { "the claim was true" } else { "the claim was a bluff" };
            format!("{challenge} {}: {verdict}{}", names.of(*player_id), shown(card.face))
        }
        Event::InterceptApplied { player_id, .. } => {
            format!(
                "The card that {} takes the place of the selected one",
                names.who_does(*player_id, "present")
            )
        }
        Event::CardStolen { from_player_id, to_player_id, .. } => format!(
            "{} a card from {}",
            names.does(*to_player_id, "steal"),
            names.of(*from_player_id)
        ),
        Event::CardStolenPrivate { card, .. } => {
            let what = card.face.map_or_else(|| "the card".into(), a);
            format!("Only you can see what it is: {what}")
        }
        Event::HerdUpdate { player_id, visible, card } => {
            let herd = format!("{} herd", names.possessive(*player_id));
            match card.face {
                Some(kind) if *visible => {
                    format!("{} is turned face up in {herd}", upper(&a(kind)))
                }
                _ => format!("The played card joins {herd} face down"),
            }
        }
        Event::DiscardUpdate { player_id, card } => format!(
            "{} {}",
            names.does(*player_id, "discard"),
            card.face.map_or_else(|| "a card".into(), a)
        ),
        Event::AlleyCatIneffective { target_player_id, .. } => {
            ineffective(names, *target_player_id, Kind::AlleyCat, "returns to hand")
        }
        Event::CatnipIneffective { target_player_id, .. } => {
            ineffective(names, *target_player_id, Kind::Catnip, "returns to hand")
        }
        Event::AnimalControlIneffective { target_player_id, .. } => {
            let then = "stays, face up and safe";
            ineffective(names, *target_player_id, Kind::AnimalControl, then)
        }
        Event::AttackFizzled { target_player_id, .. } => {
            format!("The attack on {} finds nothing left to attack", names.of(*target_player_id))
        }
        Event::GameEnded { .. } => "The game is over".into(),
    })
}

impl View {
    /// What is printed on a card of the viewer's own hand.
    fn own_hand(&self, card: Card) -> Option<Kind> {
        let hand = &self.players.get(self.you?)?.hand;
        hand.iter().find(|shown| shown.id == card)?.face
    }

    /// A card of the viewer's own that is attacked, as its place and what it counts as: "Card 4, Show Cat".
    fn selected(&self, card: Card) -> String {
        let own = self.you.and_then(|you| self.players.get(you));
        let place = own.and_then(|own| {
            let in_hand = own.hand.iter().position(|shown| shown.id == card);
            in_hand.or_else(|| own.herd.iter().position(|there| there.card.id == card))
        });
        match (place, self.known(card)) {
            (Some(place), Some(kind)) => format!("Card {}, {kind}", place + 1),
            (Some(place), None) => format!("Card {}", place + 1),
            (None, _) => "a card".into(),
        }
    }

    /// What a card of the viewer's own counts as: in the hand what is printed, in the herd its identity.
    fn known(&self, card: Card) -> Option<Kind> {
        let herd = &self.players.get(self.you?)?.herd;
        let in_herd = herd.iter().find(|there| there.card.id == card);
        in_herd.map_or_else(|| self.own_hand(card), |there| there.identity)
    }
}

/// Where a card lies, for those who cannot see it: "card 2 of Ann's hand".
fn whereabouts(card: Card, view: &View, names: &Names) -> String {
    for (seat, player) in view.players.iter() {
        let in_hand = player.hand.iter().position(|shown| shown.id == card);
        let in_herd = player.herd.iter().position(|there| there.card.id == card);
        let (at, zone, identity) = match (in_hand, in_herd) {
            (Some(at), _) => (at, Zone::Hand, None),
            (_, Some(at)) => (at, Zone::Herd, player.herd[at].identity),
            _ => continue,
        };
        let whose = names.possessive(seat);
        let known = identity.map_or_else(String::new, |kind| format!(", {}", a(kind)));
        return format!("card {} of {whose} {}{known}", at + 1, place(zone));
    }
    format!("card {card}")
}

fn ineffective(names: &Names, target: Seat, kind: Kind, then: &str) -> String {
    format!("Ineffective: {} {kind} ({then})", names.who_does(target, "reveal"))
}

fn a(kind: Kind) -> String {
    match kind {
        Kind::AlleyCat | Kind::AnimalControl => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}

fn shown(face: Option<Kind>) -> String {
    face.map_or_else(String::new, |kind| format!(", {}", a(kind)))
}

const fn place(zone: Zone) -> &'static str {
    match zone {
        Zone::Hand => "hand",
        Zone::Herd => "herd",
    }
}

fn upper(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
