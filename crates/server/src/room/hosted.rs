//! A game with its type erased: JSON in, JSON out.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use facedown_bots::BotGame;
use facedown_cards::CardId;
use facedown_core::{
    CatalogueNumber, Contribution, Deal, Dice, LogEntry, Permitted, Recipient, Refused, Seat,
    SeatCount, Seats, Seed, Sighting, Standing, Table, Viewer, opened,
};
use facedown_games::with_game;
use facedown_protocol::delta::{Shorthand, Tape, Vocabulary};
use facedown_protocol::{Kind, Refusal};
use serde_json::value::{RawValue, to_raw_value};

/// A running game of any kind. The server uses all games through this trait and names none.
///
/// It holds the faces, and shows each viewer what that viewer's lens shows.
pub trait Hosted: Send {
    /// Parses a client's action and checks whether this seat may do it now. Changes nothing.
    fn prepare(&self, seat: Seat, action: &RawValue) -> Result<Prepared, Refusal>;
    /// Carries out a permitted action. If the game has changed since, it is checked again. A refused action changes nothing.
    fn carry_out(&mut self, permit: Permit) -> Result<(), Refusal>;
    /// Carries out an action from the journal. A refused action changes nothing.
    fn replay(&mut self, seat: Seat, action: &RawValue) -> Result<(), Refusal>;
    /// Carries out an action from the log of another table of this game. A refused action changes nothing.
    fn replay_logged(&mut self, action: LoggedAction) -> Result<(), Refusal>;
    /// Who has seen which face for the first time, for a game whose cards have words in a catalogue.
    fn sightings(&self) -> &[Sighting];
    /// The name that the owner of this card has given because no catalogue need have it. Tell it only to those who see the card.
    fn name_of(&self, sighting: &Sighting) -> Option<&str>;
    /// How many events there have been, for any viewer.
    fn told(&self) -> usize;
    /// Writes the events with these numbers in shorthand, each once for all viewers.
    fn events(&self, numbers: Range<usize>, out: &mut EventTexts);
    /// The events with these numbers that reach the viewer.
    fn events_of(&self, numbers: Range<usize>, viewer: Viewer) -> Vec<Box<RawValue>>;
    /// Writes the public part of the view onto the tape.
    fn public_view(&self, tape: &mut Tape);
    /// Writes the viewer's own part of the view onto the tape; `null` for a spectator.
    fn own_view(&self, viewer: Viewer, tape: &mut Tape);
    /// Writes the legal actions of this seat onto the tape, as a list. Returns whether there are any. An open game lists none.
    fn legal(&self, seat: Seat, tape: &mut Tape) -> bool;
    /// The seats that have to act now.
    fn waiting_on(&self) -> Seats;
    /// The seats that may act now.
    fn may_act(&self) -> Seats;
    /// The result, once the game is over.
    fn standing(&self) -> Option<Standing>;
    /// How many seconds there are for the current decision, if the rules set a limit.
    fn clock(&self) -> Option<u32>;
    /// The action that the rules choose for a seat whose player does not decide.
    fn fallback(&self, seat: Seat, dice: &mut Dice) -> Option<Prepared>;
    /// The current state of the game, for a bot.
    fn snapshot(&self) -> Snapshot;
    /// The record of the whole game with all its secrets, once it is over.
    fn record(&self, names: Vec<String>) -> Option<String>;
    /// The number of actions so far.
    fn actions(&self) -> usize;
    /// What the game lists for this seat, also if it is open.
    #[cfg(test)]
    fn listed(&self, seat: Seat) -> Vec<Box<RawValue>>;
    /// The same game, but the faces that this viewer cannot see are dealt again.
    #[cfg(test)]
    fn redealt(&self, viewer: Viewer, dice: &mut Dice) -> Box<dyn Hosted>;
}

/// The state of a game at one moment. A bot can use it on any thread while the table goes on.
///
/// It holds the faces; a bot sees it through its lens.
pub struct Snapshot(Arc<dyn Any + Send + Sync>);

impl Snapshot {
    /// The table, if it belongs to this game.
    pub fn table<G: BotGame>(&self) -> Option<&Table<G>> {
        self.0.downcast_ref()
    }
}

