//! Terms: what the players of a table agree on before they sign anything.

use std::ops::RangeInclusive;

use facedown_core::{Game, SeatCount, SetupError};
use facedown_protocol::Name;
use facedown_protocol::relay::{MAX_GRACE, MIN_GRACE};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

/// The version of the encoding that this program writes and reads.
const VERSION: u32 = 1;

/// The longest encoding that is read, in bytes.
const MAX_BYTES: usize = 16 * 1024;

/// How long the others wait for a silent seat, unless the terms say something else: two minutes.
const GRACE: u32 = 120;

/// The shortest and the longest grace, in seconds, as relays have them: a network has hiccups.
const GRACES: RangeInclusive<u32> = MIN_GRACE..=MAX_GRACE;

/// What a table is about: the game, the version of its rules, its options, the players' names in seat order, and for how long
/// players wait for each other.
///
/// The genesis of a table contains their encoding, so everybody who has the same table has the same terms. There is one
/// encoding for each: anything else is refused.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The version of the encoding.
    facedown: u32,
    /// The name of the game.
    game: String,
    /// The version of its rules.
    rules: u32,
    /// The options in full, as the game writes them.
    options: Box<RawValue>,
    /// What the players are called, in seat order. There are as many seats.
    names: Vec<Name>,
    /// After how many seconds a player's own machine plays the rules' fallback for it; 0 for never.
    think: u32,
    /// After how many seconds the others may say that a silent seat has left.
    grace: u32,
}

/// Why terms cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TermsError {
    /// They are too long.
    #[error("these terms have {0} bytes; the longest that are read have {MAX_BYTES}")]
    TooLong(usize),
    /// They are no terms at all.
    #[error("these are no terms of a table: {0}")]
    Malformed(#[from] serde_json::Error),
    /// They were written by another version of this program.
    #[error("these terms have version {0}; this program reads version {VERSION}: update it")]
    Version(u32),
    /// They are not written in the one way in which terms are written.
    #[error("these terms are not written as this program writes them; make them anew")]
    NotCanonical,
    /// There is a name too many or too few, or there cannot be so many seats.
    #[error("there are {names} names for {seats} players; give one for each")]
    Names {
        /// How many names there are.
        names: usize,
        /// How many players there are.
        seats: usize,
    },
    /// Players would be sent away before they have had time to think, or nearly never.
    #[error(
        "a grace of {grace} seconds does not fit: it is at least {}, at most {}, and longer than the {think} seconds to think",
        GRACES.start(), GRACES.end()
    )]
    Times {
        /// The seconds to think.
        think: u32,
        /// The seconds of grace.
        grace: u32,
    },
    /// They are about another game.
    #[error("these terms are about {found}, not {wanted}")]
    OtherGame {
        /// The game that they name.
        found: String,
        /// The game that was wanted.
        wanted: &'static str,
    },
    /// The options are not written as the game writes them, so others could read them in another way.
    #[error("the options are not written as {game} writes them: {problem}")]
    Options {
        /// The game.
        game: &'static str,
        /// What is wrong with them.
        problem: String,
    },
}

/// Why a table cannot be set up by its terms.
#[derive(Debug, thiserror::Error)]
pub enum SetupRefused<R: facedown_core::Refusal> {
    /// The terms cannot be read.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The game does not have these rules or options, is not for so many players, or needs a house.
    #[error(transparent)]
    Setup(#[from] SetupError<R>),
}

impl Terms {
    /// The terms of a new table, by the newest rules. Nobody is hurried, and a silent seat is waited for for two minutes:
    /// [`Terms::with_times`] changes that.
    pub fn new<G: Game>(
        options: &G::Options,
        names: Vec<Name>,
    ) -> Result<Self, SetupRefused<G::Refusal>> {
        let options = to_raw_value(options).map_err(TermsError::Malformed)?;
        let terms = Self {
            facedown: VERSION,
            game: G::NAME.to_owned(),
            rules: G::RULES,
            options,
            names,
            think: 0,
            grace: GRACE,
        };
        terms.check::<G>()?;
        Ok(terms)
    }

