//! A player's choices, which are written down before they are sent, so that a player never says two things at one place.

use std::collections::BTreeMap;

use super::super::task::Place;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::faces::FaceCode;
use crate::masked::MAX_DECK;

/// What stands for the head at which a shuffle was prepared, if it was not. A head is a hash, and never this.
const UNPREPARED: [u8; 32] = [0; 32];

/// A choice for a task.
#[derive(Clone, PartialEq, Eq)]
pub enum Choice {
    /// The new order of the task's places: the `k`th gets the card that lay at this one of them.
    Order(Vec<u16>),
    /// The place to which a card is tucked: so many of the others come before it.
    Tuck(u16),
    /// The faces of a secret list.
    Faces(Vec<FaceCode>),
    /// An answer.
    Answer(bool),
    /// The keys are not opened at the end.
    Refuse,
}

/// What a player has chosen in one wave. It is secret: keep it before an entry that contains it is sent, and give it to a player
/// that starts again.
#[derive(Clone, PartialEq, Eq)]
pub struct Note {
    /// The head at which the wave began.
    pub(super) wave: [u8; 32],
    pub(super) chosen: Chosen,
}

/// The choices of one wave.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Chosen {
    pub(super) action: Option<Acted>,
    pub(super) choices: BTreeMap<u16, Choice>,
    /// With what shuffles began, by the first place of their piles.
    pub(super) prepared: BTreeMap<Place, Prepared>,
}

/// With what a shuffle began. What was prepared must not be used anywhere else, and what began without must not begin with it when
/// the player starts again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Prepared {
    /// The head at which it was prepared; `None` if it was not.
    pub(super) at: Option<[u8; 32]>,
    /// The head of the shuffle.
    pub(super) used: [u8; 32],
}

/// An action, and the cards that it turns over.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Acted {
    pub(super) action: Vec<u8>,
    pub(super) turned: Vec<Place>,
}

impl Codec for Choice {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Order(order) => {
                to.byte(0);
                to.short(order.len());
                for &place in order {
                    to.short(usize::from(place));
                }
            }
            Self::Tuck(place) => {
                to.byte(1);
                to.short(usize::from(*place));
            }
            Self::Faces(faces) => {
                to.byte(2);
                to.list(faces);
            }
            Self::Answer(answer) => {
                to.byte(3);
                to.byte(u8::from(*answer));
            }
            Self::Refuse => to.byte(4),
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(match from.byte()? {
            0 => {
                let count = from.count(MAX_DECK)?;
                Self::Order((0..count).map(|_| from.short()).collect::<Result<_, _>>()?)
            }
            1 => Self::Tuck(from.short()?),
            2 => Self::Faces(from.list(MAX_DECK)?),
            3 => Self::Answer(flag(from)?),
            4 => Self::Refuse,
            byte => return Err(DecodeError::UnknownKind { what: "choice", byte }),
        })
    }
}

impl Codec for Note {
    fn write(&self, to: &mut Writer) {
        to.bytes(&self.wave);
        to.byte(u8::from(self.chosen.action.is_some()));
        if let Some(Acted { action, turned }) = &self.chosen.action {
            to.short(action.len());
            to.bytes(action);
            to.short(turned.len());
            for place in turned {
                to.short(usize::from(place.0));
            }
        }
        to.short(self.chosen.choices.len());
        for (task, choice) in &self.chosen.choices {
            to.short(usize::from(*task));
            choice.write(to);
        }
        to.short(self.chosen.prepared.len());
        for (place, Prepared { at, used }) in &self.chosen.prepared {
            to.short(usize::from(place.0));
            to.bytes(&at.unwrap_or(UNPREPARED));
            to.bytes(used);
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let wave = from.array()?;
        let action = if flag(from)? {
            let length = usize::from(from.short()?);
            let action = from.take(length)?.to_vec();
            let count = usize::from(from.short()?);
            let place = |_| from.short().map(Place);
            Some(Acted { action, turned: (0..count).map(place).collect::<Result<_, _>>()? })
        } else {
            None
        };
        let count = usize::from(from.short()?);
        let mut choices = BTreeMap::new();
        for _ in 0..count {
            let task = from.short()?;
            if choices.last_key_value().is_some_and(|(last, _)| *last >= task) {
                return Err(DecodeError::Invalid("choices are in the order of their tasks"));
            }
            choices.insert(task, Choice::read(from)?);
        }
        let count = usize::from(from.short()?);
        let mut prepared = BTreeMap::new();
        for _ in 0..count {
            let place = Place(from.short()?);
            if prepared.last_key_value().is_some_and(|(last, _)| *last >= place) {
                return Err(DecodeError::Invalid(
                    "prepared shuffles are in the order of their places",
                ));
            }
            let at = Some(from.array()?).filter(|at| *at != UNPREPARED);
            prepared.insert(place, Prepared { at, used: from.array()? });
        }
        Ok(Self { wave, chosen: Chosen { action, choices, prepared } })
    }
}

fn flag(from: &mut Reader<'_>) -> Result<bool, DecodeError> {
    match from.byte()? {
        0 => Ok(false),
        1 => Ok(true),
        byte => Err(DecodeError::UnknownKind { what: "flag", byte }),
    }
}
