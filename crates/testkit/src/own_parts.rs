//! Own parts: what one viewer sees beyond what everybody sees, laid over the public view, is that viewer's view.

use facedown_core::{Game, Viewer, lay_over};
use serde::Serialize;
use serde_json::Value;

use crate::soundness::walk;
use crate::suite::{Report, Suite};
use crate::violation::{Breach, Violation};

/// Checks that every viewer's own part, laid over the public view, gives that viewer's view.
pub fn own_parts<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    walk(suite, |world, _| {
        let public = value(&world.view(Viewer::Spectator));
        for viewer in world.viewers().filter(|viewer| viewer.seat().is_some()) {
            let mut together = public.clone();
            lay_over(&mut together, value(&world.own(viewer)));
            let view = value(&world.view(viewer));
            if together != view {
                let (together, view) = (together.to_string(), view.to_string());
                return Err(Breach::OwnPart { viewer, together, view });
            }
        }
        Ok(())
    })
}

fn value<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}