    /// These terms with other times, in seconds: after `think` a player's own machine plays the rules' fallback for it (0: never),
    /// and after `grace` the others may say that a silent seat has left.
    pub fn with_times(self, think: u32, grace: u32) -> Result<Self, TermsError> {
        let terms = Self { think, grace, ..self };
        terms.check_times()?;
        Ok(terms)
    }

    /// Reads terms. They may be of any game: [`Terms::check`] asks a game whether it can be played by them.
    pub fn read(bytes: &[u8]) -> Result<Self, TermsError> {
        #[derive(Deserialize)]
        struct Version {
            facedown: u32,
        }
        if bytes.len() > MAX_BYTES {
            return Err(TermsError::TooLong(bytes.len()));
        }
        // Other versions may have other fields.
        let Version { facedown } = serde_json::from_slice(bytes)?;
        if facedown != VERSION {
            return Err(TermsError::Version(facedown));
        }
        let terms: Self = serde_json::from_slice(bytes)?;
        if terms.to_bytes() != bytes {
            return Err(TermsError::NotCanonical);
        }
        terms.check_times()?;
        Ok(terms)
    }

    fn check_times(&self) -> Result<(), TermsError> {
        let Self { think, grace, .. } = *self;
        let fits = GRACES.contains(&grace) && grace > think;
        if fits { Ok(()) } else { Err(TermsError::Times { think, grace }) }
    }

    /// The one encoding of these terms, for the genesis.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Plain data, which can be written.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The name of the game, to find its rules.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The version of the rules.
    pub const fn rules(&self) -> u32 {
        self.rules
    }

    /// The options, as the game writes them.
    pub fn options(&self) -> &RawValue {
        &self.options
    }

    /// What the players are called, in seat order.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// After how many seconds a player's own machine plays the rules' fallback for it; 0 for never.
    pub const fn think(&self) -> u32 {
        self.think
    }

    /// After how many seconds the others may say that a silent seat has left.
    pub const fn grace(&self) -> u32 {
        self.grace
    }

    /// How many seats there are.
    pub fn seats(&self) -> Result<SeatCount, TermsError> {
        let names = self.names.len();
        SeatCount::new(names).ok_or(TermsError::Names { names, seats: names })
    }

