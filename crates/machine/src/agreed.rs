//! What a player has agreed to. A relay that says anything else about the table later is refused.

use facedown_core::Game;
use facedown_crypto::places::{Genesis, Seated};
use facedown_peers::Terms;
use facedown_protocol::relay::{Hex, PeerSeat, PeerTableInfo, check_key};
use facedown_protocol::{Name, TableId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What a player has agreed to when it sat down.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Agreed {
    /// The table.
    pub table: TableId,
    /// The relay's key.
    pub relay: Hex<32>,
    /// The name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The options of the game.
    pub options: Box<RawValue>,
    /// The number of seats.
    pub seats: usize,
    /// After how many seconds a player's own machine plays for it; 0 is never.
    pub think: u32,
    /// After how many seconds the others may say that a silent player has left.
    pub grace: u32,
    /// How many players together can replace one who has left.
    pub escrow: Option<u8>,
}

/// A table that is not what was agreed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Disagreement {
    /// Something about the table has changed since the player sat down.
    #[error(
        "the relay says something else about this table than when you sat down: {what} was {agreed} and is {said} now. Do not play here; make a new table at another relay"
    )]
    Changed {
        /// What has changed.
        what: &'static str,
        /// What was agreed.
        agreed: String,
        /// What the relay says now.
        said: String,
    },
    /// The player's own seat has somebody else's key, nonce or name.
    #[error(
        "the relay has given your seat to somebody else, or changed your name or key; do not play here"
    )]
    NotYourSeat,
    /// A seat has a key that cannot be used, or there is no such table.
    #[error("the relay has seated players with whom there is no table: {0}")]
    NoTable(String),
    /// The genesis is not the one that follows from what was agreed.
    #[error("the relay has begun another table than the one that was agreed; do not play here")]
    OtherGenesis,
    /// The other players' programs compute another genesis.
    #[error(
        "the players' programs do not agree what this table is: {0}. Compare their versions (facedown --version), and make a new table"
    )]
    OthersDisagree(String),
    /// This program has other rules.
    #[error(
        "this table is played by rules {theirs} of {game}, and this program has rules {ours}; {advice}"
    )]
    Rules {
        /// The game.
        game: &'static str,
        /// The table's rules.
        theirs: u32,
        /// This program's rules.
        ours: u32,
        /// What to do.
        advice: &'static str,
    },
}

impl Agreed {
    /// What the relay says now, to be agreed to.
    pub fn to(info: &PeerTableInfo) -> Self {
        Self {
            table: info.id.clone(),
            relay: info.relay,
            game: info.game.clone(),
            rules: info.rules,
            options: info.options.clone(),
            seats: info.seats.len(),
            think: info.think,
            grace: info.grace,
            escrow: info.escrow,
        }
    }

    /// Checks that the relay still says what was agreed.
    pub fn check(&self, info: &PeerTableInfo) -> Result<(), Disagreement> {
        let now = Self::to(info);
        let escrow = |agreed: &Self| agreed.escrow.map_or("none".into(), |t| t.to_string());
        let parts = [
            ("the table's id", self.table.to_string(), now.table.to_string()),
            ("the relay's key", self.relay.to_string(), now.relay.to_string()),
            ("the game", self.game.clone(), now.game.clone()),
            ("the version of the rules", self.rules.to_string(), now.rules.to_string()),
            ("the options", self.options.to_string(), now.options.to_string()),
            ("the number of seats", self.seats.to_string(), now.seats.to_string()),
            ("the time to think", self.think.to_string(), now.think.to_string()),
            ("the grace", self.grace.to_string(), now.grace.to_string()),
            ("the threshold of escrow", escrow(self), escrow(&now)),
        ];
        match parts.into_iter().find(|(_, agreed, said)| agreed != said) {
            Some((what, agreed, said)) => Err(Disagreement::Changed { what, agreed, said }),
            None => Ok(()),
        }
    }

    /// Checks that this program plays the game by the table's rules.
    pub fn check_rules<G: Game>(&self) -> Result<(), Disagreement> {
        let (theirs, ours) = (self.rules, G::RULES);
        let advice = match theirs.cmp(&ours) {
            std::cmp::Ordering::Equal => return Ok(()),
            std::cmp::Ordering::Greater => "update it",
            std::cmp::Ordering::Less => {
                "new tables are played by the newest rules: ask for a new one"
            }
        };
        Err(Disagreement::Rules { game: G::NAME, theirs, ours, advice })
    }

