//! Refusals: what the house answers when it does not do what it was asked.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Why something was not done. The body of every HTTP answer that is no success.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refusal {
    /// A short name for machines: of a [`Kind`], or what the game's rules call it.
    pub kind: Cow<'static, str>,
    /// The numbered rule of the game that was broken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<Cow<'static, str>>,
    /// A sentence for people that says what to do instead.
    pub message: String,
}

impl Refusal {
    /// A refusal of the house, with a sentence that says what to do instead.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind: Cow::Borrowed(kind.name()), rule: None, message: message.into() }
    }

    /// A refusal of this kind that needs no more words.
    pub fn plain(kind: Kind) -> Self {
        Self::new(kind, kind.advice())
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $Kind:ident = $name:literal, $status:literal, $advice:literal;)*) => {
        /// Why the house refuses. What the rules of a game refuse has the game's own names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub enum Kind {
            $($(#[$doc])* #[serde(rename = $name)] $Kind,)*
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$Kind),*];

            /// Its name in messages.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Kind => $name,)* }
            }

            /// The HTTP status that goes with it.
            pub const fn status(self) -> u16 {
                match self { $(Self::$Kind => $status,)* }
            }

            /// What to do, when there is nothing more to say.
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$Kind => $advice,)* }
            }
        }
    };
}

kinds! {
    /// The message is not JSON, or no object.
    NotJson = "not-json", 400, "send one JSON object in each message";
    /// The message says nothing about its kind, or is of a kind that the house does not know.
    UnknownKind = "unknown-kind", 400, "the house does not know this kind of message";
    /// A field is missing, of the wrong type, too long or out of range.
    Malformed = "malformed", 400, "a field is missing or has a value that it cannot have";
    /// The message is too long.
    TooLarge = "too-large", 413, "send less at once";
    /// Too many messages, or too many requests.
    TooFast = "too-fast", 429, "wait a little and send it again";
    /// The first message was not `hello`.
    HelloFirst = "hello-first", 400, "say hello first";
    /// There was already a `hello`.
    HelloTwice = "hello-twice", 400, "say hello only once";
    /// The house does not speak this version of the protocol.
    UnsupportedVersion = "unsupported-version", 400, "reload the page, or update the client";
    /// The request comes from a page of somebody else.
    ForeignOrigin = "foreign-origin", 403, "open the page of this house";
    /// There is no token, or nobody has it.
    Unauthorized = "unauthorized", 401, "send the token of a player, or become a guest first";
    /// There is nothing there, or nothing that this player may know of.
    NotFound = "not-found", 404, "there is nothing here; check the link";
    /// The code is wrong, has been used or is too old.
    BadCode = "bad-code", 403, "ask for a new link";
    /// The table has no spectators.
    NoSpectators = "no-spectators", 403, "only players may look at this table";
    /// Only a player of this table can do that.
    NotSeated = "not-seated", 403, "sit down first";
    /// Only the host of this table can do that.
    NotHost = "not-host", 403, "only the host can do that";
    /// The host has shown this player the door.
    Kicked = "kicked", 403, "the host has shown you the door; find another table";
    /// There is no such seat at the table.
    NoSuchSeat = "no-such-seat", 400, "there is no such seat at this table";
    /// Somebody else sits there.
    SeatTaken = "seat-taken", 409, "take another seat";
    /// No seat is free.
    TableFull = "table-full", 409, "every seat is taken; find another table or look on";
    /// The player sits at this table already.
    AlreadySeated = "already-seated", 409, "you already sit at this table";
    /// The game has not begun.
    NotStarted = "not-started", 409, "the game has not begun; wait for the host to start it";
    /// The game has begun.
    AlreadyStarted = "already-started", 409, "the game has already begun";
    /// Some seats are still free.
    SeatsFree = "seats-free", 409, "wait until every seat is taken, or give the free ones to bots";
    /// The game is over.
    GameOver = "game-over", 409, "the game is over; start a new one";
    /// The game is not over.
    GameNotOver = "game-not-over", 409, "wait until the game is over";
    /// The player has resigned.
    Resigned = "resigned", 409, "you have resigned; you can only look on";
    /// The table is not waiting for this seat.
    OutOfTurn = "out-of-turn", 409, "wait for your turn";
    /// The player's time was up before the action came.
    OutOfTime = "out-of-time", 409, "your time was up before this came; look at the table and decide again";
    /// Something has happened since, which the client had not seen when it acted.
    Stale = "stale", 409, "the table has moved on; look at it and decide again";
    /// The action is none of this game's.
    NoSuchAction = "no-such-action", 400, "send one of the legal actions";
    /// The same id was used for something else.
    IdReused = "id-reused", 409, "give each action an id of its own";
    /// There is no such game.
    UnknownGame = "unknown-game", 400, "choose one of the games of this house";
    /// The game has no such bot.
    UnknownBot = "unknown-bot", 400, "choose one of the bots of this game";
    /// The game cannot be played with these options or by so many.
    BadOptions = "bad-options", 400, "choose other options or another number of seats";
    /// The player has as many tables as are allowed.
    TooManyTables = "too-many-tables", 409, "finish or leave one of your tables first";
    /// As many tables as are allowed were set up from this address.
    TooManyTablesHere = "too-many-tables-here", 429, "too many tables were set up from your address; finish one of them first";
    /// As many guests as are allowed came from this address.
    TooManyGuests = "too-many-guests", 429, "too many new players came from your address; wait a minute and try again";
    /// The server makes as many replays as it can at the same time.
    TooManyReplays = "too-many-replays", 429, "too many replays are under way; wait a moment and try again";
    /// The player, or everybody at the same address, writes too much.
    ChatTooFast = "chat-too-fast", 429, "you are writing too fast; wait a moment and send it again";
    /// The table has kept all the chat that it can.
    ChatFull = "chat-full", 409, "the chat of this table is full; go on at a new table";
    /// The table's journal is damaged, and the table was set aside.
    Damaged = "damaged", 500, "this table is damaged and cannot be opened; ask who runs the server";
    /// The dealer could not carry it out.
    Dealer = "dealer", 500, "the dealer could not do that; nothing has changed";
    /// The house is full, or is about to close.
    Unavailable = "unavailable", 503, "the house cannot do that now; try again soon";
    /// Something went wrong in the house.
    Internal = "internal", 500, "something went wrong in the house; try again";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_one_name_in_code_and_in_messages() {
        for &kind in Kind::ALL {
            assert_eq!(serde_json::to_string(&kind).unwrap(), format!("{:?}", kind.name()));
            assert!((400..600).contains(&kind.status()), "{kind:?}");
        }
        let mut names: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Kind::ALL.len());
    }

    #[test]
    fn a_refusal_is_small_and_read_again() {
        let refusal = Refusal::plain(Kind::OutOfTurn);
        let text = serde_json::to_string(&refusal).unwrap();
        assert_eq!(text, r#"{"kind":"out-of-turn","message":"wait for your turn"}"#);
        assert_eq!(serde_json::from_str::<Refusal>(&text).unwrap(), refusal);
    }
}
