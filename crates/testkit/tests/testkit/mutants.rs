//! Mutation tests of the suite: each deliberately broken variant of the small game is caught, and for the right reason.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use facedown_core::{BySeat, Card, Dealer, Dealt, Seat, Seats, Shown, Viewer};
use facedown_testkit::small::{Face, Question, Small, Sound, Twist};
use facedown_testkit::{
    Aspect, Breach, Report, Suite, Violation, agreement, conservation, determinism, handles,
    imagination, noninterference, recall, sharing, termination,
};

type Property<T> = fn(&Suite<Small<T>>) -> Result<Report, Violation>;

/// The breach that a property finds in a twist.
fn caught<T: Twist>(property: Property<T>) -> Breach {
    let suite = Suite { longest: 500, ..Suite::default() };
    let suite = suite.with_statistics().with_other_faces(|_| Face::ALL.into());
    match property(&suite) {
        Err(violation) => *violation.breach,
        Ok(report) => panic!("not caught in {report}"),
    }
}

/// How a viewer notices something that it may not see.
fn noticed_by<T: Twist>() -> Aspect {
    match caught::<T>(noninterference) {
        Breach::Noticed { aspect, .. } => aspect,
        other => panic!("caught, but by something else: {other}"),
    }
}

/// The faces that rules saw through other seats' lenses and remember illegally.
#[derive(Default)]
struct Memory(Mutex<BTreeMap<(usize, Card), Face>>);

impl Clone for Memory {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.known().clone()))
    }
}

impl Memory {
    fn known(&self) -> MutexGuard<'_, BTreeMap<(usize, Card), Face>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, seat: Seat, card: Card, face: Face) {
        self.known().insert((seat.index(), card), face);
    }

    fn find(&self, wanted: impl Fn(usize, Card, Face) -> bool) -> Option<(Card, Face)> {
        let known = self.known();
        let mut known = known.iter().map(|(&(seat, card), &face)| (seat, card, face));
        known
            .find(|&(seat, card, face)| wanted(seat, card, face))
            .map(|(_, card, face)| (card, face))
    }
}

