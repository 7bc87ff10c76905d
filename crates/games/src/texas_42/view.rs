//! What one viewer sees of the table. The type for players as everybody sees them has no place for a hand.

use std::fmt;

use facedown_core::{Lens, Seat, Seats, Show, ShownCards, ShownSeats, Standing};
use serde::Serialize;

use super::action::Action;
use super::bid::Contract;
use super::domino::Domino;
use super::legal::legal;
use super::state::{Call, Hand, Phase, Played, Texas42, Trick, team};
use super::suits::{Suit, Trump};

/// What one viewer sees of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerView<'a> {
    /// The viewer's own seat; nothing for a spectator.
    pub player_id: Option<Seat>,
    /// What the table is waiting for.
    pub phase: Phase,
    /// Who shook the dominoes.
    pub dealer: Seat,
    /// Whom the table is waiting for, if it is one player.
    pub current_player: Option<Seat>,
    /// The trump that was named.
    pub trump: Option<Trump>,
    /// The suit that was led; 7 is the called suit.
    pub current_suit: Option<Suit>,
    /// The calls of this auction.
    pub bids: &'a [Call],
    /// The highest bid and whose it is.
    pub contract: Option<(Seat, Contract)>,
    /// The dominoes of the current trick, in order.
    pub current_trick: &'a [Played],
    /// The tricks of this hand that have been taken in.
    pub tricks: &'a [Trick],
    /// What each side has taken in this hand.
    pub team_scores: [u8; 2],
    /// Each side's marks.
    pub team_marks: [u8; 2],
    /// The games each side has won.
    pub team_games: [u8; 2],
    /// How many marks win a game.
    pub game_target: u8,
    /// The viewer, with the hand; nothing for a spectator. The only place where hands are.
    #[serde(rename = "self")]
    pub own: Option<SelfPlayer<'a>>,
    /// All players, as everybody sees them.
    pub players: ShownSeats<'a, Hand, PublicSight>,
    /// What the viewer may do now. Not written: messages have it beside the view, as `legal`.
    #[serde(skip)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub valid_actions: ValidActions<'a>,
    /// Who has agreed.
    pub consensus: Consensus,
    /// The points in the trick that is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub trick_points: Option<u8>,
    /// Whether the contract of the hand that is over was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub contract_made: Option<bool>,
    /// How the last game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standing: Option<Standing>,
}

/// A player as everybody sees them. It has no place for a hand.
///
/// ```
/// use facedown_games::texas_42::PublicPlayer;
/// fn peek(player: &PublicPlayer) -> usize { player.hand_count }
/// ```
/// ```compile_fail,E0609
/// use facedown_games::texas_42::PublicPlayer;
/// fn peek(player: &PublicPlayer) -> usize { player.hand.len() }
/// ```
/// ```compile_fail,E0560
/// use facedown_games::texas_42::{PublicPlayer, SelfPlayer};
/// fn leak(own: SelfPlayer) -> PublicPlayer {
///     PublicPlayer { id: own.id, team_id: 0, hand_count: own.hand.len(), hand: own.hand }
/// }
/// ```
/// Without the hand, that compiles:
/// ```
/// use facedown_games::texas_42::{PublicPlayer, SelfPlayer};
/// fn shown(own: SelfPlayer) -> PublicPlayer {
///     PublicPlayer { id: own.id, team_id: 0, hand_count: own.hand.len() }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PublicPlayer {
    /// The player's seat.
    pub id: Seat,
    /// The player's side, 0 or 1 (R-DEAL-02).
    pub team_id: usize,
    /// How many dominoes are in the hand.
    pub hand_count: usize,
}

/// Shows what everybody sees of a player with this hand.
#[derive(Clone, Copy)]
pub struct PublicSight;

impl<'a> Show<(Seat, &'a Hand)> for PublicSight {
    type Seen = PublicPlayer;

    fn show(&self, &(id, hand): &(Seat, &'a Hand)) -> PublicPlayer {
        PublicPlayer { id, team_id: team(id), hand_count: hand.len() }
    }
}

/// The legal actions of one viewer, worked out when they are asked for; empty for a spectator and for a player whom the table
/// does not wait for.
#[derive(Clone, Copy)]
pub struct ValidActions<'a> {
    game: &'a Texas42,
    lens: Lens<'a, Domino>,
}

