//! A table in the terminal: what happens is told, and the player is asked.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::time::Duration;

use anstyle::Style;
use facedown_core::{Seat, Seats, opened};
use facedown_games::Names;
use facedown_machine::{Front, Input, LinkState};
use facedown_peers::Desk;
use facedown_protocol::{FromServer, Kind, VERSION};
use serde_json::json;
use tokio::sync::{mpsc, oneshot};

use crate::commands::play::console::Console;
use crate::commands::play::menu::{Chosen, Menu};
use crate::commands::play::session::{how_to_play, listed, prompt};
use crate::draw::text::{paragraph, terminal_width};
use crate::playable::Playable;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// How many lines are read before they are answered.
const MAX_UNREAD_LINES: usize = 16;

/// What the four words are for.
pub(super) const WORDS_ARE_FOR: &str = "Everybody’s screen must show the same four words: read them to each other, not over this table. If they differ, \
    somebody sits between you: stop, and make a table at another relay.";

/// A table in the terminal.
#[allow(clippy::struct_excessive_bools)] // each says whether something was told or drawn
pub(super) struct Terminal<G: Playable> {
    names: Names,
    you: Option<Seat>,
    console: Console,
    lines: mpsc::Receiver<String>,
    says: VecDeque<Input>,
    /// How many events were told.
    told: usize,
    /// How many verdicts were told.
    judged: usize,
    words_told: bool,
    is_ready: bool,
    /// The question that the player is asked, with the steps that were chosen.
    asked: Option<Asked<G::Action>>,
    /// Whether a prompt is at the end of the screen.
    is_prompted: bool,
    /// The number of actions at which the player has acted, until that comes back.
    acted_at: Option<usize>,
    said: usize,
    here: Option<Seats>,
    /// What the player can ask for at any time.
    table: String,
    log: Vec<String>,
    waiting: Seats,
    /// Whether the player may leave for good.
    may_leave: bool,
    /// The players of whom it was told that they have heard something else.
    forked: Seats,
    is_open: bool,
}

/// A question.
struct Asked<A> {
    /// The number of actions before it.
    at: usize,
    menus: Vec<Menu<A>>,
    is_first: bool,
}

impl<G: Playable> Terminal<G> {
    pub(super) fn new(names: Names, you: Option<Seat>) -> Self {
        let (typed, lines) = mpsc::channel(MAX_UNREAD_LINES);
        std::thread::spawn(move || read_lines(&typed));
        let hello = json!({ "type": "hello", "version": VERSION }).to_string();
        Self {
            names,
            you,
            console: Console::output(),
            lines,
            says: VecDeque::from([Input::Say(hello.into_bytes())]),
            told: 0,
            judged: 0,
            words_told: false,
            is_ready: false,
            asked: None,
            is_prompted: false,
            acted_at: None,
            said: 0,
            here: None,
            table: String::new(),
            log: Vec::new(),
            waiting: Seats::NONE,
            may_leave: false,
            forked: Seats::NONE,
            is_open: false,
        }
    }

