//! A table as somebody saw it, step by step: never more than they could see then.

use std::str::FromStr;

use facedown_core::{Game, Seat, Table, Viewer};
use facedown_games::{Names, Story};
use serde_json::{Value, json};

use crate::draw::text::paragraph;
use crate::failure::Failure;
use crate::lineup::counted;
use crate::outline::{Column, Part, Tree};
use crate::playable::Playable;
use crate::source::Loaded;

/// Whose eyes a table is seen through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Perspective {
    /// Those of every seat and of a spectator; after the end of the game, also hindsight.
    All,
    /// Those of one viewer.
    One(Viewer),
}

impl FromStr for Perspective {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            "spectator" => Ok(Self::One(Viewer::Spectator)),
            _ => {
                text.parse().ok().and_then(Seat::new).map(|seat| Self::One(seat.into())).ok_or_else(
                    || "give a seat's number, counted from 0, or spectator, or all".into(),
                )
            }
        }
    }
}

/// How many actions have been made: a number from 0, which is the deal.
pub(crate) fn action_number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "give a number of actions: 0 is the deal, 1 the first action".into())
}

/// A walk through a table, one action at a time.
pub(crate) struct Walk<'a, G: Game> {
    loaded: &'a Loaded<G>,
    perspective: Perspective,
    now: Table<G>,
    /// The last action in words, if there was one.
    done: Option<String>,
}

impl<'a, G: Story> Walk<'a, G> {
    /// Begins at the deal.
    pub(crate) fn new(loaded: &'a Loaded<G>, perspective: Perspective) -> Result<Self, Failure> {
        let seats = loaded.table.seats();
        if let Perspective::One(Viewer::Seat(seat)) = perspective
            && !seats.has(seat)
        {
            let last = seats.get() - 1;
            return Err(Failure::Usage(format!(
                "there is no {seat} at this table; its seats are 0 to {last}"
            )));
        }
        Ok(Self { loaded, perspective, now: at(loaded, 0)?, done: None })
    }

    /// How many actions have been made.
    pub(crate) fn position(&self) -> usize {
        self.now.log().len()
    }

    /// How many actions there are.
    pub(crate) fn length(&self) -> usize {
        self.loaded.table.log().len()
    }

    /// Goes to where so many actions have been made.
    pub(crate) fn go(&mut self, actions: usize) -> Result<(), Failure> {
        if actions > self.length() {
            let (length, actions) = (self.length(), counted(self.length(), "action"));
            return Err(Failure::Usage(format!(
                "this table has {actions}; give a number from 0 to {length}"
            )));
        }
        self.done = None;
        if actions == 0 {
            self.now = at(self.loaded, 0)?;
            return Ok(());
        }
        if self.position() + 1 != actions {
            self.now = at(self.loaded, actions - 1)?;
        }
        if let Some(entry) = self.loaded.table.log().get(actions - 1) {
            let reader = self.reader();
            let names = self.names(reader);
            let offer = G::offer(&entry.action, &self.now.view(reader), &names);
            self.done = Some(format!("{}: {offer}", names.name(entry.seat)));
            self.now
                .act(entry.seat, entry.action.clone())
                .map_err(|e| Failure::damaged("the replay", e))?;
        }
        Ok(())
    }

    /// Who reads what is written above the columns.
    const fn reader(&self) -> Viewer {
        match self.perspective {
            Perspective::All => Viewer::Spectator,
            Perspective::One(viewer) => viewer,
        }
    }

    fn viewers(&self) -> Vec<Viewer> {
        match self.perspective {
            Perspective::One(viewer) => vec![viewer],
            Perspective::All => {
                let seats = self.now.seats().all();
                seats.iter().map(Viewer::Seat).chain([Viewer::Spectator]).collect()
            }
        }
    }

    fn names(&self, viewer: Viewer) -> Names {
        Names::new(self.loaded.names.clone(), viewer.seat())
    }