    /// The genesis of the table, once every seat is taken: every player's machine computes the same.
    pub fn genesis<G: Game>(&self, info: &PeerTableInfo) -> Result<Genesis, Disagreement> {
        self.check(info)?;
        self.check_rules::<G>()?;
        let no_table = |why: &dyn ToString| Disagreement::NoTable(why.to_string());
        let players: Option<Vec<&PeerSeat>> = info.seats.iter().map(Option::as_ref).collect();
        let players = players.ok_or_else(|| no_table(&"a seat is free"))?;
        let options: G::Options =
            serde_json::from_str(self.options.get()).map_err(|error| no_table(&error))?;
        let names: Vec<Name> = players.iter().map(|player| player.name.clone()).collect();
        let terms = Terms::new::<G>(&options, names).map_err(|error| no_table(&error))?;
        let terms = terms.with_times(self.think, self.grace).map_err(|error| no_table(&error))?;
        let seated = players
            .iter()
            .map(|player| Ok(Seated { key: check_key(&player.key)?, nonce: player.nonce.0 }));
        let seated: Result<Vec<_>, facedown_protocol::relay::SignError> = seated.collect();
        let seated = seated.map_err(|error| no_table(&error))?;
        let genesis = Genesis::new(terms.to_bytes(), seated).map_err(|error| no_table(&error))?;
        let genesis = match self.escrow {
            Some(threshold) => genesis.with_escrow(threshold).map_err(|error| no_table(&error))?,
            None => genesis,
        };
        let relay = check_key(&self.relay).map_err(|error| no_table(&error))?;
        Ok(genesis.with_relay(relay))
    }
}

#[cfg(test)]
mod tests {
    use facedown_crypto::Codec;
    use facedown_games::herding_cats::{HerdingCats, Options};
    use serde_json::json;

    use super::*;

    fn info() -> PeerTableInfo {
        let seat = |n: u8, name: &str| {
            let key = facedown_crypto::places::signing_key(&[n; 32]).verifying_key().to_bytes();
            json!({ "name": name, "key": Hex(key), "nonce": Hex([n; 32]) })
        };
        let relay = facedown_crypto::places::signing_key(&[9; 32]).verifying_key().to_bytes();
        serde_json::from_value(json!({
            "id": "t1", "game": "herding-cats", "rules": HerdingCats::RULES,
            "options": Options::default(), "seats": [seat(1, "Ann"), seat(2, "Ben")],
            "think": 0, "grace": 60, "escrow": null, "private": false, "relay": Hex(relay),
            "state": "agreeing", "entries": 0, "created": 0,
        }))
        .unwrap()
    }

    #[test]
    fn everybody_computes_the_same_genesis_and_it_names_everything() {
        let genesis = |info: &PeerTableInfo| Agreed::to(info).genesis::<HerdingCats>(info);
        let one = genesis(&info()).unwrap();
        assert_eq!(one.to_bytes(), genesis(&info()).unwrap().to_bytes());
        let changes: [&dyn Fn(&mut PeerTableInfo); 5] = [
            &|info| info.grace = 61,
            &|info| info.think = 5,
            &|info| info.seats[0].as_mut().unwrap().name = Name::new("Eve").unwrap(),
            &|info| info.seats[1].as_mut().unwrap().nonce = Hex([7; 32]),
            &|info| info.seats.swap(0, 1),
        ];
        for change in changes {
            let mut other = info();
            change(&mut other);
            assert_ne!(genesis(&other).unwrap().id(), one.id());
        }
    }

    #[test]
    fn what_was_not_agreed_is_refused_and_says_what_it_is() {
        let agreed = Agreed::to(&info());
        let refused = |change: &dyn Fn(&mut PeerTableInfo)| {
            let mut other = info();
            change(&mut other);
            agreed.genesis::<HerdingCats>(&other).unwrap_err().to_string()
        };
        assert!(refused(&|info| info.grace = 10).contains("the grace was 60 and is 10"));
        assert!(
            refused(&|info| info.game = "texas-42".into()).contains("the game was herding-cats")
        );
        assert!(refused(&|info| info.relay = Hex([1; 32])).contains("the relay's key was"));
        assert!(refused(&|info| info.seats.push(None)).contains("seats was 2 and is 3"));
        assert!(refused(&|info| info.seats[1] = None).contains("a seat is free"));
        let twice = refused(&|info| info.seats[1] = info.seats[0].clone());
        assert!(twice.contains("different keys"), "{twice}");
        let mut newer = info();
        newer.rules += 1;
        let newer = Agreed::to(&newer).genesis::<HerdingCats>(&newer).unwrap_err().to_string();
        assert!(newer.contains("update it"), "{newer}");
    }
}
