//! The main loop of a game: bots act, the player is asked, and the player's events are printed.

use std::collections::VecDeque;
use std::time::Duration;

use anstyle::Style;
use facedown_core::{BySeat, LogEntry, Seat, Table, share};
use facedown_games::Names;

use super::agents::{Agents, display_name};
use super::console::Console;
use super::ending;
use super::file::SaveFile;
use super::menu::{Chosen, Menu};
use crate::commands::invocation;
use crate::draw::text::{paragraph, terminal_width, width};
use crate::failure::Failure;
use crate::lineup::counted;
use crate::playable::Playable;

const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

/// A game being played.
pub(super) struct Session<G: Playable> {
    pub(super) table: Table<G>,
    /// The players' names in the record.
    full_names: Vec<String>,
    /// The players' names as they are shown.
    pub(super) names: Names,
    pub(super) you: Seat,
    agents: Agents<G>,
    file: SaveFile,
    pub(super) console: Console,
    /// How many of the player's events have been printed.
    told: usize,
    /// What the player has typed in one line and comes next.
    pub(super) typed: VecDeque<G::Action>,
    /// How many actions there were when the player let the others go on.
    pub(super) let_go: Option<usize>,
}

/// What the player decides.
pub(super) enum Decision<A> {
    Act(A),
    /// Nothing: the others go on.
    GoOn,
    Leave,
}

/// What happens after a command such as "help".
pub(super) enum CommandResult {
    /// The prompt is repeated.
    Prompt,
    /// The menu is drawn again before the prompt.
    Redraw,
    Leave,
}

impl<G: Playable> Session<G> {
    pub(super) fn new(
        table: Table<G>,
        full_names: Vec<String>,
        mut agents: Agents<G>,
        file: SaveFile,
        console: Console,
    ) -> Self {
        let you = table.seats().first();
        let name = |seat: Seat| display_name(&full_names, seat);
        let names = Names::new(BySeat::new(table.seats(), name), Some(you));
        agents.hear(table.heard());
        let (typed, let_go) = (VecDeque::new(), None);
        Self { table, full_names, names, you, agents, file, console, told: 0, typed, let_go }
    }

    /// Replays a saved game. The bots choose again at each action, so that their dice are where they were.
    pub(super) fn catch_up(&mut self, actions: &[LogEntry<G::Action>]) -> Result<(), String> {
        for (number, LogEntry { seat, action }) in (1..).zip(actions) {
            let interjected = self.agents.interject(&self.table).is_some();
            if !interjected && self.table.waiting_on().contains(*seat) {
                self.agents.next(self.table.waiting_on());
                self.agents.choose(&self.table, *seat);
            }
            let heard = self.table.act(*seat, action.clone()).map_err(|refused| {
                format!("action {number} (counted from 1) is not permitted: {refused}")
            })?;
            self.agents.hear(heard);
        }
        self.file.resumed(&self.table);
        Ok(())
    }

    /// Saves the game once before it starts, to find out early if that fails.
    pub(super) fn begin(&mut self) -> Result<(), Failure> {
        if self.file.autosave && !self.file.is_current(&self.table) {
            self.file.save(None, &self.table, &self.full_names)?;
        }
        Ok(())
    }

    /// Plays until the game is over or the player leaves.
    pub(super) fn play(mut self) -> Result<(), Failure> {
        self.welcome()?;
        loop {
            let (seat, decision) = match self.agents.interject(&self.table) {
                Some((seat, action)) => (seat, Decision::Act(action)),
                None if self.wants_to_interject() => (self.you, self.decide(self.you)?),
                None => match self.agents.next(self.table.waiting_on()) {
                    Some(seat) => match self.agents.choose(&self.table, seat) {
                        Some(action) => (seat, Decision::Act(action)),
                        None => (seat, self.decide(seat)?),
                    },
                    None => break,
                },
            };
            let action = match decision {
                Decision::Act(action) => action,
                Decision::GoOn => {
                    self.let_go = Some(self.table.log().len());
                    continue;
                }
                Decision::Leave => return self.leave(),
            };
            let heard = self
                .table
                .act(seat, action)
                .map_err(|refused| Failure::damaged(G::NAME, refused))?;
            self.agents.hear(heard);
            if seat == self.you
                && self.file.autosave
                && let Err(error) = self.file.save(None, &self.table, &self.full_names)
            {
                self.console.complain(&format!("Not saved: {error}"))?;
            }
        }
        self.tell_news()?;
        let mut saved = Ok(());
        if self.file.autosave {
            saved = self.file.save(None, &self.table, &self.full_names);
        }
        let path = (self.file.autosave && saved.is_ok()).then(|| self.file.path());
        ending::show(&self.table, &self.names, path, &mut self.console)?;
        Ok(saved?)
    }