    /// What this viewer was told of the last action, or of the deal.
    fn told(&self, viewer: Viewer) -> Vec<&G::Event> {
        let position = self.position();
        let heard = self.now.stream(viewer).filter(|heard| heard.at == position);
        heard.map(|heard| &heard.told.event).collect()
    }

    fn words(&self, viewer: Viewer) -> Vec<String> {
        let names = self.names(viewer);
        self.told(viewer).into_iter().filter_map(|event| G::tell(event, &names)).collect()
    }

    /// What everything looks like once the game is over, if all is to be seen.
    fn hindsight(&self) -> Option<G::View> {
        let lens = self.now.hindsight().filter(|_| self.perspective == Perspective::All)?;
        Some(self.now.game().view(&lens))
    }

    /// Where we are and what was done last.
    pub(crate) fn heading(&self) -> String {
        let (position, length) = (self.position(), self.length());
        match &self.done {
            Some(done) => format!("Action {position} of {length}. {done}"),
            None => format!("The deal, before the first of {length} actions"),
        }
    }

    /// What each viewer was told, and then sees.
    pub(crate) fn columns(&self) -> Vec<Column> {
        let column = |viewer| {
            let words = self.words(viewer).into_iter().map(Part::Words);
            let view = Part::View(Tree::of(&self.now.view(viewer)));
            Column { title: self.title(viewer), parts: words.chain([view]).collect() }
        };
        let hindsight = self.hindsight().map(|view| Column {
            title: "in hindsight".into(),
            parts: vec![Part::View(Tree::of(&view))],
        });
        self.viewers().into_iter().map(column).chain(hindsight).collect()
    }

    fn title(&self, viewer: Viewer) -> String {
        let name = viewer.seat().and_then(|seat| self.loaded.names.get(seat));
        match name {
            Some(name) if self.loaded.by_name => format!("{viewer} ({name})"),
            _ => viewer.to_string(),
        }
    }

    /// The same for machines.
    pub(crate) fn json(&self) -> Value {
        let position = self.position();
        let last = position.checked_sub(1);
        let entry = last.and_then(|last| match (self.perspective, self.now.log().get(last)?) {
            // An author sees what they sealed themselves; with all perspectives at once, so do we.
            (Perspective::One(viewer), entry) if viewer.seat() != Some(entry.seat) => {
                Some(entry.clone())
            }
            _ => self.now.logged(last),
        });
        let viewer = |viewer: Viewer| {
            let key = viewer.seat().map_or("spectator".into(), |seat| seat.index().to_string());
            let seen = json!({
                "events": self.told(viewer),
                "story": self.words(viewer),
                "view": self.now.view(viewer),
            });
            (key, seen)
        };
        let mut json = json!({
            "step": position,
            "of": self.length(),
            "seat": entry.as_ref().map(|entry| entry.seat),
            "action": entry.as_ref().map(|entry| &entry.action),
            "outcome": self.now.standing(),
            "viewers": self.viewers().into_iter().map(viewer).collect::<serde_json::Map<_, _>>(),
        });
        if let Some(view) = self.hindsight() {
            json["hindsight"] = json!(view);
        }
        json
    }
}

impl<G: Playable> Walk<'_, G> {
    /// The table as one viewer saw it; nothing if all are shown.
    pub(crate) fn picture(&self, columns: usize) -> Option<String> {
        let Perspective::One(viewer) = self.perspective else { return None };
        let mut out = self.title(viewer) + "\n";
        for words in self.words(viewer) {
            out += &paragraph("· ", &format!("{words}."), columns);
        }
        Some(out + "\n" + &G::draw(&self.now.view(viewer), &self.names(viewer), columns))
    }
}

fn at<G: Game>(loaded: &Loaded<G>, actions: usize) -> Result<Table<G>, Failure> {
    // It was set up before, so it can be again.
    loaded.table.at(actions).map_err(|e| Failure::damaged("the replay", e))
}
