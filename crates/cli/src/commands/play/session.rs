//! A game being played: bots act, the human is asked, everything is told as the human may hear it.

use std::time::Duration;

use anstyle::Style;
use facedown_core::{BySeat, LogEntry, Seat, Table, share};
use facedown_games::Names;

use super::agents::{Agents, spoken};
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
    table: Table<G>,
    /// What the players are called in the record.
    full_names: Vec<String>,
    /// What they are called at the table.
    names: Names,
    you: Seat,
    agents: Agents<G>,
    file: SaveFile,
    console: Console,
    /// How much of your stream has been told.
    told: usize,
}

/// What the human wants.
enum Wish<A> {
    Act(A),
    Leave,
}

/// What an answer that is no choice leads to.
enum Aside {
    /// Ask the same again.
    Again,
    /// Show the decision anew, then ask.
    Anew,
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
        let name = |seat: Seat| spoken(&full_names, seat);
        let names = Names::new(BySeat::new(table.seats(), name), Some(you));
        agents.hear(table.heard());
        Self { table, full_names, names, you, agents, file, console, told: 0 }
    }

    /// Plays what was played before. The bots think it through again, and so go on as they would have.
    pub(super) fn catch_up(&mut self, actions: &[LogEntry<G::Action>]) -> Result<(), String> {
        for (number, LogEntry { seat, action }) in (1..).zip(actions) {
            self.agents.next(self.table.waiting_on());
            if self.table.waiting_on().contains(*seat) {
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

    /// Sees to it before the game that it can be kept where it was asked for.
    pub(super) fn begin(&mut self) -> Result<(), Failure> {
        if self.file.kept && !self.file.is_current(&self.table) {
            self.file.save(None, &self.table, &self.full_names)?;
        }
        Ok(())
    }

    /// Plays on until the game is over or the human leaves.
    pub(super) fn play(mut self) -> Result<(), Failure> {
        self.welcome()?;
        while let Some(seat) = self.agents.next(self.table.waiting_on()) {
            let action = match self.agents.choose(&self.table, seat) {
                Some(action) => action,
                None => match self.decide(seat)? {
                    Wish::Act(action) => action,
                    Wish::Leave => return self.leave(),
                },
            };
            let heard = self
                .table
                .act(seat, action)
                .map_err(|refused| Failure::damaged(G::NAME, refused))?;
            self.agents.hear(heard);
            if seat == self.you
                && self.file.kept
                && let Err(error) = self.file.save(None, &self.table, &self.full_names)
            {
                self.console.complain(&format!("Not saved: {error}"))?;
            }
        }
        self.tell_news()?;
        let mut saved = Ok(());
        if self.file.kept {
            saved = self.file.save(None, &self.table, &self.full_names);
        }
        let path = (self.file.kept && saved.is_ok()).then(|| self.file.path());
        ending::show(&self.table, &self.names, path, &mut self.console)?;
        Ok(saved?)
    }

    fn welcome(&mut self) -> Result<(), Failure> {
        let others = self.table.seats().all().without(self.you);
        let others: Vec<_> = others.iter().map(|seat| self.names.name(seat)).collect();
        self.console.line(&format!("{BOLD}{}{BOLD:#} with {}", G::TITLE, listed(&others)))?;
        if let Some(commitment) = self.table.deal().commitment() {
            self.console
                .say("The deal is fixed; after the game its seed is shown, and must match:")?;
            self.console.line(&format!("{DIM}{commitment}{DIM:#}"))?;
        }
        if !self.table.log().is_empty() {
            let so_far = self.table.log().len();
            let so_far = counted(so_far, "action");
            self.console.say(&format!("Resumed after {so_far}: type log to be told again."))?;
            self.told = self.table.stream(self.you.into()).count();
        }
        self.console.say("Type a number to choose, ? for help.")?;
        Ok(())
    }

    /// Tells what has happened since the last time.
    fn tell_news(&mut self) -> Result<(), Failure> {
        let lines: Vec<String> = self.history().skip(self.told).collect();
        self.told = self.table.stream(self.you.into()).count();
        if lines.iter().any(|line| !line.is_empty()) {
            self.console.line("")?;
        }
        self.console.write(&lines.concat())?;
        Ok(())
    }

    /// All that you were told, a piece of text for each event; empty if it is not worth a line.
    fn history(&self) -> impl Iterator<Item = String> {
        let columns = terminal_width();
        self.table.stream(self.you.into()).map(move |heard| {
            G::tell(&heard.told.event, &self.names)
                .map_or_else(String::new, |text| paragraph("· ", &format!("{text}."), columns))
        })
    }

    /// Asks the human until there is an answer that can be done.
    fn decide(&mut self, seat: Seat) -> Result<Wish<G::Action>, Failure> {
        let view = self.table.view(seat.into());
        if let Some(action) = G::goes_without_saying(&self.table.legal_for(seat), &view) {
            return Ok(Wish::Act(action.clone()));
        }
        self.tell_news()?;
        let limit = self.table.game().clock().map(u64::from).map(Duration::from_secs);
        let (mut taken, mut menus) = (Duration::ZERO, vec![self.menu(seat)]);
        let (mut anew, mut fresh) = (true, true);
        self.console.line("")?;
        self.console.write(&G::glimpse(&view, &self.names, terminal_width()))?;
        loop {
            let Some(menu) = menus.last() else { return Ok(Wish::Leave) };
            if std::mem::take(&mut anew) {
                let left = limit.map(|limit| limit.saturating_sub(taken));
                let text = offered(menu, left, std::mem::take(&mut fresh), terminal_width());
                self.console.write(&text)?;
            }
            let Some((answer, took)) = self.console.ask()? else { return self.end_of_input() };
            taken += took;
            if limit.is_some_and(|limit| taken > limit) {
                return self.too_late(seat, &view);
            }
            let back = matches!(answer.as_str(), "0" | "back" | "b") && menu.can_go_back();
            if back {
                menus.pop();
                anew = true;
            } else if let Some(offer) = menu.find(&answer) {
                match menu.choose(&offer) {
                    Chosen::Action(action) => return Ok(Wish::Act(action)),
                    Chosen::Further(menu) => menus.push(menu),
                }
                anew = true;
            } else if let Some(action) = menu.shortcut(&answer) {
                return Ok(Wish::Act(action));
            } else {
                let complaint = menu.complaint(&answer);
                match self.aside(&answer, &complaint)? {
                    Aside::Again => {}
                    Aside::Anew => anew = true,
                    Aside::Leave => return Ok(Wish::Leave),
                }
            }
        }
    }

    /// The clock has run out: does what is done for the absent, and says so.
    fn too_late(&mut self, seat: Seat, view: &G::View) -> Result<Wish<G::Action>, Failure> {
        let lens = self.table.lens(seat.into());
        let action = self.table.game().fallback(seat, &lens, &mut self.agents.stand_in);
        let done = G::offer(&action, view, &self.names);
        self.console.complain(&format!("Too late, the time is up. Done for you: {done}."))?;
        Ok(Wish::Act(action))
    }

    fn menu(&self, seat: Seat) -> Menu<G::Action> {
        let view = self.table.view(seat.into());
        let steps = |action: G::Action| {
            let steps = G::steps(&action, &view, &self.names);
            (action, steps)
        };
        Menu::new(self.table.legal_for(seat).into_iter().map(steps).collect())
    }

    /// Does what a command says, or complains.
    fn aside(&mut self, answer: &str, complaint: &str) -> Result<Aside, Failure> {
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
                return Ok(Aside::Again);
            }
            "share" | "code" => {
                self.share()?;
                return Ok(Aside::Again);
            }
            "quit" | "exit" | "q" => return self.quit(),
            _ => {
                self.console.complain(complaint)?;
                return Ok(Aside::Again);
            }
        }
        Ok(Aside::Anew)
    }

    fn help(&mut self) -> Result<(), Failure> {
        let columns = terminal_width();
        let mut text = String::new();
        for rule in G::RULES_IN_SHORT {
            text += &paragraph("  ", rule, columns);
        }
        for (command, what) in [
            ("1, 2, …", "choose; the first letters of a choice do as well"),
            ("0", "one step back"),
            ("table", "the whole table and your hand"),
            ("log", "all that happened, as far as you may know it"),
            ("save [FILE]", "keep the game in a file"),
            ("share", "a code of the game so far, to resume it elsewhere"),
            ("quit", "leave; the game can be resumed"),
        ] {
            text += &paragraph(&format!("  {BOLD}{command:<12}{BOLD:#} "), what, columns);
        }
        self.console.write(&text)?;
        Ok(())
    }

    /// Saves, and says so; what goes wrong is said, and the game goes on.
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
        Ok(self.console.say(&format!("Saved in {path}. The file knows every card: no peeking."))?)
    }

    /// The game so far as a code.
    fn share(&mut self) -> Result<(), Failure> {
        match share::encode(&self.table) {
            Ok(code) => {
                self.console.say("The game so far. The code knows every card: no peeking.")?;
                self.console.line(&code)?;
            }
            Err(error) => self.console.complain(&format!("There is no share code: {error}."))?,
        }
        Ok(())
    }

    fn quit(&mut self) -> Result<Aside, Failure> {
        if self.file.is_current(&self.table) {
            return Ok(Aside::Leave);
        }
        loop {
            self.console.line("Save the game before you leave? (y)es, (n)o, (s)tay")?;
            let answer = self.console.ask()?.map_or_else(|| "y".into(), |(answer, _)| answer);
            match answer.to_lowercase().as_str() {
                "y" | "yes" | "" => {
                    return Ok(if self.save(None)? { Aside::Leave } else { Aside::Again });
                }
                "n" | "no" => return Ok(Aside::Leave),
                "s" | "stay" => return Ok(Aside::Anew),
                _ => self.console.complain("Type y, n or s.")?,
            }
        }
    }

    /// There is nobody left to ask: keeps the game and leaves.
    fn end_of_input(&mut self) -> Result<Wish<G::Action>, Failure> {
        if !self.file.is_current(&self.table) {
            if let Err(error) = self.file.save(None, &self.table, &self.full_names) {
                self.share()?;
                return Err(error.into());
            }
            self.say_saved()?;
        }
        Ok(Wish::Leave)
    }

    fn leave(mut self) -> Result<(), Failure> {
        if self.file.is_current(&self.table) {
            let command = invocation(&["play", "--resume"], self.file.path());
            self.console.line(&format!("To go on: {command}"))?;
        }
        self.console.line("Good-bye.")?;
        Ok(())
    }
}

/// What is asked and offered. What has just been drawn need not be listed.
fn offered<A: Clone>(
    menu: &Menu<A>,
    left: Option<Duration>,
    fresh: bool,
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
        if menu.range().is_some() || fresh && menu.is_drawn() {
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

/// "a, b and c".
pub(super) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
