//! `facedown peer`: plays with friends over a relay, without trusting it or them with a card.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use facedown_games::with_game;
use facedown_machine::net::{create, info};
use facedown_machine::store::{BotSeat, Data, Kept, SeatFolder, Secrets, Who};
use facedown_machine::{Agreed, Error, Patience, RelayUrl, TableLink, Trouble};
use facedown_protocol::Name;
use facedown_protocol::relay::{NewPeerTable, PeerState, PeerTableInfo};

use crate::commands::play::console::Console;
use crate::failure::Failure;
use crate::lineup;
use crate::playable::Playable;

mod bot;
mod ending;
mod evening;
mod list;
mod page;
mod progress;
mod terminal;

use evening::{Evening, Screen};

/// The number of seats if none is given, as far as the game allows.
const USUAL_SEATS: usize = 4;

/// Plays with friends over a relay, without trusting it or them with a card
///
/// Nobody deals: the players' machines shuffle together, and no machine can read a card that its player may not see. A relay,
/// which any `facedown serve` is, only passes on signed messages. When the game is over all keys are opened, everything is
/// checked, and a chain is left that anybody can verify.
///
/// When the game begins, every screen shows four words. Read them to each other, in a call or in the chat in which you sent the
/// link: if all have the same, nobody sits between you.
#[derive(Args)]
#[command(after_help = "\
Five lines for an evening:
  facedown peer new texas-42 --relay http://cards.example    one makes a table, and sends the link to the others
  facedown peer join http://cards.example/peers/k3Jx9        the others join; --page plays in the browser
  … compare the four words that all screens show, and play …
  facedown peer play                                         after a break or a crash: lists your tables, and goes on
  facedown verify evening.chain                              afterwards, or anybody else, at any time")]
pub(crate) struct Peer {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    New(New),
    Join(Join),
    Play(Play),
    Watch(Watch),
    Bot(AddBot),
}

/// Makes a table at a relay, sits down, and waits for the others
///
/// It prints the link to send to them. The game begins when every seat is taken.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown peer new texas-42 --relay http://cards.example --name Ann
  facedown peer new exploding-kittens --relay http://127.0.0.1:4242 --seats 3 --private --page
  facedown peer new herding-cats --relay http://cards.example --think 60 --grace 300 --seats 5 --escrow 4

Nobody waits for ever: --think plays for a player whose machine is there, --grace lets a majority of the others say that a
silent machine has left. Then the table ends, or goes on without that player if all keys are in --escrow.")]
struct New {
    /// The game to play
    game: String,
    /// The relay: `http://HOST:PORT`
    #[arg(long, value_name = "URL", env = "FACEDOWN_RELAY")]
    relay: RelayUrl,
    /// How many players [default: 4, as far as the game allows]
    #[arg(long, value_name = "N", value_parser = lineup::players)]
    seats: Option<usize>,
    /// The table's options, as JSON
    #[arg(long, short, value_name = "JSON")]
    options: Option<String>,
    /// After how many seconds your own machine plays for you, the same for all players; 0 is never
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    think: u32,
    /// After how many seconds the others may say that a silent player has left: at least 10, and more than --think [default: 120, or
    /// a minute more than --think]
    #[arg(long, value_name = "SECONDS")]
    grace: Option<u32>,
    /// Put all keys into escrow: any N players together can go on without one who has left, and could also read every card
    /// together. More than half of the players; all but one is usual
    #[arg(long, value_name = "N")]
    escrow: Option<u8>,
    /// Do not list the table; only the link opens it
    #[arg(long)]
    private: bool,
    #[command(flatten)]
    seat: SeatArgs,
}

/// Joins a table by its link
///
/// Whoever has a seat there already goes on playing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown peer join http://cards.example/peers/k3Jx9
  facedown peer join 'http://192.168.1.5:4242/peers/k3Jx9#q7…' --name Ben --page

Put a link with a # in quotation marks. The game, its options and the times are shown before anything is signed, and a relay that
says something else later is refused.")]
struct Join {
    /// The link that you were sent
    link: TableLink,
    #[command(flatten)]
    seat: SeatArgs,
}