    fn welcome(&mut self) -> Result<(), Failure> {
        let others = self.table.seats().all().without(self.you);
        let others: Vec<_> = others.iter().map(|seat| self.names.name(seat)).collect();
        self.console.line(&format!("{BOLD}{}{BOLD:#} with {}", G::TITLE, listed(&others)))?;
        if let Some(commitment) = self.table.deal().commitment() {
            self.console
                .say("The deal is fixed. After the game you see its seed, which must match:")?;
            self.console.line(&format!("{DIM}{commitment}{DIM:#}"))?;
        }
        if !self.table.log().is_empty() {
            let so_far = self.table.log().len();
            let so_far = counted(so_far, "action");
            self.console.say(&format!("Resumed after {so_far}; type log to read them."))?;
            self.told = self.table.stream(self.you.into()).count();
        }
        let how = if G::COMMANDS.is_empty() { "a number to choose" } else { "what you do" };
        self.console.say(&format!("Type {how}, ? for help."))?;
        Ok(())
    }

    /// Prints the events since the last call.
    pub(super) fn tell_news(&mut self) -> Result<(), Failure> {
        let lines: Vec<String> = self.history().skip(self.told).collect();
        self.told = self.table.stream(self.you.into()).count();
        if lines.iter().any(|line| !line.is_empty()) {
            self.console.line("")?;
        }
        self.console.write(&lines.concat())?;
        Ok(())
    }

    /// The text of each event that the player was sent; empty for events that are not shown.
    fn history(&self) -> impl Iterator<Item = String> {
        let columns = terminal_width();
        self.table.stream(self.you.into()).map(move |heard| {
            G::tell(&heard.told.event, &self.names)
                .map_or_else(String::new, |text| paragraph("· ", &G::named(text), columns))
        })
    }

    /// Asks the player until there is a valid answer.
    fn decide(&mut self, seat: Seat) -> Result<Decision<G::Action>, Failure> {
        if !G::COMMANDS.is_empty() {
            return self.decide_by_typing(seat);
        }
        let legal = self.table.legal_for(seat);
        if let Some(action) = G::only_sensible_action(&legal, &self.table.view(seat.into())) {
            return Ok(Decision::Act(action.clone()));
        }
        self.tell_news()?;
        let limit = self.table.game().clock().map(u64::from).map(Duration::from_secs);
        let (mut taken, mut menus) = (Duration::ZERO, vec![self.menu(seat)]);
        let (mut redraw, mut first_time) = (true, true);
        self.console.line("")?;
        let glimpse = G::glimpse(&self.table.view(seat.into()), &self.names, terminal_width());
        self.console.write(&glimpse)?;
        loop {
            let Some(menu) = menus.last() else { return Ok(Decision::Leave) };
            if std::mem::take(&mut redraw) {
                let left = limit.map(|limit| limit.saturating_sub(taken));
                let text = prompt(menu, left, std::mem::take(&mut first_time), terminal_width());
                self.console.write(&text)?;
            }
            let Some((answer, took)) = self.console.ask()? else { return self.end_of_input() };
            taken += took;
            if limit.is_some_and(|limit| taken > limit) {
                return self.too_late(seat);
            }
            let back = matches!(answer.as_str(), "0" | "back" | "b") && menu.can_go_back();
            if back {
                menus.pop();
                redraw = true;
            } else if let Some(offer) = menu.find(&answer) {
                match menu.choose(&offer) {
                    Chosen::Action(action) => return Ok(Decision::Act(action)),
                    Chosen::Submenu(menu) => menus.push(menu),
                }
                redraw = true;
            } else if let Some(action) = menu.shortcut(&answer) {
                return Ok(Decision::Act(action));
            } else {
                let complaint = menu.complaint(&answer);
                match self.run_command(&answer, &complaint)? {
                    CommandResult::Prompt => {}
                    CommandResult::Redraw => redraw = true,
                    CommandResult::Leave => return Ok(Decision::Leave),
                }
            }
        }
    }

