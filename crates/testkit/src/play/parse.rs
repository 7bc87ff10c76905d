//! Parses the input lines of a playthrough.

use facedown_core::{Game, Seat, SeatCount, Viewer};
use serde_json::{Map, Value};

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The line has no known form.
    #[error(
        "this is none of: `# name: title`, `key: value`, `> seat action`, `. seat action`, `? viewer /path`, `// comment`"
    )]
    UnknownLine,
    /// There is no such heading.
    #[error("`{0}` is not one of: rules, seats, options, seed, shuffle, roll, mix")]
    UnknownHeading(String),
    /// The value of a heading is invalid.
    #[error("`{heading}`: {why}")]
    Heading {
        /// The heading.
        heading: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// A heading comes after the first step.
    #[error("headings come before the first step of a case")]
    LateHeading,
    /// The case has no `seats`.
    #[error("a case needs a line `seats: 2`")]
    NoSeats,
    /// The case has no deal, or two.
    #[error("a case needs either a `seed`, or `shuffle` and `roll` lines")]
    Deal,
    /// This is neither a seat nor `spectator`.
    #[error("`{0}` is neither a seat's number nor `spectator`")]
    Viewer(String),
    /// The game has no such action.
    #[error("this is not an action of this game: {0}")]
    Action(String),
    /// The view has no such path.
    #[error("there is nothing at `{0}` in this view")]
    Path(String),
    /// The table cannot be set up.
    #[error("{0}")]
    Setup(String),
    /// A step was refused unexpectedly.
    #[error("refused: {kind}: {why} (if that is right, end the step with `! {kind}`)")]
    Refused {
        /// The short name of the refusal.
        kind: String,
        /// The refusal.
        why: String,
    },
    /// A step was not refused as expected.
    #[error("this should be refused as `{wanted}`, but is {found}")]
    NotRefused {
        /// The expected kind of refusal.
        wanted: String,
        /// What happened.
        found: String,
    },
}

/// A problem and the line it is in, counted from 1.
pub(super) type At<T> = Result<T, (usize, Problem)>;

/// A whole file.
pub(super) struct Script<'t> {
    /// The lines before the first case. Headings among them apply to each case that has none of its own.
    pub(super) preface: Vec<ScriptLine<'t>>,
    pub(super) cases: Vec<Case<'t>>,
}

/// One case. Its first line is its title.
pub(super) struct Case<'t> {
    pub(super) name: &'t str,
    pub(super) lines: Vec<ScriptLine<'t>>,
}

pub(super) struct ScriptLine<'t> {
    pub(super) number: usize,
    pub(super) text: &'t str,
    pub(super) kind: Kind<'t>,
}

pub(super) enum Kind<'t> {
    Title,
    Heading { name: &'t str, value: &'t str },
    Step { seat: Seat, action: Value, refusal: Option<&'t str>, is_quiet: bool },
    Look { viewer: Viewer, path: &'t str },
    Remark,
}

/// The headings of a case.
pub(super) struct Headings<G: Game> {
    pub(super) seats: SeatCount,
    pub(super) options: G::Options,
    pub(super) seed: Option<String>,
    pub(super) shuffles: Vec<Shuffle<G::Face>>,
    pub(super) rolls: Vec<u32>,
    pub(super) mixes: Vec<Vec<G::Face>>,
}

/// The order of the faces after a shuffle.
pub(super) struct Shuffle<F> {
    pub(super) faces: Vec<F>,
    /// Whether the other faces follow (`...`).
    pub(super) and_the_rest: bool,
}

/// Splits a file into cases, without the lines that the program wrote.
pub(super) fn parse(text: &str) -> At<Script<'_>> {
    let mut script = Script { preface: Vec::new(), cases: Vec::new() };
    for (number, text) in (1..).zip(text.lines()) {
        let is_written = text.starts_with(' ') && !text.trim().is_empty();
        if is_written {
            continue;
        }
        if let Some(title) = text.strip_prefix("# ") {
            let name = title.split(':').next().unwrap_or(title).trim();
            script.cases.push(Case { name, lines: Vec::new() });
        }
        match script.cases.last_mut() {
            Some(case) => {
                let kind = kind(text).map_err(|problem| (number, problem))?;
                let begun = |line: &ScriptLine<'_>| matches!(line.kind, Kind::Step { .. });
                if matches!(kind, Kind::Heading { .. }) && case.lines.iter().any(begun) {
                    return Err((number, Problem::LateHeading));
                }
                case.lines.push(ScriptLine { number, text: text.trim_end(), kind });
            }
            None => match kind(text).map_err(|problem| (number, problem))? {
                kind @ (Kind::Heading { .. } | Kind::Remark) => {
                    script.preface.push(ScriptLine { number, text: text.trim_end(), kind });
                }
                _ => return Err((number, Problem::UnknownLine)),
            },
        }
    }
    Ok(script)
}

fn kind(text: &str) -> Result<Kind<'_>, Problem> {
    if text.starts_with("# ") {
        return Ok(Kind::Title);
    }
    if text.trim().is_empty() || text.starts_with("//") {
        return Ok(Kind::Remark);
    }
    let is_quiet = text.starts_with(". ");
    if let Some(step) = text.strip_prefix(if is_quiet { ". " } else { "> " }) {
        let (step, refusal) = match step.rsplit_once(" ! ") {
            Some((step, refusal)) => (step, Some(refusal.trim())),
            None => (step, None),
        };
        let (seat, words) = step.trim().split_once(' ').ok_or(Problem::UnknownLine)?;
        let viewer = viewer(seat)?;
        let seat = viewer.seat().ok_or_else(|| Problem::Viewer(seat.to_owned()))?;
        let action = action(words.trim())?;
        return Ok(Kind::Step { seat, action, refusal, is_quiet });
    }
    if let Some(look) = text.strip_prefix("? ") {
        let (who, path) = look.trim().split_once(' ').unwrap_or((look.trim(), ""));
        return Ok(Kind::Look { viewer: viewer(who)?, path: path.trim() });
    }
    let (name, value) = text.split_once(':').ok_or(Problem::UnknownLine)?;
    Ok(Kind::Heading { name, value: value.trim() })
}

