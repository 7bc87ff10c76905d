//! Refusals: the server's replies to what it does not carry out.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Why something was not done. Also the body of every HTTP error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refusal {
    /// A short name for programs: that of a [`Kind`], or one of the game's own.
    pub kind: Cow<'static, str>,
    /// The id of the rule of the game that was broken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<Cow<'static, str>>,
    /// A sentence for people, which says what to do instead.
    pub message: String,
}

impl Refusal {
    /// A refusal of the server, with a sentence that says what to do instead.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind: Cow::Borrowed(kind.name()), rule: None, message: message.into() }
    }

    /// A refusal with the kind's default sentence.
    pub fn plain(kind: Kind) -> Self {
        Self::new(kind, kind.advice())
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $Kind:ident = $name:literal, $status:literal, $advice:literal;)*) => {
        /// Why the server refuses something. Refusals by the rules of a game have the game's own names.
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

            /// The default sentence.
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$Kind => $advice,)* }
            }
        }
    };
}

kinds! {
    /// The message is not a JSON object.
    NotJson = "not-json", 400, "send one JSON object in each message";
    /// The message has no type, or an unknown one.
    UnknownKind = "unknown-kind", 400, "there is no such type of message";
    /// A field is missing, of the wrong type, too long or out of range.
    Malformed = "malformed", 400, "a field is missing or has an invalid value";
    /// The message is too long.
    TooLarge = "too-large", 413, "send less at once";
    /// Too many messages, or too many requests.
    TooFast = "too-fast", 429, "wait a little and send it again";
    /// The first message was not `hello`.
    HelloFirst = "hello-first", 400, "say hello first";
    /// A second `hello` was sent.
    HelloTwice = "hello-twice", 400, "say hello only once";
    /// The server does not support this version of the protocol.
    UnsupportedVersion = "unsupported-version", 400, "reload the page, or update the client";
    /// The request comes from a page of another site.
    ForeignOrigin = "foreign-origin", 403, "open the page of this server";
    /// The token is missing or unknown.
    Unauthorized = "unauthorized", 401, "send the token of a player, or register as a guest first";
    /// It does not exist, or this player may not know of it.
    NotFound = "not-found", 404, "there is nothing here; check the link";
    /// The code is wrong, used or expired.
    BadCode = "bad-code", 403, "ask for a new link";
    /// The table does not allow spectators.
    NoSpectators = "no-spectators", 403, "only players may watch this table";
    /// Only a player of this table can do that.
    NotSeated = "not-seated", 403, "sit down first";
    /// Only the host of this table can do that.
    NotHost = "not-host", 403, "only the host can do that";
    /// Other people play at this table.
    NotAlone = "not-alone", 403, "other people play here; only a player alone against bots can do that";
    /// The host has kicked this player.
    Kicked = "kicked", 403, "the host has removed you from this table; find another one";
    /// There is no such seat at the table.
    NoSuchSeat = "no-such-seat", 400, "there is no such seat at this table";
    /// Somebody else sits there.
    SeatTaken = "seat-taken", 409, "take another seat";
    /// No seat is free.
    TableFull = "table-full", 409, "every seat is taken; find another table, or watch this one";
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
    Resigned = "resigned", 409, "you have resigned; you can only watch";
    /// The table is not waiting for this seat.
    OutOfTurn = "out-of-turn", 409, "wait for your turn";
    /// The player's time ran out before the action arrived.
    OutOfTime = "out-of-time", 409, "your time ran out before this arrived; look at the table and decide again";
    /// Something has happened that the client had not seen when it acted.
    Stale = "stale", 409, "the table has moved on; look at it and decide again";
    /// The game has no such action.
    NoSuchAction = "no-such-action", 400, "send one of the legal actions";
    /// The id was already used for a different message.
    IdReused = "id-reused", 409, "give each action an id of its own";
    /// There is no such game.
    UnknownGame = "unknown-game", 400, "choose one of the games of this server";
    /// The game has no such bot.
    UnknownBot = "unknown-bot", 400, "choose one of the bots of this game";
    /// The game cannot be played with these options, or by this number of players.
    BadOptions = "bad-options", 400, "choose other options or another number of seats";
    /// The player has reached the limit of tables.
    TooManyTables = "too-many-tables", 409, "finish or leave one of your tables first";
    /// The address has reached the limit of tables.
    TooManyTablesHere = "too-many-tables-here", 429, "too many tables were created from your address; finish one of them first";
    /// The address has reached the limit of new guests.
    TooManyGuests = "too-many-guests", 429, "too many new players came from your address; wait a minute and try again";
    /// The server has reached the limit of replays at the same time.
    TooManyReplays = "too-many-replays", 429, "too many replays are under way; wait a moment and try again";
    /// The player, or all players at the same address together, send too many chat messages.
    ChatTooFast = "chat-too-fast", 429, "you are writing too fast; wait a moment and send it again";
    /// The table has reached the limit of chat messages.
    ChatFull = "chat-full", 409, "the chat of this table is full; go on at a new table";
    /// The signature does not fit the key, the table and the relay.
    BadSignature = "bad-signature", 403, "sign for this relay and this table, with the key that you name";
    /// The key or the nonce cannot be in a genesis.
    BadKey = "bad-key", 400, "make a new key and a new nonce for this table";
    /// Another player has sent another genesis first.
    OtherGenesis = "other-genesis", 409, "the players' programs do not agree what this table is; compare their versions, and make a new table";
    /// The table was closed before its game began.
    TableClosed = "table-closed", 409, "this table was closed before its game began; make a new one";
    /// The client has more entries than the relay.
    Ahead = "ahead", 409, "you have entries that this server has lost; keep your copy and ask its operator";
    /// The table has reached the limit of entries or of bytes.
    TooManyEntries = "too-many-entries", 409, "this table cannot store more; end it and go on at a new one";
    /// The table's journal is damaged, and the table was set aside.
    Damaged = "damaged", 500, "this table is damaged and cannot be opened; ask the operator of the server";
    /// The dealer could not carry it out.
    Dealer = "dealer", 500, "the dealer could not do that; nothing has changed";
    /// The server is full, is shutting down or cannot write.
    Unavailable = "unavailable", 503, "the server cannot do that now; try again soon";
    /// The server failed.
    Internal = "internal", 500, "something went wrong on the server; try again";
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
    fn a_refusal_omits_what_it_does_not_have_and_is_read_back() {
        let refusal = Refusal::plain(Kind::OutOfTurn);
        let text = serde_json::to_string(&refusal).unwrap();
        assert_eq!(text, r#"{"kind":"out-of-turn","message":"wait for your turn"}"#);
        assert_eq!(serde_json::from_str::<Refusal>(&text).unwrap(), refusal);
    }
}
