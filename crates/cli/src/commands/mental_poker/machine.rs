//! One player's machine: an honest one, or one whose rules permit everything.

use facedown_core::{Attached, Card, Game, Lens, Seat, shut};
use facedown_crypto::places::{Entry, Genesis};
use facedown_games::Story;
use facedown_peers::{Fold, Heard, Verdict};
use serde_json::Value;

use super::lax::Lax;

/// A player's machine.
pub(super) enum Machine<G: Game> {
    /// It runs the rules of the game.
    Honest(Box<Fold<G>>),
    /// Its rules permit everything.
    Lax(Box<Fold<Lax<G, false>>>),
    /// The same, and it lies when it is asked about its hand.
    Lying(Box<Fold<Lax<G, true>>>),
}

/// Does the same whatever the machine is.
macro_rules! on {
    ($machine:expr, $fold:ident => $body:expr) => {
        match $machine {
            Machine::Honest($fold) => $body,
            Machine::Lax($fold) => $body,
            Machine::Lying($fold) => $body,
        }
    };
}

impl<G: Story> Machine<G> {
    pub(super) fn honest(genesis: &Genesis, seat: Seat, seed: [u8; 32]) -> Result<Self, String> {
        fold(genesis, seat, seed).map(Self::Honest)
    }

    /// A machine whose rules permit everything, and that lies if it should.
    pub(super) fn dishonest(
        genesis: &Genesis,
        seat: Seat,
        seed: [u8; 32],
        lies: bool,
    ) -> Result<Self, String> {
        if lies {
            fold(genesis, seat, seed).map(Self::Lying)
        } else {
            fold(genesis, seat, seed).map(Self::Lax)
        }
    }

    pub(super) fn hear(&mut self, entry: &Entry) -> Result<Heard, String> {
        on!(self, fold => fold.hear(entry).map_err(|error| error.to_string()))
    }

    /// The entry that is due from it.
    pub(super) fn work(&mut self) -> Result<Option<Entry>, String> {
        let due = on!(self, fold => fold.work().map_err(|error| error.to_string()))?;
        Ok(due.map(|(entry, _)| entry))
    }

    /// Prepares its next shuffles while others have theirs.
    pub(super) fn prepare(&mut self) {
        on!(self, fold => while fold.prepare_shuffle() {});
    }

    pub(super) fn act(&mut self, action: G::Action) -> Result<Entry, String> {
        on!(self, fold => fold.act(action, None).map(|(entry, _)| entry).map_err(|error| error.to_string()))
    }

    pub(super) fn legal(&self) -> Vec<G::Action> {
        on!(self, fold => fold.rules().legal_for())
    }

    pub(super) fn lens(&self) -> Lens<'_, G::Face> {
        on!(self, fold => fold.rules().lens())
    }

    /// The state of the game, once the cards are dealt.
    pub(super) fn game(&self) -> Option<&G> {
        match self {
            Self::Honest(fold) => fold.rules().game(),
            Self::Lax(fold) => fold.rules().game().map(|Lax(game)| game),
            Self::Lying(fold) => fold.rules().game().map(|Lax(game)| game),
        }
    }

    /// The events that its player got, from this one on.
    pub(super) fn heard(&self, from: usize) -> Vec<G::Event> {
        let events = on!(self, fold => fold.rules().heard());
        events.iter().skip(from).map(|heard| heard.told.event.clone()).collect()
    }

    pub(super) fn verdicts(&self) -> &[Verdict] {
        on!(self, fold => fold.verdicts())
    }

    /// Has it refuse to open its keys at the end.
    pub(super) fn refuse_to_open(&mut self) -> bool {
        on!(self, fold => fold.refuse_to_open().is_some())
    }

    /// What the player has to attach to an action.
    fn attached(&self, action: &G::Action) -> Option<Attached<G::Face>> {
        on!(self, fold => fold.rules().intend(action).ok().map(|intent| intent.attached))
    }

    /// The cards that its player sees, and whether everybody does.
    pub(super) fn sees(&self) -> Vec<(Card, G::Face, bool)> {
        let places: Vec<Card> =
            on!(self, fold => fold.cards().places().map(|place| Card::new(place.0)).collect());
        let (lens, everybody) = (self.lens(), self.lens().public());
        let seen = |card| Some((card, lens.face(card)?, everybody.face(card).is_some()));
        places.into_iter().filter_map(seen).collect()
    }

    /// An action that everybody accepts, although the cards that only its player sees forbid it.
    ///
    /// It is a legal action with another card of the player's own in the place of one.
    pub(super) fn hidden_foul(&self, seat: Seat, everybody: &Fold<G>) -> Option<G::Action> {
        let (game, lens) = (self.game()?, self.lens());
        let own: Vec<u16> =
            self.sees().iter().filter(|(.., is_public)| !is_public).map(|it| it.0.id()).collect();
        let is_foul = |action: &G::Action| {
            let accepted = |attached: Attached<G::Face>| {
                everybody.rules().accepts(seat, &shut(action.clone()), &attached).is_ok()
            };
            game.permits(seat, action, &lens).is_err()
                && self.attached(action).is_some_and(accepted)
        };
        // What is sealed in an action is checked by proofs, not by the cards of its author.
        let plain = |action: &G::Action| {
            let value = serde_json::to_value(action).ok()?;
            let shut = serde_json::to_value(shut(action.clone())).ok()?;
            (value == shut).then_some(value)
        };
        let legal = self.legal();
        let values = legal.iter().filter_map(plain);
        let changed = values.flat_map(|value| {
            let mut places = Vec::new();
            numbers(&value, String::new(), &mut places);
            let is_own =
                |(_, number): &(String, u64)| own.iter().any(|&card| u64::from(card) == *number);
            let places = places.into_iter().filter(is_own).collect::<Vec<_>>();
            let own = own.clone();
            places.into_iter().flat_map(move |(place, _)| {
                let value = value.clone();
                own.clone().into_iter().filter_map(move |card| {
                    let mut value = value.clone();
                    *value.pointer_mut(&place)? = card.into();
                    serde_json::from_value::<G::Action>(value).ok()
                })
            })
        });
        changed.into_iter().find(is_foul)
    }
}

fn fold<G: Game>(genesis: &Genesis, seat: Seat, seed: [u8; 32]) -> Result<Box<Fold<G>>, String> {
    Fold::sit(genesis.clone(), seat, seed, []).map(Box::new).map_err(|error| error.to_string())
}

/// The places of all numbers in a value, as JSON pointers.
fn numbers(value: &Value, at: String, out: &mut Vec<(String, u64)>) {
    match value {
        Value::Number(number) => out.extend(number.as_u64().map(|number| (at, number))),
        Value::Array(list) => {
            for (index, part) in list.iter().enumerate() {
                numbers(part, format!("{at}/{index}"), out);
            }
        }
        Value::Object(fields) => {
            for (key, part) in fields {
                let key = key.replace('~', "~0").replace('/', "~1");
                numbers(part, format!("{at}/{key}"), out);
            }
        }
        _ => {}
    }
}