fn viewer(text: &str) -> Result<Viewer, Problem> {
    if text == "spectator" {
        return Ok(Viewer::Spectator);
    }
    let seat = text.parse().ok().and_then(Seat::new);
    seat.map(Viewer::Seat).ok_or_else(|| Problem::Viewer(text.to_owned()))
}

/// Parses an action: JSON, or its kind and its values as in `lend card=3 to=1`.
fn action(text: &str) -> Result<Value, Problem> {
    if text.starts_with('{') {
        return serde_json::from_str(text).map_err(|error| Problem::Action(error.to_string()));
    }
    let mut words = text.split_whitespace();
    let mut fields = Map::new();
    fields.insert("type".to_owned(), words.next().unwrap_or_default().into());
    for word in words {
        let named = word.split_once('=');
        let (name, value) = named.ok_or_else(|| Problem::Action(format!("`{word}` has no =")))?;
        fields.insert(name.to_owned(), json_or_word(value));
    }
    Ok(Value::Object(fields))
}

/// Parses JSON; anything else is a string.
fn json_or_word(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

impl Case<'_> {
    /// The line at which problems with the whole case are reported.
    pub(super) fn first_line(&self) -> usize {
        self.lines.first().map_or(1, |line| line.number)
    }

    /// The headings of the case, with those of the preface as defaults.
    pub(super) fn headings<G: Game>(&self, preface: &[ScriptLine<'_>]) -> At<Headings<G>> {
        let own = |line: &ScriptLine<'_>| match line.kind {
            Kind::Heading { name, .. } => Some(name.to_owned()),
            _ => None,
        };
        let own: Vec<String> = self.lines.iter().filter_map(own).collect();
        let general = preface.iter().filter(|line| match line.kind {
            Kind::Heading { name, .. } => !own.iter().any(|own| replaces(own, name)),
            _ => false,
        });
        let mut seats = None;
        let mut options = G::Options::default();
        let (mut seed, mut shuffles, mut rolls) = (None, Vec::new(), Vec::new());
        let mut mixes = Vec::new();
        for line in general.chain(&self.lines) {
            let Kind::Heading { name, value } = line.kind else { continue };
            let wrong =
                |heading| move |why: String| (line.number, Problem::Heading { heading, why });
            match name {
                "rules" => {}
                "seats" => {
                    let count = value.parse().ok().and_then(SeatCount::new);
                    let why = || wrong("seats")(format!("`{value}` is not a number of seats"));
                    seats = Some(count.ok_or_else(why)?);
                }
                "options" => {
                    options = serde_json::from_str(value)
                        .map_err(|error| wrong("options")(error.to_string()))?;
                }
                "seed" => seed = Some(value.to_owned()),
                "shuffle" => shuffles.push(shuffle::<G>(value).map_err(wrong("shuffle"))?),
                "mix" => {
                    let Shuffle { faces, and_the_rest } =
                        shuffle::<G>(value).map_err(wrong("mix"))?;
                    if and_the_rest {
                        return Err(wrong("mix")("name all the faces".to_owned()));
                    }
                    mixes.push(faces);
                }
                "roll" => {
                    for word in value.split_whitespace() {
                        let why = |_| wrong("roll")(format!("`{word}` is not a number"));
                        rolls.push(word.parse().map_err(why)?);
                    }
                }
                _ => return Err((line.number, Problem::UnknownHeading(name.to_owned()))),
            }
        }
        let seats = seats.ok_or((self.first_line(), Problem::NoSeats))?;
        let is_rigged = !shuffles.is_empty() || !rolls.is_empty() || !mixes.is_empty();
        if seed.is_some() == is_rigged {
            return Err((self.first_line(), Problem::Deal));
        }
        Ok(Headings { seats, options, seed, shuffles, rolls, mixes })
    }
}

/// Whether the heading `own` of a case replaces the heading `general` of the preface.
fn replaces(own: &str, general: &str) -> bool {
    let is_rigged = |name: &str| matches!(name, "shuffle" | "roll" | "mix");
    // A seed replaces shuffles, rolls and mixes, and the other way round.
    own == general || own == "seed" && is_rigged(general) || is_rigged(own) && general == "seed"
}

fn shuffle<G: Game>(text: &str) -> Result<Shuffle<G::Face>, String> {
    let mut shuffle = Shuffle { faces: Vec::new(), and_the_rest: false };
    for word in text.split_whitespace() {
        if shuffle.and_the_rest {
            return Err("`...` comes last".to_owned());
        }
        if word == "..." {
            shuffle.and_the_rest = true;
            continue;
        }
        let times =
            word.rsplit_once('*').and_then(|(face, times)| Some((face, times.parse().ok()?)));
        let (face, times): (_, usize) = times.unwrap_or((word, 1));
        let face: G::Face = serde_json::from_value(json_or_word(face))
            .map_err(|error| format!("`{face}` is not a face: {error}"))?;
        shuffle.faces.extend(std::iter::repeat_n(face, times));
    }
    Ok(shuffle)
}