    /// Ends the line of a prompt before something else is written.
    fn interrupt(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_prompted) { self.console.end_prompt(false) } else { Ok(()) }
    }

    fn tell_words(&mut self, desk: &Desk<G>) -> io::Result<()> {
        let Some(words) = desk.fold().words().filter(|_| !self.words_told) else { return Ok(()) };
        self.words_told = true;
        self.interrupt()?;
        self.console.line(&format!("\n  {BOLD}{}{BOLD:#}\n", words.join("  ")))?;
        self.console.say(WORDS_ARE_FOR)
    }

    /// Tells the events since the last call. Returns whether there were any.
    fn tell_news(&mut self, desk: &Desk<G>) -> io::Result<()> {
        let columns = terminal_width();
        let told = |event: &G::Event| {
            G::tell(event, &self.names).map(|text| paragraph("· ", &text, columns))
        };
        let heard = desk.fold().rules().heard();
        let new: Vec<String> =
            heard.iter().skip(self.told).filter_map(|heard| told(&heard.told.event)).collect();
        self.told = heard.len();
        if !new.is_empty() {
            self.interrupt()?;
            self.console.write(&new.concat())?;
        }
        self.log.extend(new);
        for verdict in &desk.verdicts()[self.judged..] {
            let who = self.names.name(verdict.seat);
            let text = format!("{who} cheated: {}.", verdict.cheat);
            self.console.complain(&text)?;
        }
        self.judged = desk.verdicts().len();
        Ok(())
    }

    /// Asks the player, if there is something to decide.
    fn ask(&mut self, desk: &Desk<G>) -> io::Result<()> {
        let rules = desk.fold().rules();
        let at = rules.log().len();
        let is_asked = self.asked.as_ref().is_some_and(|asked| asked.at == at);
        let view = rules.view().filter(|_| desk.fold().is_idle() && self.is_open);
        let legal = rules.legal_for();
        let Some(view) = view.filter(|_| !legal.is_empty() && self.acted_at != Some(at)) else {
            if self.asked.take().is_some() {
                self.interrupt()?;
            }
            return Ok(());
        };
        if is_asked {
            return Ok(());
        }
        if let Some(action) = G::only_sensible_action(&legal, &view) {
            let action = action.clone();
            self.act(at, &action);
            return Ok(());
        }
        let steps = |action: G::Action| {
            let steps = G::steps(&action, &view, &self.names);
            (action, steps)
        };
        let menu = Menu::new(legal.into_iter().map(steps).collect());
        self.asked = Some(Asked { at, menus: vec![menu], is_first: true });
        let glimpse = G::glimpse(&view, &self.names, terminal_width());
        self.interrupt()?;
        self.console.write(&format!("\n{glimpse}"))?;
        self.draw_prompt()
    }

    fn draw_prompt(&mut self) -> io::Result<()> {
        if let Some(asked) = &mut self.asked
            && let Some(menu) = asked.menus.last()
        {
            let first = std::mem::take(&mut asked.is_first);
            self.console.write(&prompt(menu, None, first, terminal_width()))?;
        }
        self.console.prompt()?;
        self.is_prompted = true;
        Ok(())
    }

    fn act(&mut self, at: usize, action: &G::Action) {
        let id = format!("typed-{at}-{}", self.said);
        self.said += 1;
        self.acted_at = Some(at);
        self.asked = None;
        let act = json!({ "type": "act", "id": id, "action": opened(action.clone()) }).to_string();
        self.says.push_back(Input::Say(act.into_bytes()));
    }

    /// Takes a line that the player has typed.
    fn take(&mut self, answer: &str) -> io::Result<()> {
        if std::mem::take(&mut self.is_prompted) {
            self.console.end_prompt(true)?;
        }
        let Some(mut asked) = self.asked.take() else { return self.command(answer, None) };
        let Some(menu) = asked.menus.last() else { return Ok(()) };
        if matches!(answer, "0" | "back" | "b") && menu.can_go_back() {
            asked.menus.pop();
        } else if let Some(offer) = menu.find(answer) {
            match menu.choose(&offer) {
                Chosen::Action(action) => {
                    self.act(asked.at, &action);
                    return Ok(());
                }
                Chosen::Submenu(menu) => asked.menus.push(menu),
            }
        } else if let Some(action) = menu.shortcut(answer) {
            self.act(asked.at, &action);
            return Ok(());
        } else {
            let complaint = menu.complaint(answer);
            self.asked = Some(asked);
            self.command(answer, Some(&complaint))?;
            return if self.asked.is_some() { self.draw_prompt() } else { Ok(()) };
        }
        self.asked = Some(asked);
        self.draw_prompt()
    }

    /// Runs a command, or complains about what is none.
    fn command(&mut self, answer: &str, complaint: Option<&str>) -> io::Result<()> {
        match answer.to_lowercase().as_str() {
            "?" | "help" | "h" => self.help(),
            "table" | "hand" | "t" => {
                let table = self.table.clone();
                self.console.write(&table)
            }
            "log" | "l" => {
                let log = self.log.concat();
                self.console.write(&log)
            }
            "leave" => {
                let (answer, _) = oneshot::channel();
                if self.may_leave {
                    self.says.push_back(Input::Farewell(answer));
                    return self.console.say("You leave as soon as nothing is under way.");
                }
                self.console.complain(
                    "The others need your machine: without it the game ends for all. Type quit to stop for now, or make the next table with --escrow.",
                )
            }
            "quit" | "exit" | "q" => {
                self.says.push_back(Input::Leave);
                Ok(())
            }
            _ => match complaint {
                Some(complaint) => self.console.complain(complaint),
                None => self.tell_who_is_awaited(),
            },
        }
    }

    fn tell_who_is_awaited(&mut self) -> io::Result<()> {
        if !self.is_open {
            return self.console.say("Waiting for the relay.");
        }
        let names: Vec<&str> = self.waiting.iter().map(|seat| self.names.of(seat)).collect();
        let text = match &names[..] {
            [] => "Waiting for the players’ machines.".to_owned(),
            names => format!("Waiting for {}. Type ? for help.", listed(names)),
        };
        self.console.say(&text)
    }

    fn help(&mut self) -> io::Result<()> {
        let columns = terminal_width();
        let mut text = String::new();
        for rule in how_to_play::<G>(&self.names) {
            text += &paragraph("  ", &rule, columns);
        }
        for (command, what) in [
            ("1, 2, …", "choose; you can also type the first letters of a choice"),
            ("0", "go back one step"),
            ("Enter", "while others decide: say who that is"),
            ("table", "show the whole table and your hand"),
            ("log", "show everything that you were told so far"),
            ("leave", "leave for good, if the others can play on without your machine"),
            ("quit", "stop for now; your seat stays yours, and facedown peer play goes on"),
        ] {
            text += &paragraph(&format!("  {BOLD}{command:<12}{BOLD:#} "), what, columns);
        }
        self.console.write(&text)
    }
}

