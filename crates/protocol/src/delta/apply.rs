//! Applies a difference to the old value, as a client does.

use serde_json::Value;

use super::shorthand::Shorthand;

/// Why a difference cannot be applied: it, or the value that it is applied to, is not what the server sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeltaError {
    /// The difference removes a value that is not a member of an object.
    #[error("the difference removes a value that is not a member of an object; get a new snapshot")]
    Gone,
    /// The difference changes an element beyond the end of an array.
    #[error("the difference changes element {0}, which does not exist; get a new snapshot")]
    NoSuchElement(String),
    /// The difference has a malformed step for an array.
    #[error("the difference has a malformed step; get a new snapshot")]
    NoStep,
    /// The difference changes members or elements of a value that has none.
    #[error("the difference changes parts of a value that has none; get a new snapshot")]
    NoParts,
    /// A value is not valid shorthand.
    #[error("a value is not valid shorthand; get a new snapshot")]
    NoShorthand,
    /// A shape is not in the vocabulary.
    #[error("there is no shape {0}; get a new snapshot")]
    NoShape(i64),
    /// A word is not in the vocabulary.
    #[error("there is no word {0:?}; get a new snapshot")]
    NoWord(String),
}

/// Changes the old value into the new one. After an error the value is unusable.
pub fn apply(value: &mut Value, delta: Value, shorthand: &Shorthand) -> Result<(), DeltaError> {
    if changed(value, delta, shorthand)? { Ok(()) } else { Err(DeltaError::Gone) }
}

/// Changes the value. Returns false if it is to be removed.
fn changed(value: &mut Value, delta: Value, shorthand: &Shorthand) -> Result<bool, DeltaError> {
    match (&mut *value, delta) {
        (_, Value::Array(mut list)) if list.len() < 2 => match list.pop() {
            None => return Ok(false),
            Some(new) => *value = shorthand.lengthen(new)?,
        },
        (Value::Object(members), Value::Object(changes)) => {
            for (key, change) in changes {
                let key = shorthand.text(&key)?;
                let member = members.entry(key).or_insert(Value::Null);
                if !changed(member, change, shorthand)? {
                    members.remove(key);
                }
            }
        }
        (Value::Array(elements), Value::Array(steps)) if !steps[0].is_number() => {
            steps.into_iter().try_for_each(|step| change_elements(elements, step, shorthand))?;
        }
        (Value::Array(elements), step @ (Value::Array(_) | Value::Object(_))) => {
            change_elements(elements, step, shorthand)?;
        }
        (_, Value::Array(_) | Value::Object(_)) => return Err(DeltaError::NoParts),
        (_, new) => *value = shorthand.lengthen(new)?,
    }
    Ok(true)
}

/// A viewer's view: the public part with the viewer's own part laid over it.
pub fn view_of(public: &Value, own: &Value) -> Value {
    let mut view = public.clone();
    if !own.is_null() {
        facedown_core::lay_over(&mut view, own.clone());
    }
    view
}

fn change_elements(
    elements: &mut Vec<Value>,
    step: Value,
    shorthand: &Shorthand,
) -> Result<(), DeltaError> {
    match step {
        Value::Object(changes) => {
            for (index, change) in changes {
                let element = index.parse::<usize>().ok().and_then(|index| elements.get_mut(index));
                apply(element.ok_or(DeltaError::NoSuchElement(index))?, change, shorthand)?;
            }
        }
        Value::Array(step) => {
            let mut step = step.into_iter();
            let mut number = || usize::try_from(step.next()?.as_u64()?).ok();
            let (at, gone) = number().zip(number()).ok_or(DeltaError::NoStep)?;
            let end = at.saturating_add(gone);
            if end > elements.len() {
                return Err(DeltaError::NoSuchElement(end.to_string()));
            }
            let come =
                step.map(|value| shorthand.lengthen(value)).collect::<Result<Vec<_>, _>>()?;
            elements.splice(at..end, come);
        }
        _ => return Err(DeltaError::NoStep),
    }
    Ok(())
}
