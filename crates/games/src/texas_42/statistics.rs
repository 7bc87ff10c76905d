//! Statistics about each player, counted from the events that a viewer was told.

use facedown_core::{BySeat, Counted, Lens, Seat};
use serde::Serialize;

use super::action::Action;
use super::domino::Domino;
use super::event::Event;
use super::state::{Texas42, team};

/// The statistics of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Auctions won.
    pub auctions_won: u32,
    /// Contracts made as the bidder.
    pub contracts_made: u32,
    /// Contracts set as the bidder.
    pub contracts_set: u32,
    /// Tricks taken.
    pub tricks_taken: u32,
    /// Points in the tricks taken.
    pub points_taken: u32,
    /// Marks won by the player's side.
    pub marks: u32,
}

impl Counted for Texas42 {
    type Statistics = Statistics;

    fn tally(
        &self,
        _: Seat,
        _: &Action,
        _: &Lens<Domino>,
        events: &[Event],
        statistics: &mut BySeat<Statistics>,
    ) {
        for event in events {
            match *event {
                Event::AuctionWon { player, .. } => statistics[player].auctions_won += 1,
                Event::TrickWon { player, points } => {
                    statistics[player].tricks_taken += 1;
                    statistics[player].points_taken += u32::from(points);
                }
                Event::HandDecided { made } => {
                    if let Some(bidder) = self.bidder() {
                        let count = &mut statistics[bidder];
                        *(if made {
                            &mut count.contracts_made
                        } else {
                            &mut count.contracts_set
                        }) += 1;
                    }
                }
                Event::HandScored { team: winners, marks, .. } => {
                    let side = statistics.iter_mut().filter(|(seat, _)| team(*seat) == winners);
                    side.for_each(|(_, count)| count.marks += u32::from(marks));
                }
                _ => {}
            }
        }
    }

    fn numbers(of: &Statistics) -> Vec<(&'static str, u32)> {
        vec![
            ("auctions_won", of.auctions_won),
            ("contracts_made", of.contracts_made),
            ("contracts_set", of.contracts_set),
            ("tricks_taken", of.tricks_taken),
            ("points_taken", of.points_taken),
            ("marks", of.marks),
        ]
    }
}
