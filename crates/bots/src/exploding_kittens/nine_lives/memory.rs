//! What the bot remembers: where the kittens may be, and who may have a Defuse.

use facedown_core::{MAX_SEATS, Seat};
use facedown_games::exploding_kittens::{End, Event, Imploding, Kind, Set};

use super::super::as_f64;
use super::super::own_eyes::OwnEyes;
use super::hands::Hands;

/// The probability that another player tucks a kitten on top.
const TUCK_ON_TOP: f64 = 0.3;
/// The probability that they tuck it where one of the next few players draws it.
const TUCK_NEAR_TOP: f64 = 0.3;
/// The factor by which a kitten on top becomes likelier when a player who has seen the top card does not draw.
const AVOIDED_FACTOR: f64 = 4.0;
/// The probability that an unseen kitten is kept in a hand with a Streaking Kitten.
const KEPT_IN_HAND: f64 = 0.15;

/// The probabilities that the card at one place of the pile is deadly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spot {
    /// The probability that it is an Exploding Kitten.
    pub(super) explodes: f64,
    /// The probability that it is the Imploding Kitten, face up.
    pub(super) implodes: f64,
}

/// What the bot remembers of the game so far.
#[derive(Clone)]
pub(super) struct Memory {
    me: Option<Seat>,
    /// The bot's estimate of the pile, the top first.
    pile: Vec<Spot>,
    /// The cards that the bot knows to be in other hands.
    pub(super) hands: Hands,
    /// The expected number of Defuses of each player.
    defuses: [f64; MAX_SEATS],
    /// The expected number of Defuses in the pile.
    pile_defuses: f64,
    /// Whether the kitten that is tucked next is the Imploding one.
    tucks_imploding: bool,
    /// Where the bot has just tucked a kitten.
    own_tuck: usize,
    /// Who has seen the top of the pile since it last changed, and how many cards of it.
    seer: Option<(Seat, usize)>,
    /// Whether the card that is taken next was asked for by its name, and is a Defuse.
    takes_defuse: bool,
}

impl Memory {
    pub(super) const fn new() -> Self {
        Self {
            me: None,
            pile: Vec::new(),
            hands: Hands::new(),
            defuses: [1.0; MAX_SEATS],
            pile_defuses: 1.0,
            tucks_imploding: false,
            own_tuck: 0,
            seer: None,
            takes_defuse: false,
        }
    }

    /// The bot's estimate of the pile.
    pub(super) fn pile(&self) -> &[Spot] {
        &self.pile
    }

    /// The probability that a player has a Defuse.
    pub(super) fn defuse(&self, seat: Seat) -> f64 {
        self.defuses[seat.index()].min(1.0)
    }

    /// Records where the bot is about to tuck a kitten.
    pub(super) const fn tuck(&mut self, place: usize) {
        self.own_tuck = place;
    }