    /// Takes the game's fallback action because the time is up.
    fn too_late(&mut self, seat: Seat) -> Result<Decision<G::Action>, Failure> {
        let lens = self.table.lens(seat.into());
        let action = self.table.game().fallback(seat, &lens, &mut self.agents.stand_in);
        let done = G::offer(&action, &self.table.view(seat.into()), &self.names);
        self.console.complain(&format!("Too late, the time is up. Done for you: {done}."))?;
        Ok(Decision::Act(action))
    }

    fn menu(&self, seat: Seat) -> Menu<G::Action> {
        let view = self.table.view(seat.into());
        let steps = |action: G::Action| {
            let steps = G::steps(&action, &view, &self.names);
            (action, steps)
        };
        Menu::new(self.table.legal_for(seat).into_iter().map(steps).collect())
    }

    /// Runs a command, or prints `complaint` if the answer is not a command.
    pub(super) fn run_command(
        &mut self,
        answer: &str,
        complaint: &str,
    ) -> Result<CommandResult, Failure> {
        let (command, rest) = answer.split_once(' ').unwrap_or((answer, ""));
        match command.to_lowercase().as_str() {
            "?" | "help" | "h" => self.help()?,
            "table" | "hand" | "t" => {
                let view = self.table.view(self.you.into());
                self.console.write(&G::draw(&view, &self.names, terminal_width()))?;
            }
            "log" | "l" => {
                let history: String = self.history().collect();
                self.console.write(&history)?;
            }
            "save" => {
                let named = Some(rest.trim()).filter(|name| !name.is_empty());
                self.save(named)?;
                return Ok(CommandResult::Prompt);
            }
            "share" | "code" => {
                self.share()?;
                return Ok(CommandResult::Prompt);
            }
            "quit" | "exit" | "q" => return self.quit(),
            _ => {
                self.console.complain(complaint)?;
                return Ok(CommandResult::Prompt);
            }
        }
        Ok(CommandResult::Redraw)
    }

    fn help(&mut self) -> Result<(), Failure> {
        let columns = terminal_width();
        let mut text = String::new();
        for rule in how_to_play::<G>(&self.names) {
            text += &paragraph("  ", &rule, columns);
        }
        let choosing: &[(&str, &str)] = &[
            ("1, 2, …", "choose; you can also type the first letters of a choice"),
            ("0", "go back one step"),
        ];
        let choosing = if G::COMMANDS.is_empty() { choosing } else { G::COMMANDS };
        let common = [
            ("table", "show the whole table and your hand"),
            ("log", "show everything that you were told so far"),
            ("save [FILE]", "save the game to a file"),
            ("share", "show a code with which the game can be resumed elsewhere"),
            ("quit", "leave the game; you can resume it later"),
        ];
        for (command, what) in choosing.iter().copied().chain(common) {
            text += &paragraph(&format!("  {BOLD}{command:<12}{BOLD:#} "), what, columns);
        }
        self.console.write(&text)?;
        Ok(())
    }

    /// Saves the game and prints whether that succeeded.
    fn save(&mut self, named: Option<&str>) -> Result<bool, Failure> {
        match self.file.save(named, &self.table, &self.full_names) {
            Ok(()) => {
                self.say_saved()?;
                Ok(true)
            }
            Err(error) => {
                self.console.complain(&format!("Not saved: {error}"))?;
                Ok(false)
            }
        }
    }

    fn say_saved(&mut self) -> Result<(), Failure> {
        let path = self.file.path().display();
        Ok(self.console.say(&format!("Saved in {path}. It contains every card, so don’t peek."))?)
    }

    /// Prints the game so far as a share code.
    fn share(&mut self) -> Result<(), Failure> {
        match share::encode(&self.table) {
            Ok(code) => {
                self.console.say("The game so far. It contains every card, so don’t peek.")?;
                self.console.line(&code)?;
            }
            Err(error) => self.console.complain(&format!("There is no share code: {error}."))?,
        }
        Ok(())
    }

