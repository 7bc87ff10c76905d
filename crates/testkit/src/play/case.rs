//! Plays one case and writes its results.

use facedown_core::{ActError, Game, LoggedEvent, Recipient, Refused, Table, Viewer};
use serde::Deserialize;
use serde_json::Value;

use super::parse::{At, Case, Kind, Problem, ScriptLine};
use super::{changes, rig};
use crate::violation::text;
use crate::world::viewers;

/// Plays a case, and writes its input lines with their results.
pub(super) fn play<G: Game>(
    case: &Case<'_>,
    preface: &[ScriptLine<'_>],
    out: &mut String,
) -> At<()> {
    let headings = case.headings::<G>(preface)?;
    let deal = rig::deal(case, &headings);
    let setup = |problem: String| (case.first_line(), Problem::Setup(problem));
    let mut table = Table::<G>::new(headings.options.clone(), headings.seats, deal)
        .map_err(|error| setup(error.to_string()))?;
    let mut is_dealt = false;
    for line in &case.lines {
        let is_heading = matches!(line.kind, Kind::Title | Kind::Heading { .. });
        let is_quiet = matches!(line.kind, Kind::Step { is_quiet: true, .. });
        if !is_heading && !is_dealt && !is_quiet {
            is_dealt = true;
            told(table.heard(), out);
            next(&table, out);
        }
        out.push_str(line.text);
        out.push('\n');
        let wrong = |problem| (line.number, problem);
        match &line.kind {
            Kind::Title | Kind::Heading { .. } | Kind::Remark => {}
            Kind::Step { seat, action, refusal, is_quiet } => {
                let action = G::Action::deserialize(action)
                    .map_err(|error| wrong(Problem::Action(error.to_string())))?;
                let before = views(&table);
                match table.act(*seat, action) {
                    Ok(heard) => {
                        if let Some(wanted) = refusal {
                            let (wanted, found) = ((*wanted).to_owned(), "permitted".to_owned());
                            return Err(wrong(Problem::NotRefused { wanted, found }));
                        }
                        if *is_quiet {
                            continue;
                        }
                        told(heard, out);
                        for change in changes::describe(table.seats(), &before, &views(&table)) {
                            write(out, &change);
                        }
                        next(&table, out);
                    }
                    Err(ActError { refused, .. }) => {
                        foreseen(&refused, *refusal).map_err(wrong)?;
                        write(out, &format!("! {}: {refused}", refused.kind()));
                    }
                }
            }
            Kind::Look { viewer, path: "legal" } => {
                let actions = viewer.seat().map_or_else(Vec::new, |seat| table.legal_for(seat));
                write(out, &serde_json::to_value(actions).unwrap_or_default().to_string());
            }
            Kind::Look { viewer, path } => {
                let view = view(&table, *viewer);
                let part = view.pointer(path);
                let part = part.ok_or_else(|| wrong(Problem::Path((*path).to_owned())))?;
                write(out, &part.to_string());
            }
        }
    }
    Ok(())
}

fn foreseen<R: facedown_core::Refusal>(
    refused: &Refused<R>,
    wanted: Option<&str>,
) -> Result<(), Problem> {
    let kind = refused.kind().to_owned();
    match wanted {
        Some(wanted) if wanted == kind => Ok(()),
        Some(wanted) => Err(Problem::NotRefused { wanted: wanted.to_owned(), found: kind }),
        None => Err(Problem::Refused { kind, why: refused.to_string() }),
    }
}

fn told<E: serde::Serialize>(heard: &[LoggedEvent<E>], out: &mut String) {
    for LoggedEvent { told, .. } in heard {
        let to = match told.to {
            Recipient::Everybody => "told".to_owned(),
            Recipient::Seat(seat) => format!("told {seat}"),
        };
        write(out, &format!("{to}: {}", text(&told.event)));
    }
}

fn next<G: Game>(table: &Table<G>, out: &mut String) {
    match table.standing() {
        None => write(out, &format!("next: {}", table.waiting_on())),
        Some(standing) => {
            let scores: Vec<_> = standing.scores.values().iter().map(i32::to_string).collect();
            let winners = standing.winners;
            write(out, &format!("outcome: scores {}; winners {winners}", scores.join(", ")));
        }
    }
}

fn write(out: &mut String, line: &str) {
    out.push_str("  ");
    out.push_str(line);
    out.push('\n');
}

fn views<G: Game>(table: &Table<G>) -> Vec<(Viewer, Value)> {
    viewers(table.seats()).map(|viewer| (viewer, view(table, viewer))).collect()
}

fn view<G: Game>(table: &Table<G>, viewer: Viewer) -> Value {
    // Views are plain data. If one cannot be serialised it is empty, and each path into it is an error.
    serde_json::to_value(table.view(viewer)).unwrap_or_default()
}