macro_rules! twist {
    ($(#[$doc:meta])* $name:ident { $($body:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Default)]
        struct $name;
        impl Twist for $name { $($body)* }
    };
    ($(#[$doc:meta])* $name:ident remembers { $($body:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Default)]
        struct $name(Memory);
        impl Twist for $name {
            fn overhear(&self, seat: Seat, card: Card, face: Face) {
                self.0.note(seat, card, face);
            }
            $($body)*
        }
    };
}

#[test]
fn the_sound_game_passes_them_all() {
    let suite = Suite::<Small<Sound>>::default();
    let suite = suite.with_statistics().with_other_faces(|_| Face::ALL.into());
    let report = noninterference(&suite).unwrap();
    assert!(report.comparisons > 10_000 && report.divergences > 40, "{report}");
    assert!(report.other_lists > 100, "{report}");
    let properties: [Property<Sound>; 8] =
        [recall, handles, agreement, determinism, sharing, conservation, termination, imagination];
    for property in properties {
        property(&suite).unwrap();
    }
}

#[test]
fn a_suite_that_knows_no_other_lists_fails() {
    let suite = Suite::<Small<Sound>>::default();
    assert_eq!(*noninterference(&suite).unwrap_err().breach, Breach::SecretListUntried);
    let suite = suite.with_other_faces(|face| vec![face]);
    assert_eq!(*noninterference(&suite).unwrap_err().breach, Breach::NoOtherList);
}

#[test]
fn a_suite_that_plays_nothing_fails() {
    let suite = Suite::<Small<Sound>>::default().with_games(0);
    assert_eq!(*noninterference(&suite).unwrap_err().breach, Breach::NothingCompared);
}

twist!(
    /// Deals the cards in the order in which they were brought.
    HandleOrder { const SHUFFLES: bool = false; }
);

#[test]
fn a_handle_order_that_tells_the_face_is_caught() {
    assert!(matches!(caught::<HandleOrder>(handles), Breach::HandleTellsFace { .. }));
}

twist!(
    /// Asks the dealer who holds a pearl, and lets the first of them begin.
    HolderBegins {
        fn begins<D: Dealer<Small<Self>>>(
            hands: &BySeat<Vec<Card>>, seat: Seat, dealer: &mut D,
        ) -> Dealt<Seat> {
            for (holder, hand) in hands.iter() {
                if dealer.ask(hand, Question::Pearl)? {
                    return Ok(holder);
                }
            }
            Ok(seat)
        }
    }
);

#[test]
fn a_deal_that_asks_without_an_event_is_caught() {
    assert!(matches!(caught::<HolderBegins>(noninterference), Breach::SilentDisclosure { .. }));
}

twist!(
    /// Asks the dealer who holds a pearl, and lets only those doubt.
    WindowForHolders {
        fn doubters<D: Dealer<Small<Self>>>(
            &self, game: &Small<Self>, open_to: Seats, dealer: &mut D,
        ) -> Dealt<Seats> {
            let mut holders = Seats::NONE;
            for seat in open_to.iter() {
                if dealer.ask(game.hand(seat), Question::Pearl)? {
                    holders = holders.with(seat);
                }
            }
            Ok(if holders.is_empty() { open_to } else { holders })
        }
    }
);

#[test]
fn a_window_opened_only_to_holders_is_caught() {
    assert!(matches!(caught::<WindowForHolders>(noninterference), Breach::SilentDisclosure { .. }));
}

twist!(
    /// Remembers who holds a pearl, and lets only those doubt.
    SmuggledWindow remembers {
        fn doubters<D: Dealer<Small<Self>>>(
            &self, game: &Small<Self>, open_to: Seats, _: &mut D,
        ) -> Dealt<Seats> {
            let holds = |seat: &Seat| {
                let is_pearl = |_, card, face| face == Face::Pearl && game.hand(*seat).contains(&card);
                self.0.find(is_pearl).is_some()
            };
            let holders: Seats = open_to.iter().filter(holds).collect();
            Ok(if holders.is_empty() { open_to } else { holders })
        }
    }
);

#[test]
fn a_window_opened_by_a_smuggled_face_is_caught() {
    // The rules learn a hand only once `legal` has looked at it with that seat's lens.
    assert!(matches!(noticed_by::<SmuggledWindow>(), Aspect::State | Aspect::WaitingOn));
}

twist!(
    /// Names somebody's pearl instead of the card that was asked for.
    TellingRefusal remembers {
        fn named(&self, card: Card) -> Card {
            self.0.find(|_, _, face| face == Face::Pearl).map_or(card, |(pearl, _)| pearl)
        }
    }
);

#[test]
fn a_refusal_that_names_a_hidden_card_is_caught() {
    assert_eq!(noticed_by::<TellingRefusal>(), Aspect::Refusal);
}

twist!(
    /// Tells everybody what was lent.
    PublicLoan remembers {
        fn lent(&self, card: Card) -> Shown<Face> {
            let known = self.0.find(|_, other, _| other == card);
            Shown { id: card, face: known.map(|(_, face)| face) }
        }
    }
);

#[test]
fn a_private_event_sent_to_all_is_caught() {
    assert_eq!(noticed_by::<PublicLoan>(), Aspect::Events);
}

twist!(
    /// Adds seat 0's gems to the number of cards in the pile.
    TellingCount remembers {
        fn pile(&self, count: usize) -> usize {
            let first = self.0.find(|seat, _, _| seat == 0);
            count + usize::from(first.is_some_and(|(_, face)| face.is_gem()))
        }
    }
);

#[test]
fn a_count_that_depends_on_a_hidden_face_is_caught() {
    assert_eq!(noticed_by::<TellingCount>(), Aspect::View);
}

/// Adds a charm that is a pearl to the number of cards in the pile.
#[derive(Default, Clone)]
struct TellingCharm(Memory);

impl Twist for TellingCharm {
    fn overhear_charm(&self, seat: Seat, card: Card, face: Face) {
        self.0.note(seat, card, face);
    }

    fn pile(&self, count: usize) -> usize {
        count + usize::from(self.0.find(|_, _, face| face == Face::Pearl).is_some())
    }
}

#[test]
fn a_count_that_depends_on_a_sealed_choice_is_caught() {
    assert_eq!(noticed_by::<TellingCharm>(), Aspect::View);
}

/// Adds the first gem of seat 0 to the number of cards in the pile, for ever, even when it is long gone.
#[derive(Default, Clone)]
struct LongMemory(Memory);

impl Twist for LongMemory {
    fn overhear(&self, seat: Seat, card: Card, face: Face) {
        if self.0.find(|_, other, _| other == card).is_none() {
            self.0.note(seat, card, face);
        }
    }

    fn pile(&self, count: usize) -> usize {
        let first = self.0.find(|seat, _, _| seat == 0);
        count + usize::from(first.is_some_and(|(_, face)| face.is_gem()))
    }
}

#[test]
fn a_memory_of_what_was_seen_first_is_caught() {
    assert_eq!(noticed_by::<LongMemory>(), Aspect::View);
}

twist!(
    /// Counts bluffs that only the one who laid the card could see.
    TellingStatistics remembers {
        fn bluff(&self, card: Card, _: Option<Face>) -> bool {
            self.0.find(|_, other, face| other == card && face == Face::Stone).is_some()
        }
    }
);

#[test]
fn statistics_that_know_too_much_are_caught() {
    assert_eq!(noticed_by::<TellingStatistics>(), Aspect::Statistics);
}

twist!(
    /// Shows the first doubter the top of the pile, without an event.
    UnseenShow {
        fn doubters<D: Dealer<Small<Self>>>(
            &self, game: &Small<Self>, open_to: Seats, dealer: &mut D,
        ) -> Dealt<Seats> {
            if let (Some(seat), Some(&top)) = (open_to.iter().next(), game.pile().first()) {
                dealer.show(top, seat)?;
            }
            Ok(open_to)
        }
    }
);

#[test]
fn a_show_that_its_seat_never_sees_is_caught() {
    assert!(matches!(caught::<UnseenShow>(noninterference), Breach::UnseenShow { .. }));
}

twist!(
    /// Turns a lent card face down, as if its lender had never seen it.
    ForgetfulLoan {
        fn lose_track<D: Dealer<Small<Self>>>(
            &self, to: Seat, _: &[Card], card: Card, dealer: &mut D,
        ) -> Dealt<()> {
            dealer.conceal(card, to.only())
        }
    }
);

#[test]
fn a_lens_that_forgets_what_its_player_remembers_is_caught() {
    let Breach::Forgotten { viewer, verb, .. } = caught::<ForgetfulLoan>(recall) else {
        panic!("caught, but by something else");
    };
    assert!(viewer.seat().is_some() && verb.starts_with("conceal"), "{viewer}: {verb}");
}

twist!(
    /// Turns a lent card up for all and down again, and mixes the wrong cards: those that were there before it.
    ForgetfulTable {
        fn lose_track<D: Dealer<Small<Self>>>(
            &self, to: Seat, hand: &[Card], card: Card, dealer: &mut D,
        ) -> Dealt<()> {
            dealer.reveal(card)?;
            dealer.mix(to, &hand[..hand.len() - 1])?;
            dealer.conceal(card, to.only())
        }
    }
);

#[test]
fn a_card_that_was_revealed_and_is_not_among_those_mixed_is_caught() {
    let breach = caught::<ForgetfulTable>(recall);
    let Breach::Forgotten { viewer: Viewer::Spectator, verb, .. } = breach else {
        panic!("caught, but by something else: {breach}");
    };
    assert!(verb.starts_with("conceal"), "{verb}");
}

twist!(
    /// Forgets within an action what it shows again at its end.
    MomentaryLapse {
        fn lose_track<D: Dealer<Small<Self>>>(
            &self, to: Seat, hand: &[Card], card: Card, dealer: &mut D,
        ) -> Dealt<()> {
            dealer.conceal(card, Seats::NONE)?;
            dealer.show(card, to)?;
            dealer.mix(to, hand)
        }
    }
);

#[test]
fn a_face_that_is_forgotten_for_a_moment_is_caught() {
    assert!(matches!(caught::<MomentaryLapse>(recall), Breach::Forgotten { .. }));
}

twist!(
    /// Lets everybody who has seen a lent card go on seeing it.
    OpenLoan {
        fn lose_track<D: Dealer<Small<Self>>>(
            &self, to: Seat, _: &[Card], card: Card, dealer: &mut D,
        ) -> Dealt<()> {
            // Only seats have seen it, and all of them are kept.
            let all = (0..8).filter_map(Seat::new).collect();
            dealer.show(card, to)?;
            dealer.conceal(card, all)
        }
    }
);

#[test]
fn a_card_that_everybody_still_sees_is_no_breach() {
    recall(&Suite::<Small<OpenLoan>>::default()).unwrap();
}

twist!(
    /// Offers to bury a card below the pile.
    OffersTooMuch { const OFFERS_DEEPER: usize = 1; }
);
twist!(
    /// Lets a seat lend a card to itself.
    PermitsTooMuch { const PERMITS_LENDING_TO_ONESELF: bool = true; }
);

#[test]
fn legal_and_permits_that_disagree_are_caught() {
    let breach = caught::<OffersTooMuch>(agreement);
    assert!(matches!(breach, Breach::LegalButRefused { .. }), "{breach}");
    let breach = caught::<PermitsTooMuch>(agreement);
    assert!(matches!(breach, Breach::PermittedButNotLegal { .. }), "{breach}");
}

/// Counts refusals among the cards of the pile.
#[derive(Default)]
struct Grudge(AtomicUsize);

impl Clone for Grudge {
    fn clone(&self) -> Self {
        Self(AtomicUsize::new(self.0.load(Ordering::Relaxed)))
    }
}

impl Twist for Grudge {
    fn refused(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn pile(&self, count: usize) -> usize {
        count + self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn a_refusal_that_changes_something_is_caught() {
    assert!(matches!(caught::<Grudge>(agreement), Breach::RefusalChanges { what: "a view", .. }));
}

twist!(
    /// Drops a card that was doubted.
    LosesCards { const KEEPS_DOUBTED: bool = false; }
);

#[test]
fn a_lost_card_is_caught() {
    assert!(matches!(caught::<LosesCards>(conservation), Breach::Zones { zones: 0, .. }));
}

twist!(
    /// Never counts a turn.
    Endless { const COUNTS_TURNS: bool = false; }
);

#[test]
fn a_game_that_never_ends_is_caught() {
    assert_eq!(caught::<Endless>(termination), Breach::Endless);
}

twist!(
    /// Says that whoever is to act is out of the game.
    SendsOut { const MOVES_ARE_LAST: bool = true; }
);

#[test]
fn a_seat_that_is_out_and_yet_awaited_is_caught() {
    assert!(matches!(caught::<SendsOut>(termination), Breach::OutAndAwaited { .. }));
}

twist!(
    /// Shows another number of cards in the pile each time.
    Whim {
        fn pile(&self, count: usize) -> usize {
            static LOOKS: AtomicUsize = AtomicUsize::new(0);
            count + LOOKS.fetch_add(1, Ordering::Relaxed)
        }
    }
);

#[test]
fn a_view_that_is_not_determined_by_seed_and_actions_is_caught() {
    let breach = caught::<Whim>(determinism);
    assert!(matches!(breach, Breach::NotTheSame { what: "a view", .. }), "{breach}");
}