impl<G: Playable> Front<G> for Terminal<G> {
    fn changed(&mut self, desk: &Desk<G>) -> io::Result<()> {
        let rules = desk.fold().rules();
        if !std::mem::replace(&mut self.is_ready, true) {
            let seats = rules.seats().all();
            let others = seats.iter().filter(|seat| Some(*seat) != self.you);
            let others: Vec<&str> = others.map(|seat| self.names.name(seat)).collect();
            self.console.line(&format!("{BOLD}{}{BOLD:#} with {}", G::TITLE, listed(&others)))?;
            if !rules.log().is_empty() {
                self.console.say("You are back; type log to read what has happened.")?;
            }
        }
        self.tell_words(desk)?;
        self.tell_news(desk)?;
        if let Some(warning) = fork_warning(desk, &self.names, &mut self.forked) {
            self.interrupt()?;
            self.console.complain(&warning)?;
        }
        self.waiting = rules.waiting_on();
        self.may_leave = self.you.is_some_and(|you| desk.fold().may_leave(you));
        if let Some(view) = rules.view() {
            self.table = G::draw(&view, &self.names, terminal_width());
        }
        if self.acted_at.is_some_and(|at| at != rules.log().len()) {
            self.acted_at = None;
        }
        self.ask(desk)
    }

    fn frame(&mut self, frame: Vec<u8>) -> io::Result<()> {
        let Ok(text) = std::str::from_utf8(&frame) else { return Ok(()) };
        if let Ok(FromServer::Refused(refused)) = FromServer::read(text) {
            self.acted_at = None;
            self.interrupt()?;
            if refused.refusal.kind == Kind::Stale.name() {
                return self.console.complain("Something happened just before. Have another look.");
            }
            self.console.complain(&refused.refusal.message)?;
        }
        Ok(())
    }