    /// Combines the memory with what the bot sees now.
    pub(super) fn look(&mut self, eyes: &OwnEyes) {
        if self.me.is_none() {
            let set = eyes.game.options.set;
            let players = eyes.game.players.seats().get();
            // Of five, or of six in the published box, everybody has got one (R-SET-04).
            let all = if set == Set::Published && players > 2 { 6 } else { 5 };
            let box_of_two = usize::from(set == Set::Published && players == 2);
            self.pile_defuses = as_f64(all - players - box_of_two);
        }
        self.me = Some(eyes.me);
        self.hands.look(eyes);
        let pile = &eyes.game.pile;
        if self.pile.len() != pile.len() {
            let anything = Spot { explodes: 1.0, implodes: 1.0 };
            self.pile.clear();
            self.pile.resize(pile.len(), anything);
        }
        let kept = if eyes.game.options.set.streaks() && eyes.held(Kind::StreakingKitten) == 0 {
            KEPT_IN_HAND
        } else {
            0.0
        };
        let in_hands: usize =
            eyes.rivals().map(|seat| self.hands.count(seat, Kind::ExplodingKitten)).sum();
        let unseen = as_f64(eyes.unseen_kittens().saturating_sub(in_hands));
        let seen: Vec<Option<Kind>> = pile.iter().map(|&card| eyes.face(card)).collect();
        fit(&mut self.pile, &seen, Kind::ExplodingKitten, (unseen - kept).max(0.0), |spot| {
            &mut spot.explodes
        });
        let face_up = match eyes.game.imploding {
            Imploding::Gone | Imploding::FaceDown => None,
            Imploding::FaceUp | Imploding::OnTop => Some(Kind::ImplodingKitten),
        };
        if face_up.is_none() {
            self.pile.iter_mut().for_each(|spot| spot.implodes = 0.0);
        } else {
            let seen_it = seen.contains(&face_up);
            let unseen = f64::from(u8::from(!seen_it));
            fit(&mut self.pile, &seen, Kind::ImplodingKitten, unseen, |spot| &mut spot.implodes);
        }
        // Knowledge of hands replaces estimates.
        for seat in eyes.game.players.seats().all().iter() {
            let hand = &eyes.game.players[seat].hand;
            let known = hand.iter().filter(|&&card| eyes.face(card) == Some(Kind::Defuse)).count();
            let known = known + self.hands.count(seat, Kind::Defuse);
            let blank = hand.iter().filter(|&&card| eyes.face(card).is_none()).count();
            let held = &mut self.defuses[seat.index()];
            *held = if blank == 0 { as_f64(known) } else { held.max(as_f64(known)) };
        }
    }

    pub(super) fn hear(&mut self, event: &Event) {
        self.hands.hear(event, self.me);
        match *event {
            Event::Drawn { player, from, .. } => self.draw(player, from),
            Event::Exploding { .. } => {
                // The drawn card was a kitten, so the pile has one fewer.
                let left = self.total() - 1.0;
                self.scale(left.max(0.0));
            }
            Event::Imploding { .. } => self.tucks_imploding = true,
            Event::Tucked { player } => self.tucked(player),
            Event::Shuffled { .. } | Event::Bombed { .. } => self.shuffle(),
            Event::Collected { cards, .. } => {
                self.pile.extend(std::iter::repeat_n(Spot::default(), cards));
                self.shuffle();
            }
            Event::Swapped { .. } => {
                if let Some(last) = self.pile.len().checked_sub(1) {
                    self.pile.swap(0, last);
                }
                self.seer = None;
            }
            Event::FutureSeen { player, cards } if self.me != Some(player) => {
                self.seer = Some((player, cards));
            }
            Event::FutureAltered { player, cards } if self.me != Some(player) => {
                let top = cards.min(self.pile.len());
                even_out(&mut self.pile[..top]);
                self.seer = Some((player, cards));
            }
            Event::Skipped { player }
            | Event::Reversed { player }
            | Event::Attacked { player, .. }
                if self.seer.is_some_and(|(seer, cards)| seer == player && cards > 0) =>
            {
                self.suspect();
            }
            Event::Defused { player, .. } => {
                let held = &mut self.defuses[player.index()];
                *held = (*held - 1.0).max(0.0);
            }
            Event::Died { player } => self.defuses[player.index()] = 0.0,
            Event::Named { target, kind: Kind::Defuse, has, .. } => {
                self.takes_defuse = has;
                let held = &mut self.defuses[target.index()];
                *held = if has { held.max(1.0) } else { 0.0 };
            }
            Event::Taken { player, target, .. } => self.taken(player, target),
            _ => {}
        }
    }

    fn total(&self) -> f64 {
        self.pile.iter().map(|spot| spot.explodes).sum()
    }

    /// Scales the estimate to this number of Exploding Kittens in the pile.
    fn scale(&mut self, wanted: f64) {
        let total = self.total();
        if total > 0.0 {
            self.pile.iter_mut().for_each(|spot| spot.explodes *= wanted / total);
        }
    }

