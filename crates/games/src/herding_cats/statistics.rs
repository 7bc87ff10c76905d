//! Statistics about each player, as far as the viewer can know them.

use facedown_core::{BySeat, Counted, Lens, Seat};
use serde::Serialize;

use super::action::Action;
use super::event::Event;
use super::kind::Kind;
use super::state::HerdingCats;

/// The statistics of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Cards stolen with Catnip.
    pub cards_stolen: u32,
    /// Cards lost to Catnip.
    pub cards_lost_to_catnip: u32,
    /// False declarations and claims; `None` where the viewer cannot know them.
    pub bluffs_made: Option<u32>,
    /// False declarations and claims that somebody challenged.
    pub bluffs_caught: u32,
    /// Challenges that caught a bluff.
    pub challenges_won: u32,
    /// Challenges of a true declaration or claim.
    pub challenges_lost: u32,
}

impl Counted for HerdingCats {
    type Statistics = Statistics;

    fn tally(
        &self,
        seat: Seat,
        action: &Action,
        lens: &Lens<Kind>,
        events: &[Event],
        statistics: &mut BySeat<Statistics>,
    ) {
        if lens.is_hindsight() || lens.seat() == Some(seat) {
            let bluffs = statistics[seat].bluffs_made.get_or_insert(0);
            *bluffs += u32::from(self.is_bluff(seat, *action, lens));
        }
        for event in events {
            match *event {
                Event::CardStolen { from_player_id, to_player_id, .. } => {
                    statistics[to_player_id].cards_stolen += 1;
                    statistics[from_player_id].cards_lost_to_catnip += 1;
                }
                Event::ChallengeResult {
                    player_id, challenger_id, truthful: told_truth, ..
                }
                | Event::InterceptChallengeResult {
                    player_id,
                    challenger_id: Some(challenger_id),
                    stands: told_truth,
                    ..
                } => {
                    if told_truth {
                        statistics[challenger_id].challenges_lost += 1;
                    } else {
                        statistics[challenger_id].challenges_won += 1;
                        statistics[player_id].bluffs_caught += 1;
                    }
                }
                _ => {}
            }
        }
    }

    fn numbers(of: &Statistics) -> Vec<(&'static str, u32)> {
        let bluffs = of.bluffs_made.unwrap_or_default();
        vec![
            ("bluffs_made", bluffs),
            ("bluffs_stood", bluffs.saturating_sub(of.bluffs_caught)),
            ("bluffs_caught", of.bluffs_caught),
            ("challenges_won", of.challenges_won),
            ("challenges_lost", of.challenges_lost),
            ("cards_stolen", of.cards_stolen),
            ("cards_lost_to_catnip", of.cards_lost_to_catnip),
        ]
    }
}

impl HerdingCats {
    fn is_bluff(&self, seat: Seat, action: Action, lens: &Lens<Kind>) -> bool {
        match action {
            Action::Play { card, declare, .. } => lens.face(card) != Some(declare),
            Action::Intercept { card } => {
                let identity = self.players[seat].in_herd(card).and_then(|herd| herd.identity);
                identity.or_else(|| lens.face(card)) != Some(Kind::LaserPointer)
            }
            _ => false,
        }
    }
}
