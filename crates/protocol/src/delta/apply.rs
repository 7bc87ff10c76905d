//! Makes the new value from the old one and the difference, as a client does.

use serde_json::Value;

use super::shorthand::Shorthand;

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
    /// It changes members or elements of a value that has none.
    #[error("the difference changes parts of a value that has none; get a new snapshot")]
    NoParts,
    /// A value is not shorthand.
    #[error("a value is not in shorthand; get a new snapshot")]
    NoShorthand,
    /// A value has a shape that nobody has told of.
    #[error("there is no shape {0}; get a new snapshot")]
    NoShape(i64),
    /// A word is none that anybody has told of.
    #[error("there is no word {0:?}; get a new snapshot")]
    NoWord(String),
}

/// Makes the new value from the old one. After a misfit the value is good for nothing.
pub fn apply(value: &mut Value, delta: Value, shorthand: &Shorthand) -> Result<(), Misfit> {
    if changed(value, delta, shorthand)? { Ok(()) } else { Err(Misfit::Gone) }
}

/// Changes the value, and says whether it is still there.
fn changed(value: &mut Value, delta: Value, shorthand: &Shorthand) -> Result<bool, Misfit> {
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
        (_, Value::Array(_) | Value::Object(_)) => return Err(Misfit::NoParts),
        (_, new) => *value = shorthand.lengthen(new)?,
    }
    Ok(true)
}

/// What a viewer sees: what everybody sees, with the viewer's own part over it.
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
) -> Result<(), Misfit> {
    match step {
        Value::Object(changes) => {
            for (index, change) in changes {
                let element = index.parse::<usize>().ok().and_then(|index| elements.get_mut(index));
                apply(element.ok_or(Misfit::NoSuchElement(index))?, change, shorthand)?;
            }
        }
        Value::Array(step) => {
            let mut step = step.into_iter();
            let mut number = || usize::try_from(step.next()?.as_u64()?).ok();
            let (at, gone) = number().zip(number()).ok_or(Misfit::NoStep)?;
            let end = at.saturating_add(gone);
            if end > elements.len() {
                return Err(Misfit::NoSuchElement(end.to_string()));
            }
            let come =
                step.map(|value| shorthand.lengthen(value)).collect::<Result<Vec<_>, _>>()?;
            elements.splice(at..end, come);
        }
        _ => return Err(Misfit::NoStep),
    }
    Ok(())
}