    /// The options of this game, if it can be played by these terms without a house.
    pub fn check<G: Game>(&self) -> Result<(G::Options, SeatCount), SetupRefused<G::Refusal>> {
        if self.game != G::NAME {
            let (found, wanted) = (self.game.clone(), G::NAME);
            return Err(TermsError::OtherGame { found, wanted }.into());
        }
        let bad = |problem: String| TermsError::Options { game: G::NAME, problem };
        let (seats, rules) = (self.seats()?, self.rules);
        if !facedown_core::has_rules::<G>(rules) {
            let (oldest, newest) = (G::OLDEST_RULES, G::RULES);
            return Err(SetupError::Rules { game: G::NAME, found: rules, oldest, newest }.into());
        }
        let options: G::Options =
            serde_json::from_str(self.options.get()).map_err(|error| bad(error.to_string()))?;
        let written = to_raw_value(&options).map_err(|error| bad(error.to_string()))?;
        if written.get() != self.options.get() {
            return Err(bad(format!("write {written}")).into());
        }
        // Everything else that can be wrong, the table itself finds: it is set up and thrown away.
        let table = facedown_core::PeerTable::<G>::by_rules(
            rules,
            options.clone(),
            seats,
            facedown_core::Viewer::Spectator,
        );
        table.map(|_| (options, seats)).map_err(SetupRefused::Setup)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // what fails here is the test
mod tests {
    use facedown_games::exploding_kittens::ExplodingKittens;
    use facedown_games::texas_42::{Options, Texas42};

    use super::*;

    fn names(count: usize) -> Vec<Name> {
        (0..count).map(|number| Name::new(&format!("Player {number}")).unwrap()).collect()
    }

    fn read(json: &str) -> Result<Terms, TermsError> {
        Terms::read(json.as_bytes())
    }

    #[test]
    fn terms_are_read_back_and_have_one_encoding() {
        let terms = Terms::new::<Texas42>(&Options::default(), names(4)).unwrap();
        let bytes = terms.to_bytes();
        let again = Terms::read(&bytes).unwrap();
        assert_eq!((again.game(), again.to_bytes()), ("texas-42", bytes.clone()));
        assert_eq!(again.check::<Texas42>().unwrap().1.get(), 4);
        let text = String::from_utf8(bytes).unwrap();
        let spaced = text.replacen("{\"facedown\":1,", "{\"facedown\":1, ", 1);
        assert!(matches!(read(&spaced), Err(TermsError::NotCanonical)));
        let newer = text.replacen(":1,", ":2,", 1);
        assert!(matches!(read(&newer), Err(TermsError::Version(2))));
        assert!(matches!(read("[]"), Err(TermsError::Malformed(_))));
        assert!(matches!(read(&" ".repeat(20_000)), Err(TermsError::TooLong(20_000))));
        let more = text.replacen("\"game\"", "\"extra\":0,\"game\"", 1);
        assert!(matches!(read(&more), Err(TermsError::Malformed(_))));
    }

    #[test]
    fn players_have_time_to_think_before_others_send_them_away() {
        let terms = Terms::new::<Texas42>(&Options::default(), names(4)).unwrap();
        assert_eq!((terms.think(), terms.grace()), (0, 120));
        let times = |think, grace| terms.clone().with_times(think, grace);
        let hurried = times(9, 10).unwrap();
        assert_eq!((hurried.think(), hurried.grace()), (9, 10));
        assert!(Terms::read(&hurried.to_bytes()).is_ok());
        for (think, grace) in [(0, 9), (10, 10), (200, 100), (0, 700_000)] {
            assert!(matches!(times(think, grace), Err(TermsError::Times { .. })));
        }
        let text = String::from_utf8(terms.to_bytes()).unwrap();
        let short = text.replacen("\"grace\":120", "\"grace\":1", 1);
        assert!(matches!(read(&short), Err(TermsError::Times { think: 0, grace: 1 })));
    }

    #[test]
    fn a_game_is_asked_whether_it_can_be_played_by_them() {
        let terms = Terms::new::<Texas42>(&Options::default(), names(4)).unwrap();
        let other = terms.check::<ExplodingKittens>();
        assert!(matches!(other, Err(SetupRefused::Terms(TermsError::OtherGame { .. }))));
        let text = String::from_utf8(terms.to_bytes()).unwrap();
        let rules = format!("\"rules\":{}", terms.rules());
        let checked = |text: String| read(&text).unwrap().check::<Texas42>().unwrap_err();
        let newer = checked(text.replacen(&rules, "\"rules\":999", 1));
        assert!(matches!(newer, SetupRefused::Setup(SetupError::Rules { found: 999, .. })));
        let three = checked(text.replacen(",\"Player 3\"", "", 1));
        assert!(matches!(three, SetupRefused::Setup(SetupError::SeatCount { seats: 3, .. })));
        // Options that are left out would be read as the usual ones, which may be others tomorrow.
        let options = terms.options().get().to_owned();
        let short = checked(text.replacen(&options, "{}", 1));
        assert!(matches!(short, SetupRefused::Terms(TermsError::Options { .. })));
    }

    #[test]
    fn a_game_that_needs_a_house_is_refused() {
        let party = serde_json::from_str(r#"{"set":"party"}"#).unwrap();
        let refused = Terms::new::<ExplodingKittens>(&party, names(3)).unwrap_err();
        assert!(matches!(refused, SetupRefused::Setup(SetupError::NeedsHouse(_))));
    }
}
