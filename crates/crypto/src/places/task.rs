//! Tasks: what the rules of a game demand of the table, and what comes of it.

use facedown_core::Seat;
use thiserror::Error;

use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::faces::FaceCode;
use crate::transcript::Transcript;

/// The number of a place at the table, which holds one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u16);

/// How a seat may arrange cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// In any order.
    Freely,
    /// The card at the first of the places goes to a secret one of them, and the others keep their order.
    Tuck,
}

/// What the rules demand. It contains no secret and is the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// A public list of cards comes to new places.
    Bring {
        /// The places.
        places: Vec<Place>,
        /// The face of the card at each of them.
        faces: Vec<FaceCode>,
    },
    /// A list of cards that only its owner knows comes to new places.
    BringSealed {
        /// The owner.
        owner: Seat,
        /// The places.
        places: Vec<Place>,
    },
    /// All players shuffle the cards of these places.
    Shuffle {
        /// The places.
        places: Vec<Place>,
    },
    /// A seat sees a card.
    Show {
        /// The place of the card.
        place: Place,
        /// The seat.
        to: Seat,
    },
    /// Everybody sees a card.
    Reveal {
        /// The place of the card.
        place: Place,
    },
    /// Everybody learns whether a card has one of these faces, and nothing else.
    Test {
        /// The place of the card.
        place: Place,
        /// The faces.
        yes: Vec<FaceCode>,
    },
    /// A seat answers yes or no about cards that it knows. The answer can be checked when the keys are open.
    Answer {
        /// The seat.
        seat: Seat,
        /// The cards' places.
        places: Vec<Place>,
    },
    /// A seat puts the cards of these places into an order that it chooses.
    Arrange {
        /// The seat.
        seat: Seat,
        /// The places.
        places: Vec<Place>,
        /// What it may do.
        way: Way,
    },
    /// A seat puts cards that it holds into a random order that only it knows.
    Mix {
        /// The seat.
        seat: Seat,
        /// The places.
        places: Vec<Place>,
    },
    /// All players together roll a random number below `sides`.
    Roll {
        /// The number of sides.
        sides: u32,
    },
    /// All players shuffle every pile, and then replace their keys in all of these cards by fresh ones.
    Reshuffle {
        /// The piles that are shuffled, each for itself.
        piles: Vec<Vec<Place>>,
        /// Cards that get the fresh keys too, but stay where they are.
        hands: Vec<Place>,
    },
    /// All players open their keys, so that everything can be checked. The table ends.
    Close {
        /// The first key epoch whose keys are opened; 0 for all.
        from: u16,
    },
}

/// What came of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskOutcome {
    /// It is done.
    Done,
    /// The face of the card.
    Face(FaceCode),
    /// The answer.
    Answer(bool),
    /// The number that was rolled.
    Rolled(u32),
    /// The card is no card: whoever brought it cheated. The open keys show who.
    Unreadable,
    /// The seat that it depended on has left.
    Left,
}

/// Why tasks cannot be carried out. It is the caller's mistake, or its rules'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TaskError {
    /// The table is still working, or has ended.
    #[error("the table does not wait for tasks now")]
    NotIdle,
    /// There is no card at this place.
    #[error("there is no card at place {}", .0.0)]
    NoCard(Place),
    /// There is a card at this place already.
    #[error("there is a card at place {} already", .0.0)]
    Occupied(Place),
    /// A task names a place twice.
    #[error("a task names place {} twice", .0.0)]
    Twice(Place),
    /// A task has no cards, too many, or not as many faces as places.
    #[error("a task cannot have {0} cards")]
    Size(usize),
    /// There is no such seat, or it has left.
    #[error("{0} is not at the table")]
    NoSuchSeat(Seat),
    /// A roll needs at least one side, and a test at least one face.
    #[error("a roll needs a side, and a test needs a face")]
    Empty,
    /// After a player has left, this hidden card has to be shuffled first.
    #[error("the hidden card at place {} has to be shuffled first, because a player has left", .0.0)]
    Uncovered(Place),
    /// The table has too many cards or keys.
    #[error("a table has at most {MAX_PLACES} places and {MAX_EPOCHS} keys of each player")]
    TooMany,
}

/// The maximum number of places of a table.
pub const MAX_PLACES: usize = 4096;

/// The maximum number of keys of each player.
pub const MAX_EPOCHS: usize = 4096;