    fn quit(&mut self) -> Result<CommandResult, Failure> {
        if self.file.is_current(&self.table) {
            return Ok(CommandResult::Leave);
        }
        loop {
            self.console.line("Save the game before you leave? (y)es, (n)o, (s)tay")?;
            let answer = self.console.ask()?.map_or_else(|| "y".into(), |(answer, _)| answer);
            match answer.to_lowercase().as_str() {
                "y" | "yes" | "" => {
                    return Ok(if self.save(None)? {
                        CommandResult::Leave
                    } else {
                        CommandResult::Prompt
                    });
                }
                "n" | "no" => return Ok(CommandResult::Leave),
                "s" | "stay" => return Ok(CommandResult::Redraw),
                _ => self.console.complain("Type y, n or s.")?,
            }
        }
    }

    /// Saves the game and leaves, because the input has ended.
    pub(super) fn end_of_input(&mut self) -> Result<Decision<G::Action>, Failure> {
        if !self.file.is_current(&self.table) {
            if let Err(error) = self.file.save(None, &self.table, &self.full_names) {
                self.share()?;
                return Err(error.into());
            }
            self.say_saved()?;
        }
        Ok(Decision::Leave)
    }

    fn leave(mut self) -> Result<(), Failure> {
        if self.file.is_current(&self.table) {
            let command = invocation(&["play", "--resume"], self.file.path());
            self.console.line(&format!("To resume: {command}"))?;
        }
        self.console.line("Good-bye.")?;
        Ok(())
    }
}

/// Draws the question and the offers. Offers that are visible on the table are not listed the first time.
pub(in crate::commands) fn prompt<A: Clone>(
    menu: &Menu<A>,
    left: Option<Duration>,
    first_time: bool,
    columns: usize,
) -> String {
    let (question, mut offers) = menu.draw(columns);
    let clock =
        left.map_or_else(String::new, |left| format!(" {DIM}({} seconds){DIM:#}", left.as_secs()));
    let mut range = String::new();
    if let [only] = &menu.offers()[..]
        && (menu.is_drawn() || width(&question) + width(&only.label) + 10 <= columns)
    {
        offers.clear();
        let label = anstream::adapter::strip_str(&only.label).to_string();
        range = format!(" {DIM}(Enter: {label}){DIM:#}");
        if width(&question) + width(&range) > columns {
            range = format!(" {DIM}(Enter){DIM:#}");
        }
    } else {
        let mut hints = Vec::new();
        if menu.range().is_some() || first_time && menu.is_drawn() {
            offers.clear();
            hints.push(menu.choices());
        }
        if let Some(step) = menu.offers().into_iter().find(|step| step.on_enter) {
            hints.push(format!("Enter: {}", anstream::adapter::strip_str(&step.label)));
        }
        if !hints.is_empty() {
            range = format!(" {DIM}({}){DIM:#}", hints.join(", "));
        }
    }
    let back = if menu.can_go_back() { format!("  {DIM}0 back{DIM:#}\n") } else { String::new() };
    let question = paragraph("", &question, columns);
    let question = question.trim_end();
    let mut hints = range + &clock;
    let last = question.lines().last().map_or(0, width);
    if last + width(&hints) > columns {
        hints = hints.replacen(' ', "\n", 1);
    }
    format!("{BOLD}{question}{BOLD:#}{hints}\n{offers}{back}")
}

/// Joins names: "a, b and c".
pub(in crate::commands) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The rules in short for a new player, one paragraph a line.
pub(in crate::commands) fn how_to_play<G: Playable>(names: &Names) -> Vec<String> {
    let say = |id: &str| G::texts().say(id, &serde_json::Value::Null, names);
    let step =
        |id: &str| Some(format!("{BOLD}{}.{BOLD:#} {}", say(id)?, say(&format!("{id}.text"))?));
    let card = |id: &str| {
        let title = say(&format!("{id}.title"))?;
        Some(format!("{BOLD}{title}.{BOLD:#} {}", say(&format!("{id}.text"))?))
    };
    let steps = G::texts().group("howto").filter_map(step);
    let cards = G::texts().group("card").filter_map(card);
    steps.chain(cards).chain(say("terminal-legend")).collect()
}
