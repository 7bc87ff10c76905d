//! Steps through a recorded table from one perspective, or from all at once.

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

/// Through whose eyes a table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Perspective {
    /// Every seat and a spectator, and hindsight once the game is over.
    All,
    /// One viewer.
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
                    || "give a seat’s number, counted from 0, or spectator, or all".into(),
                )
            }
        }
    }
}

/// Parses a number of actions. 0 is the deal.
pub(crate) fn action_number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "give a number of actions: 0 is the deal, 1 the first action".into())
}

/// A position in a recorded table that moves one action at a time.
pub(crate) struct Walk<'a, G: Game> {
    loaded: &'a Loaded<G>,
    perspective: Perspective,
    /// The table at the current position.
    now: Table<G>,
    /// A description of the last action.
    last_action: Option<String>,
}

impl<'a, G: Story> Walk<'a, G> {
    /// Starts at the deal.
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
        Ok(Self { loaded, perspective, now: at(loaded, 0)?, last_action: None })
    }

    /// How many actions have been replayed.
    pub(crate) fn position(&self) -> usize {
        self.now.log().len()
    }

    /// How many actions the record has.
    pub(crate) fn length(&self) -> usize {
        self.loaded.table.log().len()
    }

    /// Moves to the position after `actions` actions.
    pub(crate) fn go(&mut self, actions: usize) -> Result<(), Failure> {
        if actions > self.length() {
            let (length, actions) = (self.length(), counted(self.length(), "action"));
            return Err(Failure::Usage(format!(
                "this table has {actions}; give a number from 0 to {length}"
            )));
        }
        self.last_action = None;
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
            self.last_action = Some(format!("{}: {offer}", names.name(entry.seat)));
            self.now
                .act(entry.seat, entry.action.clone())
                .map_err(|e| Failure::damaged("the replay", e))?;
        }
        Ok(())
    }

    /// Through whose eyes the heading is written.
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

    /// The events of the last action, or of the deal, that this viewer was sent.
    fn told(&self, viewer: Viewer) -> Vec<&G::Event> {
        let position = self.position();
        let heard = self.now.stream(viewer).filter(|heard| heard.at == position);
        heard.map(|heard| &heard.told.event).collect()
    }

    /// The same events as sentences.
    fn story(&self, viewer: Viewer) -> Vec<String> {
        let names = self.names(viewer);
        self.told(viewer).into_iter().filter_map(|event| G::tell(event, &names)).collect()
    }

    /// The view with every card open, once the game is over and if all perspectives are shown.
    fn hindsight(&self) -> Option<G::View<'_>> {
        let lens = self.now.hindsight().filter(|_| self.perspective == Perspective::All)?;
        Some(self.now.game().view(&lens))
    }

    /// The current position and the last action.
    pub(crate) fn heading(&self) -> String {
        let (position, length) = (self.position(), self.length());
        match &self.last_action {
            Some(action) => format!("Action {position} of {length}. {action}"),
            None => format!("The deal, before the first of {length} actions"),
        }
    }

    /// A column for each viewer: the events it was sent, and its view.
    pub(crate) fn columns(&self) -> Vec<Column> {
        let column = |viewer| {
            let story = self.story(viewer).into_iter().map(Part::Text);
            let view = Part::View(Tree::of(&self.now.view(viewer)));
            Column { title: self.title(viewer), parts: story.chain([view]).collect() }
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
            Some(name) if self.loaded.has_names => format!("{viewer} ({name})"),
            _ => viewer.to_string(),
        }
    }

    /// The current position as JSON.
    pub(crate) fn json(&self) -> Value {
        let position = self.position();
        let last = position.checked_sub(1);
        let entry = last.and_then(|last| match (self.perspective, self.now.log().get(last)?) {
            // Sealed values are shown to their author, and if all perspectives are shown.
            (Perspective::One(viewer), entry) if viewer.seat() != Some(entry.seat) => {
                Some(entry.clone())
            }
            _ => self.now.logged(last),
        });
        let viewer = |viewer: Viewer| {
            let key = viewer.seat().map_or("spectator".into(), |seat| seat.index().to_string());
            let seen = json!({
                "events": self.told(viewer),
                "story": self.story(viewer),
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
    /// Draws the table as one viewer saw it; `None` if all perspectives are shown.
    pub(crate) fn picture(&self, columns: usize) -> Option<String> {
        let Perspective::One(viewer) = self.perspective else { return None };
        let mut out = self.title(viewer) + "\n";
        for sentence in self.story(viewer) {
            out += &paragraph("· ", &sentence, columns);
        }
        Some(out + "\n" + &G::draw(&self.now.view(viewer), &self.names(viewer), columns))
    }
}

fn at<G: Game>(loaded: &Loaded<G>, actions: usize) -> Result<Table<G>, Failure> {
    // The table has been set up before, so this succeeds.
    loaded.table.at(actions).map_err(|e| Failure::damaged("the replay", e))
}