impl Task {
    /// The places that the task names.
    pub fn places(&self) -> Vec<Place> {
        match self {
            Self::Bring { places, .. }
            | Self::BringSealed { places, .. }
            | Self::Shuffle { places }
            | Self::Answer { places, .. }
            | Self::Arrange { places, .. }
            | Self::Mix { places, .. } => places.clone(),
            Self::Show { place, .. } | Self::Reveal { place } | Self::Test { place, .. } => {
                vec![*place]
            }
            Self::Reshuffle { piles, hands } => {
                piles.iter().flatten().chain(hands).copied().collect()
            }
            Self::Roll { .. } | Self::Close { .. } => Vec::new(),
        }
    }
}

impl Codec for Task {
    fn write(&self, to: &mut Writer) {
        let list = |to: &mut Writer, places: &[Place]| {
            to.short(places.len());
            for place in places {
                to.short(usize::from(place.0));
            }
        };
        match self {
            Self::Bring { places, faces } => {
                to.byte(1);
                list(to, places);
                to.list(faces);
            }
            Self::BringSealed { owner, places } => {
                to.byte(2);
                owner.write(to);
                list(to, places);
            }
            Self::Shuffle { places } => {
                to.byte(3);
                list(to, places);
            }
            Self::Show { place, to: seat } => {
                to.byte(4);
                list(to, &[*place]);
                seat.write(to);
            }
            Self::Reveal { place } => {
                to.byte(5);
                list(to, &[*place]);
            }
            Self::Test { place, yes } => {
                to.byte(6);
                list(to, &[*place]);
                to.list(yes);
            }
            Self::Answer { seat, places } => {
                to.byte(7);
                seat.write(to);
                list(to, places);
            }
            Self::Arrange { seat, places, way } => {
                to.byte(if *way == Way::Freely { 8 } else { 9 });
                seat.write(to);
                list(to, places);
            }
            Self::Mix { seat, places } => {
                to.byte(10);
                seat.write(to);
                list(to, places);
            }
            Self::Roll { sides } => {
                to.byte(11);
                to.bytes(&sides.to_le_bytes());
            }
            Self::Reshuffle { piles, hands } => {
                to.byte(12);
                to.short(piles.len());
                for pile in piles {
                    list(to, pile);
                }
                list(to, hands);
            }
            Self::Close { from } => {
                to.byte(13);
                to.short(usize::from(*from));
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let list = |from: &mut Reader<'_>| -> Result<Vec<Place>, DecodeError> {
            let count = from.count(MAX_PLACES)?;
            (0..count).map(|_| from.short().map(Place)).collect()
        };
        let one = |from: &mut Reader<'_>| match list(from)?.as_slice() {
            [place] => Ok(*place),
            _ => Err(DecodeError::Invalid("this task has one card")),
        };
        Ok(match from.byte()? {
            1 => Self::Bring { places: list(from)?, faces: from.list(MAX_PLACES)? },
            2 => Self::BringSealed { owner: Seat::read(from)?, places: list(from)? },
            3 => Self::Shuffle { places: list(from)? },
            4 => Self::Show { place: one(from)?, to: Seat::read(from)? },
            5 => Self::Reveal { place: one(from)? },
            6 => Self::Test { place: one(from)?, yes: from.list(MAX_PLACES)? },
            7 => Self::Answer { seat: Seat::read(from)?, places: list(from)? },
            8 => {
                let (seat, places) = (Seat::read(from)?, list(from)?);
                Self::Arrange { seat, places, way: Way::Freely }
            }
            9 => {
                let (seat, places) = (Seat::read(from)?, list(from)?);
                Self::Arrange { seat, places, way: Way::Tuck }
            }
            10 => Self::Mix { seat: Seat::read(from)?, places: list(from)? },
            11 => Self::Roll { sides: u32::from_le_bytes(from.array()?) },
            12 => {
                let count = from.count(MAX_PLACES)?;
                let piles = (0..count).map(|_| list(from)).collect::<Result<_, _>>()?;
                Self::Reshuffle { piles, hands: list(from)? }
            }
            13 => Self::Close { from: from.short()? },
            byte => return Err(DecodeError::UnknownKind { what: "task", byte }),
        })
    }
}

/// The head after the rules have demanded these tasks: machines whose rules disagree have different heads.
pub(super) fn head_with(before: &[u8; 32], tasks: &[Task]) -> [u8; 32] {
    let mut transcript = Transcript::new(domain::PLACES_TASKS);
    transcript.absorb(b"before", before);
    transcript.absorb_number(b"count", tasks.len() as u64);
    for task in tasks {
        transcript.absorb(b"task", &task.to_bytes());
    }
    super::hash_of(transcript)
}