/// An action that has been parsed and checked.
pub struct Prepared {
    /// The seat that acts.
    pub seat: Seat,
    /// The action as the game serialises it, however the client wrote it. This is what the journal gets.
    pub text: Box<RawValue>,
    /// The permit that carries it out, or why the seat may not do it now.
    pub permitted: Result<Permit, Refusal>,
}

/// A permitted action of the game that prepared it. It can only be passed to [`Hosted::carry_out`].
pub struct Permit(Box<dyn Any + Send>);

/// An action from the log of a game that was played elsewhere. It has not been checked.
pub struct LoggedAction {
    seat: Seat,
    action: Box<dyn Any + Send>,
}

impl LoggedAction {
    /// An action of this game.
    pub fn new<G: BotGame>(entry: LogEntry<G::Action>) -> Self {
        Self { seat: entry.seat, action: Box::new(entry.action) }
    }

    /// The seat that acted.
    pub const fn seat(&self) -> Seat {
        self.seat
    }
}

/// Events in shorthand, each written once for all viewers. The buffers are reused.
#[derive(Default)]
pub struct EventTexts {
    tape: Tape,
    text: Vec<u8>,
    /// The recipient of each event, and where its text ends.
    events: Vec<(Recipient, usize)>,
}

impl EventTexts {
    /// Removes all events.
    pub fn clear(&mut self) {
        self.text.clear();
        self.events.clear();
    }

    /// The events that reach this viewer, in order.
    pub fn reaching(&self, viewer: Viewer) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.events.iter().filter_map(move |&(to, end)| {
            let text = &self.text[std::mem::replace(&mut start, end)..end];
            to.reaches(viewer).then_some(text)
        })
    }
}

/// The shorthand of this game's messages. It is computed once, for all games.
pub fn shorthand(game: &str) -> &'static Shorthand {
    static LEARNT: LazyLock<BTreeMap<&str, Shorthand>> = LazyLock::new(|| {
        let learn = |&name: &&'static str| with_game!(name, G => Some((name, Shorthand::of::<G>())), else None);
        facedown_games::NAMES.iter().filter_map(learn).collect()
    });
    static NONE: LazyLock<Shorthand> = LazyLock::new(|| Shorthand::new(Vocabulary::default()));
    LEARNT.get(game).unwrap_or(&NONE)
}

/// Deals a game by this version of its rules.
pub fn deal(
    game: &str,
    rules: u32,
    options: &RawValue,
    seats: SeatCount,
    seed: Seed,
    contributions: Vec<Contribution>,
) -> Result<Box<dyn Hosted>, Refusal> {
    with_game!(
        game,
        G => HostedTable::<G>::deal(rules, options, seats, seed, contributions)
            .map(|table| Box::new(table) as Box<dyn Hosted>),
        else Err(Refusal::plain(Kind::UnknownGame))
    )
}

/// The complete options of a new table and the version of its rules, if the game accepts them for this number of seats.
pub fn options(
    game: &str,
    chosen: Option<&RawValue>,
    seats: usize,
) -> Result<(Box<RawValue>, u32), Refusal> {
    with_game!(game, G => full_options::<G>(chosen, seats), else Err(unknown(game)))
}

/// Checks that the game has this bot.
pub fn knows_bot(game: &str, bot: &str) -> Result<(), Refusal> {
    let bots = with_game!(game, G => G::bot_names(), else return Err(unknown(game)));
    if bots.contains(&bot) {
        return Ok(());
    }
    let known = bots.join(", ");
    Err(Refusal::new(
        Kind::UnknownBot,
        format!("{game} has no bot called {bot:?}; it has: {known}"),
    ))
}

/// A name for the bot on the seat with this index, if none was chosen for it.
pub fn bot_name(game: &str, seat: usize) -> String {
    let names: &[&str] = with_game!(game, G => G::BOT_NAMES, else &[]);
    names.get(seat).map_or_else(|| format!("Bot {}", seat + 1), |&name| name.to_owned())
}

/// The version of this game's rules for new tables.
pub fn newest_rules(game: &str) -> Option<u32> {
    with_game!(game, G => Some(<G as facedown_core::Game>::RULES), else None)
}

/// Whether tables of this version of the game's rules can still be played and replayed.
pub fn has_rules(game: &str, rules: u32) -> bool {
    with_game!(game, G => facedown_core::has_rules::<G>(rules), else false)
}

/// Whether more can be done in this game than is listed.
pub fn is_open(game: &str) -> bool {
    with_game!(game, G => <G as facedown_core::Game>::OPEN, else false)
}