/// Goes on at one of your tables, after the program or the machine was stopped
///
/// Without a table it lists yours.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown peer play
  facedown peer play k3J --page")]
struct Play {
    /// The table's id, or how it begins
    table: Option<String>,
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(flatten)]
    common: CommonArgs,
}

/// Watches a table, with what everybody may see
///
/// It checks everything that players check, and has no keys.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown peer watch http://cards.example/peers/k3Jx9 --out evening.chain")]
struct Watch {
    /// The link to the table
    link: TableLink,
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(flatten)]
    common: CommonArgs,
}

/// Puts a bot on a seat
///
/// It runs on this machine, with keys of its own, and nobody can look into its cards. When it was stopped, the same command goes on.
#[derive(Args)]
#[command(after_help = lineup::help("\
Examples:
  facedown peer bot http://cards.example/peers/k3Jx9
  facedown peer bot http://cards.example/peers/k3Jx9 --bot random --name Rex"))]
struct AddBot {
    /// The link to the table
    link: TableLink,
    /// Which of the game's bots [default: the strongest]
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    /// What the bot is called [default: one of the game's names for bots]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// How long it takes to answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 700)]
    pause: u64,
    #[command(flatten)]
    common: CommonArgs,
}

/// How somebody sits down.
#[derive(Args)]
struct SeatArgs {
    /// What you are called [default: the name of your account]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(flatten)]
    common: CommonArgs,
}

/// Where the table is shown.
#[derive(Args)]
struct ScreenArgs {
    /// Play in the browser: serve the page to this machine alone, and print its address
    #[arg(long)]
    page: bool,
    /// The port of the page; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = 0, requires = "page")]
    port: u16,
}

/// What every way to a table has.
#[derive(Args)]
struct CommonArgs {
    /// Keep seeds and logs in this folder [default: your data folder, such as ~/.local/share/facedown]
    #[arg(long, value_name = "FOLDER", env = "FACEDOWN_PEER_DATA")]
    data: Option<PathBuf>,
    /// Write the chain to this file at the end; a player’s is also kept with the seat, and the end says where
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// For how many minutes to wait until every seat is taken
    #[arg(long, value_name = "MINUTES", default_value_t = 120)]
    wait: u64,
    /// For how many seconds to wait for a relay that is away
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    patience: u64,
}

impl Peer {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let runtime = tokio::runtime::Runtime::new()?;
        let result = runtime.block_on(async {
            match self.command {
                Command::New(new) => Box::pin(new.run()).await,
                Command::Join(join) => Box::pin(join.run()).await,
                Command::Play(play) => Box::pin(play.run()).await,
                Command::Watch(watch) => Box::pin(watch.run()).await,
                Command::Bot(bot) => Box::pin(bot.run()).await,
            }
        });
        // A thread that reads the terminal cannot be stopped, and need not be.
        runtime.shutdown_background();
        result
    }
}

impl New {
    async fn run(self) -> Result<(), Failure> {
        with_game!(
            self.game.as_str(),
            G => self.make::<G>().await,
            else Err(Failure::unknown_game(&self.game))
        )
    }

    async fn make<G: Playable>(&self) -> Result<(), Failure> {
        let usual = USUAL_SEATS.clamp(*G::SEATS.start(), *G::SEATS.end());
        let seats = self.seats.unwrap_or(usual);
        let count = lineup::seats::<G>(seats).map_err(|_| {
            Failure::Usage(format!("{} is not for {seats} players; change --seats", G::NAME))
        })?;
        let options = lineup::options::<G>(self.options.as_deref(), count)?;
        let grace = self.grace.unwrap_or_else(|| (self.think + 60).max(120));
        let table = NewPeerTable {
            game: G::NAME.to_owned(),
            rules: G::RULES,
            options: serde_json::value::to_raw_value(&options).map_err(std::io::Error::from)?,
            seats,
            think: self.think,
            grace,
            escrow: self.escrow,
            private: self.private,
        };
        evening::check_table::<G>(&options, &table)?;
        let name = own_name(self.seat.name.as_deref())?;
        let data = self.seat.common.data()?;
        let made = create(&self.relay, &table).await.map_err(Error::from).map_err(failure)?;
        let code = Some(made.code).filter(|_| self.private);
        let link = TableLink { relay: self.relay.clone(), table: made.table.clone(), code };
        let agreed = Agreed {
            table: made.table,
            relay: made.relay,
            game: table.game,
            rules: table.rules,
            options: table.options,
            seats,
            think: table.think,
            grace,
            escrow: table.escrow,
        };
        let folder = take_seat(&data, &link, Who::You, name, agreed)?;
        let mut console = Console::output();
        console.say("Send this link to the others:")?;
        console.line(&format!("\n  {link}\n"))?;
        self.seat.evening(Some(folder), link).play::<G>().await
    }
}

