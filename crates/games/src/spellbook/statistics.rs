//! Statistics about each player, counted from the events that a viewer was told.

use facedown_core::{BySeat, Counted, Lens, Seat};
use serde::Serialize;

use super::action::Action;
use super::event::Event;
use super::face::CardId;
use super::state::Spellbook;

/// The statistics of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Cards drawn.
    pub drawn: u32,
    /// Spells cast.
    pub cast: u32,
    /// Damage dealt.
    pub damage: u32,
    /// Cards milled, of any library.
    pub milled: u32,
    /// Tokens, copies and emblems made.
    pub tokens: u32,
    /// Libraries searched.
    pub searches: u32,
    /// Mulligans taken.
    pub mulligans: u32,
}

impl Counted for Spellbook {
    type Statistics = Statistics;

    fn tally(
        &self,
        _: Seat,
        _: &Action,
        _: &Lens<CardId>,
        events: &[Event],
        statistics: &mut BySeat<Statistics>,
    ) {
        for event in events {
            match event {
                Event::Drew { player, count, .. } => {
                    statistics[*player].drawn += u32::from(*count);
                }
                Event::Cast { player, .. } => statistics[*player].cast += 1,
                Event::Damaged { player, amount, .. } => {
                    let damage = &mut statistics[*player].damage;
                    *damage = damage.saturating_add(*amount);
                }
                Event::Milled { player, cards, .. } => {
                    let cards = u32::try_from(cards.len()).unwrap_or(u32::MAX);
                    statistics[*player].milled += cards;
                }
                Event::TokensMade { player, count, .. } => {
                    statistics[*player].tokens += u32::from(*count);
                }
                Event::Searched { player, .. } => statistics[*player].searches += 1,
                Event::MulliganTaken { player, .. } => statistics[*player].mulligans += 1,
                _ => {}
            }
        }
    }

    fn numbers(of: &Statistics) -> Vec<(&'static str, u32)> {
        vec![
            ("cards_drawn", of.drawn),
            ("spells_cast", of.cast),
            ("damage_dealt", of.damage),
            ("cards_milled", of.milled),
            ("tokens_made", of.tokens),
            ("searches", of.searches),
            ("mulligans", of.mulligans),
        ]
    }
}