fn unknown(game: &str) -> Refusal {
    let known = facedown_games::NAMES.join(", ");
    Refusal::new(Kind::UnknownGame, format!("there is no game called {game:?}; there are: {known}"))
}

fn full_options<G: BotGame>(
    chosen: Option<&RawValue>,
    seats: usize,
) -> Result<(Box<RawValue>, u32), Refusal> {
    let bad = |message: String| Refusal::new(Kind::BadOptions, message);
    let options: G::Options = match chosen {
        Some(chosen) => serde_json::from_str(chosen.get())
            .map_err(|error| bad(format!("these options are invalid: {error}")))?,
        None => G::Options::default(),
    };
    let fits = SeatCount::new(seats).filter(|_| G::SEATS.contains(&seats)).ok_or_else(|| {
        let (least, most) = (G::SEATS.start(), G::SEATS.end());
        bad(format!("{} is for {least} to {most} players, not {seats}", G::NAME))
    })?;
    G::accepts(&options, fits).map_err(|refusal| bad(refusal.to_string()))?;
    let full = to_raw_value(&options).map_err(|error| bad(error.to_string()))?;
    Ok((full, G::RULES))
}

/// A table of a certain game.
pub(super) struct HostedTable<G: BotGame> {
    /// Shared with a bot that is thinking. An action in the meantime is carried out on a copy.
    table: Arc<Table<G>>,
    shorthand: &'static Shorthand,
    /// The names of cards that players have brought, by who brought them and by the numbers that follow from them.
    names: BTreeMap<(Seat, CatalogueNumber), String>,
    /// How many of the table's names are among them.
    names_read: usize,
}

impl<G: BotGame> HostedTable<G> {
    fn deal(
        rules: u32,
        options: &RawValue,
        seats: SeatCount,
        seed: Seed,
        contributions: Vec<Contribution>,
    ) -> Result<Self, Refusal> {
        let bad = |message: String| Refusal::new(Kind::BadOptions, message);
        let options = serde_json::from_str(options.get())
            .map_err(|error| bad(format!("these options are invalid: {error}")))?;
        let table = Table::by_rules(rules, options, seats, Deal::Seeded { seed, contributions })
            .map_err(|error| bad(error.to_string()))?;
        Ok(Self::at(table))
    }

    /// Wraps this table.
    pub(super) fn at(table: Table<G>) -> Self {
        let (table, shorthand) = (Arc::new(table), shorthand(G::NAME));
        let mut hosted = Self { table, shorthand, names: BTreeMap::new(), names_read: 0 };
        hosted.read_names();
        hosted
    }

    /// Looks up the numbers of names that are new.
    fn read_names(&mut self) {
        let names = self.table.names().iter().skip(self.names_read);
        let entry = |(seat, name): &(Seat, String)| {
            ((*seat, CardId::from_name(name).to_bytes()), name.clone())
        };
        self.names.extend(names.map(entry));
        self.names_read = self.table.names().len();
    }

    fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        let table = Arc::make_mut(&mut self.table);
        table.act(seat, action).map(drop).map_err(|error| refusal(&error.refused))?;
        self.read_names();
        Ok(())
    }

    fn read(action: &RawValue) -> Result<G::Action, Refusal> {
        serde_json::from_str(action.get()).map_err(|error| {
            let message = format!(
                "this is not an action of {} ({error}); send one of the legal actions",
                G::NAME
            );
            Refusal::new(Kind::NoSuchAction, message)
        })
    }
}

impl<G: BotGame> Hosted for HostedTable<G> {
    fn prepare(&self, seat: Seat, action: &RawValue) -> Result<Prepared, Refusal> {
        let prepared = prepared(&self.table, seat, Self::read(action)?);
        prepared.ok_or_else(|| Refusal::plain(Kind::NoSuchAction))
    }

    fn carry_out(&mut self, permit: Permit) -> Result<(), Refusal> {
        let permitted = permit.0.downcast::<Permitted<G::Action>>();
        // A room keeps its game, so this is always a permit of the same game.
        let permitted = permitted.map_err(|_| Refusal::plain(Kind::Internal))?;
        let table = Arc::make_mut(&mut self.table);
        table.carry_out(*permitted).map(drop).map_err(|refused| refusal(&refused))?;
        self.read_names();
        Ok(())
    }