    fn link(&mut self, state: LinkState<'_>) -> io::Result<()> {
        let was_open = std::mem::replace(&mut self.is_open, state == LinkState::Open);
        if state == LinkState::Open && (was_open || self.told == 0) {
            return Ok(());
        }
        self.interrupt()?;
        self.asked = None;
        tell_link(&mut self.console, state)
    }

    fn presence(&mut self, here: Seats) -> io::Result<()> {
        let before = self.here.replace(here);
        let gone = before.unwrap_or(here).minus(here);
        let back = here.minus(before.unwrap_or(here));
        for (seats, what) in [(gone, "has lost the connection"), (back, "is back")] {
            for seat in seats.iter() {
                if Some(seat) != self.you {
                    self.interrupt()?;
                    let text = format!("{DIM}{} {what}.{DIM:#}", self.names.name(seat));
                    self.console.line(&text)?;
                }
            }
        }
        if self.asked.is_some() && !self.is_prompted { self.draw_prompt() } else { Ok(()) }
    }

    fn unsigned(&mut self, by: Seats, limit: Duration) -> io::Result<()> {
        self.interrupt()?;
        let text = unsigned_by(by, &self.names, limit);
        self.console.say(&format!("{text}. Type quit to stop waiting."))
    }

    async fn input(&mut self) -> Input {
        loop {
            if let Some(input) = self.says.pop_front() {
                return input;
            }
            match self.lines.recv().await {
                Some(line) => {
                    if self.take(&line).is_err() {
                        return Input::Leave;
                    }
                }
                // The input has ended. Who only watches needs none.
                None if self.you.is_none() => std::future::pending().await,
                None => return Input::Leave,
            }
        }
    }
}

/// What to say if other machines have heard something else than this one, once for each of them.
pub(super) fn fork_warning<G: Playable>(
    desk: &Desk<G>,
    names: &Names,
    told: &mut Seats,
) -> Option<String> {
    let elsewhere = desk.fold().agreement().elsewhere;
    let new: Vec<&str> = elsewhere.minus(*told).iter().map(|seat| names.name(seat)).collect();
    *told = elsewhere;
    (!new.is_empty()).then(|| {
        format!(
            "The machine of {} has heard something else than yours, or the relay holds entries back. Compare what you see with the others before you go on.",
            listed(&new)
        )
    })
}

/// Whose signatures of the end are waited for.
pub(super) fn unsigned_by(by: Seats, names: &Names, limit: Duration) -> String {
    let by: Vec<&str> = by.iter().map(|seat| names.name(seat)).collect();
    let by = match &by[..] {
        [] => "the relay".to_owned(),
        by => listed(by),
    };
    let limit = super::progress::seconds(limit.as_secs());
    format!("The game is over. Waiting for {by} to sign how it ended, for {limit} at most")
}

/// Says that the relay is away or back.
pub(super) fn tell_link(console: &mut Console, state: LinkState<'_>) -> io::Result<()> {
    match state {
        LinkState::Open => console.line(&format!("{DIM}Connected to the relay.{DIM:#}")),
        LinkState::Lost { why, again_in } => {
            let again = match again_in {
                soon if soon < Duration::from_secs(1) => "Trying again.".to_owned(),
                later => format!("Trying again in {} s; nothing is lost.", later.as_secs()),
            };
            console.line(&format!("{DIM}{}. {again}{DIM:#}", why.trim_end_matches('.')))
        }
    }
}

/// Reads lines until the input ends, in a thread of its own: reading a terminal cannot be interrupted.
fn read_lines(typed: &mpsc::Sender<String>) {
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { return };
        // What is not UTF-8 is no command, and is asked for again.
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if typed.blocking_send(line).is_err() {
            return;
        }
    }
}
