//! Makes the new value from the old one and the difference, as a client does.

use serde_json::{Map, Value};

/// Why a difference does not fit the value that it is applied to: one of them is not what the house sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// It says that the value is gone, but only a member of an object can be gone.
    #[error("the difference takes away a value that is no member of an object; get a new snapshot")]
    Gone,
    /// It changes elements of an array that are not there.
    #[error("the difference changes element {0}, which is not there; get a new snapshot")]
    NoSuchElement(String),
    /// It is no step for an array.
    #[error("the difference has a step that is none; get a new snapshot")]
    NoStep,
}

/// Makes the new value from the old one. After a misfit the value is good for nothing.
pub fn apply(value: &mut Value, delta: Value) -> Result<(), Misfit> {
    if changed(value, delta)? { Ok(()) } else { Err(Misfit::Gone) }
}

/// Changes the value, and says whether it is still there.
fn changed(value: &mut Value, delta: Value) -> Result<bool, Misfit> {
    match (&mut *value, delta) {
        (_, Value::Array(mut list)) if list.len() < 2 => match list.pop() {
            None => return Ok(false),
            Some(new) => *value = new,
        },
        (Value::Object(members), Value::Object(changes)) => change_members(members, changes)?,
        (Value::Array(elements), Value::Array(steps)) if !steps[0].is_number() => {
            steps.into_iter().try_for_each(|step| change_elements(elements, step))?;
        }
        (Value::Array(elements), step @ (Value::Array(_) | Value::Object(_))) => {
            change_elements(elements, step)?;
        }
        (_, Value::Array(_)) => return Err(Misfit::NoStep),
        (_, new) => *value = new,
    }
    Ok(true)
}

fn change_members(
    members: &mut Map<String, Value>,
    changes: Map<String, Value>,
) -> Result<(), Misfit> {
    for (key, change) in changes {
        let member = members.entry(&key).or_insert(Value::Null);
        if !changed(member, change)? {
            members.remove(&key);
        }
    }
    Ok(())
}

fn change_elements(elements: &mut Vec<Value>, step: Value) -> Result<(), Misfit> {
    match step {
        Value::Object(changes) => {
            for (index, change) in changes {
                let element = index.parse::<usize>().ok().and_then(|index| elements.get_mut(index));
                let element = element.ok_or(Misfit::NoSuchElement(index))?;
                apply(element, change)?;
            }
        }
        Value::Array(step) => {
            let mut step = step.into_iter();
            let mut number = || usize::try_from(step.next()?.as_u64()?).ok();
            let (at, gone) = number().zip(number()).ok_or(Misfit::NoStep)?;
            let end = at.checked_add(gone).filter(|&end| end <= elements.len());
            let end =
                end.ok_or_else(|| Misfit::NoSuchElement((at.saturating_add(gone)).to_string()))?;
            elements.splice(at..end, step);
        }
        _ => return Err(Misfit::NoStep),
    }
    Ok(())
}