impl Join {
    async fn run(self) -> Result<(), Failure> {
        let data = self.seat.common.data()?;
        if data.has_own_seat(&self.link.table) {
            let folder = open_seat(&data.own_seat(&self.link.table))?;
            if folder.kept().link().is_none_or(|link| link.relay != self.link.relay) {
                return Err(Failure::Usage(
                    "you have a seat at a table with this id at another relay; check the link"
                        .into(),
                ));
            }
            Console::output().say("You have a seat at this table, and go on.")?;
            return go_on(folder, &self.seat.screen, &self.seat.common).await;
        }
        let found = look(&self.link).await?;
        evening::may_join(&found)?;
        let name = own_name(self.seat.name.as_deref())?;
        with_game!(
            found.game.as_str(),
            G => {
                check_rules::<G>(&found)?;
                evening::check_found::<G>(&found)?;
                progress::describe::<G>(&found)?;
                let agreed = Agreed::to(&found);
                let folder = take_seat(&data, &self.link, Who::You, name, agreed)?;
                self.seat.evening(Some(folder), self.link.clone()).play::<G>().await
            },
            else Err(Failure::unknown_game(&found.game))
        )
    }
}

impl Play {
    async fn run(self) -> Result<(), Failure> {
        let data = self.common.data()?;
        let Some(table) = &self.table else { return list::show(&data) };
        let path = data.find(table).map_err(Error::from).map_err(failure)?;
        go_on(open_seat(&path)?, &self.screen, &self.common).await
    }
}

impl Watch {
    async fn run(self) -> Result<(), Failure> {
        let found = look(&self.link).await?;
        if found.state == PeerState::Closed {
            return Err(failure(Error::Closed));
        }
        with_game!(
            found.game.as_str(),
            G => {
                check_rules::<G>(&found)?;
                progress::describe::<G>(&found)?;
                let evening = Evening::new(self.screen.screen(), &self.common, self.link.clone());
                evening.watch::<G>(Agreed::to(&found)).await
            },
            else Err(Failure::unknown_game(&found.game))
        )
    }
}

impl AddBot {
    async fn run(self) -> Result<(), Failure> {
        let data = self.common.data()?;
        // A bot that has played here need not ask: the relay may be away.
        let game = match data.bots(&self.link.table).pop() {
            Some(kept) => kept.agreed.game,
            None => look(&self.link).await?.game,
        };
        with_game!(
            game.as_str(),
            G => self.sit::<G>(&data).await,
            else Err(Failure::unknown_game(&game))
        )
    }

    async fn sit<G: Playable>(&self, data: &Data) -> Result<(), Failure> {
        let named: Vec<String> = self.bot.iter().cloned().collect();
        let bot = lineup::bots::<G>(&named, 1)?.remove(0);
        let who = Who::Bot(bot.clone());
        let seat = data.bot_seat(&self.link.table, &who, self.name.as_deref());
        let folder = match seat.map_err(Error::from).map_err(failure)? {
            BotSeat::Old(folder) => *folder,
            BotSeat::New(path) => {
                let found = look(&self.link).await?;
                check_rules::<G>(&found)?;
                evening::may_join(&found)?;
                evening::check_found::<G>(&found)?;
                let used = data.bots(&self.link.table);
                let is_free = |name: &&str| {
                    let sits = found.seats.iter().flatten().any(|seat| seat.name.as_str() == *name);
                    !sits && !used.iter().any(|used| used.name.as_str() == *name)
                };
                let free: Vec<&str> = G::BOT_NAMES.iter().copied().filter(is_free).collect();
                // Others may sit down at the same moment, so not always the first.
                let mut dice = facedown_core::Dice::new(&lineup::seed(None)?);
                let usual = dice.pick(&free).copied().unwrap_or("Bot");
                let name = checked_name(self.name.as_deref().unwrap_or(usual))?;
                let kept = Kept::new(&self.link, who, name, Agreed::to(&found));
                create_seat(&path, kept)?
            }
        };
        let screen = Screen::Bot { bot, pause: Duration::from_millis(self.pause) };
        let evening = Evening::new(screen, &self.common, self.link.clone());
        evening.seated(folder).play::<G>().await
    }
}