    fn replay(&mut self, seat: Seat, action: &RawValue) -> Result<(), Refusal> {
        self.act(seat, Self::read(action)?)
    }

    fn replay_logged(
        &mut self,
        LoggedAction { seat, action }: LoggedAction,
    ) -> Result<(), Refusal> {
        let action = action.downcast().map_err(|_| Refusal::plain(Kind::Internal))?;
        self.act(seat, *action)
    }

    fn sightings(&self) -> &[Sighting] {
        self.table.house().sightings()
    }

    fn name_of(&self, sighting: &Sighting) -> Option<&str> {
        self.names.get(&(sighting.by?, sighting.number)).map(String::as_str)
    }

    fn told(&self) -> usize {
        self.table.heard().len()
    }

    fn events(&self, numbers: Range<usize>, out: &mut EventTexts) {
        for heard in self.table.heard().get(numbers).unwrap_or_default() {
            if out.tape.write(&heard.told.event).is_ok() {
                self.shorthand.shorten(&out.tape, &mut out.text);
                out.events.push((heard.told.to, out.text.len()));
            }
        }
    }

    fn events_of(&self, numbers: Range<usize>, viewer: Viewer) -> Vec<Box<RawValue>> {
        let heard = self.table.heard().get(numbers).unwrap_or_default();
        let reach = heard.iter().filter(|heard| heard.told.to.reaches(viewer));
        reach.filter_map(|heard| to_raw_value(&heard.told.event).ok()).collect()
    }

    fn public_view(&self, tape: &mut Tape) {
        // Views are plain data. If one could not be serialised, `null` would be on the tape.
        let _ = tape.write(&self.table.view(Viewer::Spectator));
    }

    fn own_view(&self, viewer: Viewer, tape: &mut Tape) {
        let _ = tape.write(&viewer.seat().map(|_| self.table.own(viewer)));
    }

    fn legal(&self, seat: Seat, tape: &mut Tape) -> bool {
        if G::OPEN {
            return false;
        }
        let actions = self.table.legal_for(seat);
        !actions.is_empty() && tape.write(&actions).is_ok()
    }

    fn waiting_on(&self) -> Seats {
        self.table.waiting_on()
    }

    fn may_act(&self) -> Seats {
        self.table.may_act()
    }

    fn standing(&self) -> Option<Standing> {
        self.table.standing()
    }

    fn clock(&self) -> Option<u32> {
        self.table.game().clock()
    }

    fn fallback(&self, seat: Seat, dice: &mut Dice) -> Option<Prepared> {
        let action = self.table.game().fallback(seat, &self.table.lens(seat.into()), dice);
        prepared(&self.table, seat, action)
    }

    fn snapshot(&self) -> Snapshot {
        let table: Arc<Table<G>> = Arc::clone(&self.table);
        Snapshot(table)
    }

    fn record(&self, names: Vec<String>) -> Option<String> {
        self.table.standing().map(|_| self.table.record(names).to_json())
    }

    fn actions(&self) -> usize {
        self.table.log().len()
    }

    #[cfg(test)]
    fn listed(&self, seat: Seat) -> Vec<Box<RawValue>> {
        let actions = self.table.legal_for(seat).into_iter();
        actions.filter_map(|action| to_raw_value(&action).ok()).collect()
    }

    #[cfg(test)]
    fn redealt(&self, viewer: Viewer, dice: &mut Dice) -> Box<dyn Hosted> {
        Box::new(Self::at(self.table.redealt(viewer, dice)))
    }
}

/// Serialises an action as the log has it, and checks it; `None` if it cannot be serialised.
pub fn prepared<G: BotGame>(table: &Table<G>, seat: Seat, action: G::Action) -> Option<Prepared> {
    let action = opened(action);
    let text = to_raw_value(&action).ok()?;
    let permitted = table.check(seat, action).map_err(|refused| refusal(&refused));
    let permitted = permitted.map(|permitted| Permit(Box::new(permitted)));
    Some(Prepared { seat, text, permitted })
}

/// Converts a refusal of the core to the one of the protocol.
fn refusal<R: facedown_core::Refusal>(refused: &Refused<R>) -> Refusal {
    let rule = match refused {
        Refused::Rules(refusal) => Some(refusal.rule().into()),
        _ => None,
    };
    Refusal { kind: refused.kind().into(), rule, message: refused.to_string() }
}
