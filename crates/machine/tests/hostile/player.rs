//! Players' machines, all in this process: what the command runs, with a random player instead of a screen.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::time::Duration;

use facedown_core::{Dice, Game, Seat, Seats, Seed, opened};
use facedown_crypto::places::Ending;
use facedown_games::herding_cats::{HerdingCats, Options};
use facedown_machine::net::info;
use facedown_machine::store::{Kept, SeatFolder, Secrets, Who};
use facedown_machine::{
    Agreed, Error, Front, Input, LinkState, Machine, Patience, TableLink, gather, play,
};
use facedown_peers::Desk;
use facedown_protocol::delta::Shorthand;
use facedown_protocol::{Name, VERSION};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::relay::{Relay, Way};

/// How a machine has ended.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) seat: Option<Seat>,
    pub(crate) result: Result<(), Error>,
    pub(crate) words: Vec<&'static str>,
    pub(crate) ending: Option<Ending>,
    /// How many have cheated, as far as this machine can tell.
    pub(crate) verdicts: usize,
    pub(crate) chain: Vec<u8>,
    /// How often the connection was lost.
    pub(crate) losses: usize,
    /// How many of the entries were heard.
    pub(crate) entries: u64,
}

/// What the relay says of a table of Herding Cats.
pub(crate) fn herding_cats(grace: u32) -> Value {
    json!({
        "game": HerdingCats::NAME, "rules": HerdingCats::RULES, "options": Options::default(),
        "think": 0, "grace": grace, "escrow": null, "private": false, "state": "open",
        "entries": 0, "created": 0,
    })
}

/// How long the machines of most tests wait for a relay that is away.
pub(crate) const PATIENT: Patience = Patience(Duration::from_mins(10));

/// Plays a table at a relay that behaves in this way, with so many machines that wait so long for it.
pub(crate) async fn plays(players: usize, patience: Patience, way: impl Way) -> Vec<Played> {
    let relay = Relay::open(herding_cats(600), players, way).await;
    play_at(&relay, players, patience).await
}

/// Plays with new machines at the table of this relay.
pub(crate) async fn play_at(relay: &Relay, players: usize, patience: Patience) -> Vec<Played> {
    join_all(machines(relay, players, patience, 0, 0)).await
}

/// So many machines of this relay's table. On another evening they have the same keys and other nonces; other people have other keys.
pub(crate) fn machines(
    relay: &Relay,
    players: usize,
    patience: Patience,
    people: u8,
    evening: u8,
) -> Vec<BoxFuture<Played>> {
    let numbers = 0..u8::try_from(players).unwrap();
    let machine = |number| {
        let name = Name::new(&format!("Player {number}")).unwrap();
        let secrets =
            Secrets { seed: [number + people + 1; 32], nonce: [number + evening + 101; 32] };
        let link = relay.link();
        let machine = async move { player(&link, name, secrets, patience).await };
        Box::pin(machine) as BoxFuture<Played>
    };
    numbers.map(machine).collect()
}

/// A machine that plays.
pub(crate) type BoxFuture<T> = Pin<Box<dyn Future<Output = T>>>;

/// One player's machine, from sitting down to the end.
async fn player(link: &TableLink, name: Name, secrets: Secrets, patience: Patience) -> Played {
    let folder = tempfile::tempdir().unwrap();
    let mut played = Played {
        seat: None,
        result: Ok(()),
        words: Vec::new(),
        ending: None,
        verdicts: 0,
        chain: Vec::new(),
        losses: 0,
        entries: 0,
    };
    played.result = sit(link, folder.path(), name, &secrets, patience, &mut played).await;
    played
}

async fn sit(
    link: &TableLink,
    path: &Path,
    name: Name,
    secrets: &Secrets,
    patience: Patience,
    played: &mut Played,
) -> Result<(), Error> {
    let agreed = Agreed::to(&info(link).await?);
    let kept = Kept::new(link, Who::You, name, agreed);
    let mut folder = SeatFolder::create(&path.join("you"), kept, secrets)?;
    let limit = Duration::from_hours(1);
    let (identity, open) =
        gather::<HerdingCats>(&mut folder, link, limit, patience, |_| Ok(())).await?;
    let shorthand = Shorthand::of::<HerdingCats>().into();
    let mut machine = Machine::<HerdingCats>::sit(folder, shorthand)?;
    played.seat = machine.seat();
    let mut front = Player {
        dice: Dice::new(&Seed::new(secrets.seed)),
        says: vec![json!({ "type": "hello", "version": VERSION }).to_string().into_bytes()],
        acted_at: None,
        losses: 0,
    };
    let result = play(&mut machine, link, &identity, open, &mut front, patience).await;
    let desk = machine.desk();
    played.words = desk.fold().words().map(|words| words.to_vec()).unwrap_or_default();
    (played.ending, played.verdicts) = (desk.ending(), desk.verdicts().len());
    (played.chain, played.losses) = (machine.chain().to_bytes(), front.losses);
    played.entries = machine.stamps().len();
    result
}

/// Somebody who always does something that is allowed.
struct Player {
    dice: Dice,
    says: Vec<Vec<u8>>,
    /// The number of actions when it last acted.
    acted_at: Option<usize>,
    losses: usize,
}

impl<G: Game> Front<G> for Player {
    fn changed(&mut self, desk: &Desk<G>) -> io::Result<()> {
        let rules = desk.fold().rules();
        let at = rules.log().len();
        let seat = rules.viewer().seat().unwrap();
        if !desk.fold().is_idle() || self.acted_at == Some(at) || !rules.waiting_on().contains(seat)
        {
            return Ok(());
        }
        let legal = rules.legal_for();
        let Some(action) = self.dice.pick(&legal).cloned() else { return Ok(()) };
        let act = json!({ "type": "act", "id": format!("a{at}"), "action": opened(action) });
        self.says.push(act.to_string().into_bytes());
        self.acted_at = Some(at);
        Ok(())
    }

    fn frame(&mut self, frame: Vec<u8>) -> io::Result<()> {
        if String::from_utf8_lossy(&frame).contains("\"stale\"") {
            self.acted_at = None;
        }
        Ok(())
    }

    fn link(&mut self, state: LinkState<'_>) -> io::Result<()> {
        self.losses += usize::from(state != LinkState::Open);
        Ok(())
    }

    fn presence(&mut self, _: Seats) -> io::Result<()> {
        Ok(())
    }

    fn unsigned(&mut self, _: Seats, _: Duration) -> io::Result<()> {
        Ok(())
    }

    async fn input(&mut self) -> Input {
        if self.says.is_empty() {
            std::future::pending::<()>().await;
        }
        Input::Say(self.says.remove(0))
    }
}