impl SeatArgs {
    fn evening(&self, folder: Option<SeatFolder>, link: TableLink) -> Evening {
        let evening = Evening::new(self.screen.screen(), &self.common, link);
        match folder {
            Some(folder) => evening.seated(folder),
            None => evening,
        }
    }
}

impl ScreenArgs {
    const fn screen(&self) -> Screen {
        if self.page { Screen::Page { port: self.port } } else { Screen::Terminal }
    }
}

impl CommonArgs {
    fn data(&self) -> Result<Data, Failure> {
        Data::open(self.data.as_deref()).map_err(Error::from).map_err(failure)
    }

    const fn patience(&self) -> Patience {
        Patience(Duration::from_secs(self.patience))
    }
}

/// Goes on at a table where this user has a seat.
async fn go_on(
    folder: SeatFolder,
    screen: &ScreenArgs,
    common: &CommonArgs,
) -> Result<(), Failure> {
    let kept = folder.kept();
    let game = kept.agreed.game.clone();
    // It was checked when the folder was read.
    let link = kept.link().ok_or_else(|| Failure::damaged(folder.path().display(), "no relay"))?;
    let evening = Evening::new(screen.screen(), common, link).seated(folder);
    with_game!(game.as_str(), G => evening.play::<G>().await, else Err(Failure::unknown_game(&game)))
}

async fn look(link: &TableLink) -> Result<PeerTableInfo, Failure> {
    let found = info(link).await.map_err(Error::from).map_err(failure)?;
    if found.id == link.table {
        return Ok(found);
    }
    Err(Failure::coded(
        1,
        "the relay answers with another table than the link names; do not play there",
    ))
}

fn check_rules<G: Playable>(found: &PeerTableInfo) -> Result<(), Failure> {
    Agreed::to(found).check_rules::<G>().map_err(|error| Failure::Usage(error.to_string()))
}

fn take_seat(
    data: &Data,
    link: &TableLink,
    who: Who,
    name: Name,
    agreed: Agreed,
) -> Result<SeatFolder, Failure> {
    create_seat(&data.own_seat(&link.table), Kept::new(link, who, name, agreed))
}

fn create_seat(path: &std::path::Path, kept: Kept) -> Result<SeatFolder, Failure> {
    let secrets = Secrets::random().map_err(Error::Random).map_err(failure)?;
    SeatFolder::create(path, kept, &secrets).map_err(Error::from).map_err(failure)
}

fn open_seat(path: &std::path::Path) -> Result<SeatFolder, Failure> {
    SeatFolder::open(path).map_err(Error::from).map_err(failure)
}

/// What the user is called: as asked, or as the account is.
fn own_name(asked: Option<&str>) -> Result<Name, Failure> {
    if let Some(name) = asked {
        return checked_name(name);
    }
    let account = ["USER", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
    let name = account.and_then(|name| Name::new(&name).ok());
    name.ok_or_else(|| Failure::Usage("what are you called? Say so with --name NAME".into()))
}

fn checked_name(name: &str) -> Result<Name, Failure> {
    Name::new(name).map_err(|error| Failure::Usage(format!("--name: {error}")))
}

/// An error of the machine, with its exit code.
fn failure(error: Error) -> Failure {
    let code = match error.trouble() {
        Trouble::Cheated => 1,
        Trouble::Usage => 2,
        Trouble::Damaged => 65,
        Trouble::Files => 74,
        Trouble::Away => 69,
        Trouble::Left => 0,
    };
    Failure::coded(code, error)
}