    fn draw(&mut self, player: Seat, from: End) {
        if self.pile.is_empty() {
            return;
        }
        let found = self.pile_defuses / as_f64(self.pile.len());
        self.pile_defuses -= found;
        self.defuses[player.index()] += found;
        let total = self.total();
        match from {
            End::Top => {
                self.pile.remove(0);
                if let Some((_, cards)) = &mut self.seer {
                    *cards = cards.saturating_sub(1);
                }
            }
            End::Bottom => {
                self.pile.pop();
            }
        }
        self.scale(total);
    }

    /// A player has tucked a kitten into the pile. The bot knows the place only if it was the bot itself.
    fn tucked(&mut self, player: Seat) {
        let imploding = std::mem::take(&mut self.tucks_imploding);
        let places = self.pile.len() + 1;
        let chance = |place: usize| {
            if self.me == Some(player) {
                return f64::from(u8::from(place == self.own_tuck));
            }
            let near = (places - 1).min(4);
            let top = if place == 0 { TUCK_ON_TOP } else { 0.0 };
            let beside =
                if (1..=near).contains(&place) { TUCK_NEAR_TOP / as_f64(near) } else { 0.0 };
            let spread =
                if near == 0 { 1.0 - TUCK_ON_TOP } else { 1.0 - TUCK_ON_TOP - TUCK_NEAR_TOP };
            top + beside + spread / as_f64(places)
        };
        let mut above = 0.0;
        let mut after = Vec::with_capacity(places);
        for place in 0..places {
            let here = chance(place);
            let moved = place.checked_sub(1).map_or(Spot::default(), |before| self.pile[before]);
            let still = self.pile.get(place).copied().unwrap_or_default();
            let below = (1.0 - above - here).max(0.0);
            let mix = |moved: f64, still: f64| above * moved + below * still;
            let mut spot = Spot {
                explodes: mix(moved.explodes, still.explodes),
                implodes: mix(moved.implodes, still.implodes),
            };
            *(if imploding { &mut spot.implodes } else { &mut spot.explodes }) += here;
            after.push(spot);
            above += here;
        }
        self.pile = after;
        self.seer = None;
    }

    fn shuffle(&mut self) {
        even_out(&mut self.pile);
        self.seer = None;
    }

    /// A player who knows the top of the pile has not drawn it.
    fn suspect(&mut self) {
        if let Some(top) = self.pile.first_mut() {
            top.explodes =
                AVOIDED_FACTOR * top.explodes / (1.0 + (AVOIDED_FACTOR - 1.0) * top.explodes);
        }
        self.seer = None;
    }

    /// A card has gone from one hand to another, most likely one of about six.
    fn taken(&mut self, player: Seat, target: Seat) {
        let held = self.defuses[target.index()];
        let share = if std::mem::take(&mut self.takes_defuse) { 1.0 } else { held / 6.0 };
        self.defuses[target.index()] -= share.min(held);
        self.defuses[player.index()] += share;
    }
}

/// Averages the estimates of these places.
pub(super) fn even_out(spots: &mut [Spot]) {
    let count = as_f64(spots.len());
    let explodes = spots.iter().map(|spot| spot.explodes).sum::<f64>() / count;
    let implodes = spots.iter().map(|spot| spot.implodes).sum::<f64>() / count;
    spots.fill(Spot { explodes, implodes });
}

/// Sets the places that are seen, and distributes the unseen cards over the others in proportion to the estimates.
fn fit(
    spots: &mut [Spot],
    seen: &[Option<Kind>],
    kind: Kind,
    unseen: f64,
    chance: impl Fn(&mut Spot) -> &mut f64,
) {
    let mut total = 0.0;
    let mut blank = 0;
    for (spot, face) in spots.iter_mut().zip(seen) {
        if let Some(face) = face {
            *chance(spot) = f64::from(u8::from(*face == kind));
        } else {
            total += *chance(spot);
            blank += 1;
        }
    }
    for (spot, _) in spots.iter_mut().zip(seen).filter(|(_, face)| face.is_none()) {
        let chance = chance(spot);
        *chance = if total > 1e-9 { *chance * unseen / total } else { unseen / as_f64(blank) };
        *chance = chance.min(1.0);
    }
}
