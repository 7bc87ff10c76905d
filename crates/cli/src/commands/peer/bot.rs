//! A bot on a seat.

use std::io;
use std::time::Duration;

use facedown_bots::Bot;
use facedown_core::{Dice, Seats, opened};
use facedown_games::Names;
use facedown_machine::{Front, Input, LinkState};
use facedown_peers::Desk;
use facedown_protocol::{FromServer, Kind, VERSION};
use serde_json::json;
use tokio::time::{Instant, sleep_until};

use crate::commands::play::console::Console;
use crate::failure::Failure;
use crate::lineup;
use crate::playable::Playable;

/// A bot on a seat. It says what it does as a page would.
pub(super) struct BotFront<G: Playable> {
    bot: Box<dyn Bot<G>>,
    names: Names,
    pause: Duration,
    is_greeted: bool,
    /// How many events the bot has heard.
    heard: usize,
    /// What it does, and when.
    planned: Option<(Instant, Vec<u8>)>,
    /// The number of actions when it last acted.
    acted_at: Option<usize>,
    /// How many actions it has said.
    said: usize,
    words_told: bool,
}

impl<G: Playable> BotFront<G> {
    pub(super) fn new(names: Names, bot: &str, pause: Duration) -> Result<Self, Failure> {
        let dice = Dice::new(&lineup::seed(None)?);
        Ok(Self {
            bot: lineup::bot::<G>(bot, dice)?,
            names,
            pause,
            is_greeted: false,
            heard: 0,
            planned: None,
            acted_at: None,
            said: 0,
            words_told: false,
        })
    }
}

impl<G: Playable> Front<G> for BotFront<G> {
    fn changed(&mut self, desk: &Desk<G>) -> io::Result<()> {
        let rules = desk.fold().rules();
        if let Some(words) = desk.fold().words()
            && !std::mem::replace(&mut self.words_told, true)
        {
            Console::output().line(&format!("Four words: {}", words.join(" ")))?;
        }
        for event in rules.heard().iter().skip(self.heard) {
            self.bot.hear(&event.told.event);
        }
        self.heard = rules.heard().len();
        let actions = rules.log().len();
        if self.planned.is_some() && self.acted_at == Some(actions) {
            return Ok(());
        }
        self.planned = None;
        let Some((seat, game)) = rules.viewer().seat().zip(rules.game()) else { return Ok(()) };
        let is_asked = desk.fold().is_idle() && rules.waiting_on().contains(seat);
        if is_asked && self.acted_at != Some(actions) {
            let action = self.bot.choose(game, seat, &rules.lens());
            let id = format!("bot-{actions}-{}", self.said);
            let act = json!({ "type": "act", "id": id, "action": opened(action) });
            self.planned = Some((Instant::now() + self.pause, act.to_string().into_bytes()));
            self.acted_at = Some(actions);
            self.said += 1;
        }
        Ok(())
    }

    fn frame(&mut self, frame: Vec<u8>) -> io::Result<()> {
        let Ok(text) = std::str::from_utf8(&frame) else { return Ok(()) };
        if let Ok(FromServer::Refused(refused)) = FromServer::read(text) {
            // If somebody else was faster, it looks again when that has happened.
            self.acted_at = None;
            if refused.refusal.kind != Kind::Stale.name() {
                return Console::output().complain(&refused.refusal.message);
            }
        }
        Ok(())
    }

    fn link(&mut self, state: LinkState<'_>) -> io::Result<()> {
        super::terminal::tell_link(&mut Console::output(), state)
    }

    fn presence(&mut self, _: Seats) -> io::Result<()> {
        Ok(())
    }

    fn unsigned(&mut self, by: Seats, limit: Duration) -> io::Result<()> {
        let text = super::terminal::unsigned_by(by, &self.names, limit);
        Console::output().line(&format!("{text}."))
    }

    async fn input(&mut self) -> Input {
        if !self.is_greeted {
            self.is_greeted = true;
            let hello = json!({ "type": "hello", "version": VERSION });
            return Input::Say(hello.to_string().into_bytes());
        }
        match &self.planned {
            Some((when, _)) => sleep_until(*when).await,
            None => std::future::pending().await,
        }
        match self.planned.take() {
            Some((_, frame)) => Input::Say(frame),
            None => std::future::pending().await,
        }
    }
}