impl ValidActions<'_> {
    /// The actions, in the order of the rules.
    pub fn list(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        if let Some(seat) = self.lens.seat().filter(|&seat| self.game.awaited().contains(seat)) {
            legal(self.game, seat, &self.lens, &mut actions);
        }
        actions
    }
}

impl PartialEq for ValidActions<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.list() == other.list()
    }
}

impl Eq for ValidActions<'_> {}

impl fmt::Debug for ValidActions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list().fmt(f)
    }
}

/// What a player sees of their own seat, and nobody else: the hand.
///
/// ```
/// use facedown_games::texas_42::SelfPlayer;
/// fn own_hand(own: &SelfPlayer) -> usize { own.hand.len() }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SelfPlayer<'a> {
    /// The viewer's seat.
    pub id: Seat,
    /// One's own dominoes.
    pub hand: ShownCards<'a, Domino>,
}

/// Who has agreed to go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Consensus {
    /// That the trick is taken in.
    pub complete_trick: Seats,
    /// That the hand is scored.
    pub score_hand: Seats,
}

/// What one player sees beyond what everybody sees.
#[derive(Clone, Serialize)]
pub struct Own<'a> {
    player_id: Option<Seat>,
    #[serde(rename = "self")]
    own: Option<SelfPlayer<'a>>,
}

impl Texas42 {
    pub(super) fn own_through<'a>(&'a self, lens: &Lens<'a, Domino>) -> Own<'a> {
        Own { player_id: lens.seat(), own: self.self_through(lens) }
    }

    fn self_through<'a>(&'a self, lens: &Lens<'a, Domino>) -> Option<SelfPlayer<'a>> {
        lens.seat().map(|id| SelfPlayer { id, hand: lens.cards(&self.hands[id]) })
    }

    pub(super) fn view_through<'a>(&'a self, lens: &Lens<'a, Domino>) -> PlayerView<'a> {
        let mut consensus = Consensus::default();
        match self.phase {
            Phase::TrickComplete { consensus: window, .. } => {
                consensus.complete_trick = window.passed();
            }
            Phase::HandComplete { consensus: window } => consensus.score_hand = window.passed(),
            _ => {}
        }
        PlayerView {
            player_id: lens.seat(),
            phase: self.phase,
            dealer: self.shaker,
            current_player: self.awaited().single(),
            trump: self.trump,
            current_suit: self.suits().zip(self.led()).map(|(suits, led)| suits.led_by(led)),
            bids: &self.calls,
            contract: self.highest,
            current_trick: &self.trick,
            tricks: &self.tricks,
            team_scores: self.points,
            team_marks: self.marks,
            team_games: self.games,
            game_target: self.options.marks,
            own: self.self_through(lens),
            players: ShownSeats::new(&self.hands, PublicSight),
            valid_actions: ValidActions { game: self, lens: *lens },
            consensus,
            trick_points: matches!(self.phase, Phase::TrickComplete { .. })
                .then(|| self.trick_points()),
            contract_made: self.contract_made(),
            standing: self.final_standing(),
        }
    }

    /// Whether the contract was made, once the hand is over. The last hand of a game stays on the table.
    fn contract_made(&self) -> Option<bool> {
        match self.phase {
            Phase::HandComplete { .. } | Phase::GameComplete { .. } | Phase::Over => self.decided(),
            _ => None,
        }
    }

    /// How it ended: the marks of the game, or the games if several were played.
    pub(super) fn final_standing(&self) -> Option<Standing> {
        if self.phase != Phase::Over {
            return None;
        }
        let scores = if self.options.games == 1 { self.marks } else { self.games };
        let winner = usize::from(self.games[1] > self.games[0]);
        Some(Standing {
            scores: self.hands.map(|seat, _| i32::from(scores[team(seat)])),
            winners: self
                .hands
                .iter()
                .map(|(seat, _)| seat)
                .filter(|&s| team(s) == winner)
                .collect(),
        })
    }
}
