//! What messages can call: the players' names, and lists of words.

use std::collections::BTreeSet;
use std::sync::Arc;

use fluent_bundle::concurrent::FluentBundle as SharedBundle;
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

use super::pattern;
use crate::story::Names;

type Words = SharedBundle<Arc<FluentResource>>;
/// What is said of some seats, in a form.
type ByName = fn(&Names, &Words, &str, Option<&str>) -> String;

/// Adds the functions for one reader to a bundle.
pub(super) fn add<'l>(
    bundle: &mut FluentBundle<Arc<FluentResource>>,
    words: &'static Words,
    lists: impl Iterator<Item = &'l str>,
    names: &Names,
) {
    let names = Arc::new(names.clone());
    let by_name: [(&str, ByName); 4] =
        [("NAME", all_names), ("NAMES", all_names), ("WHOSE", whose), ("YOU", you)];
    // To add a function fails only where there is one already: a list cannot be called as one of these.
    for (id, say) in by_name {
        let names = Arc::clone(&names);
        let _ = bundle.add_function(id, move |of, named| {
            say(&names, words, &first(of), option(named, "form")).into()
        });
    }
    let _ = bundle.add_builtins();
    let _ = bundle.add_function("SAME", |of, _| {
        let same = of.first().map(text) == of.get(1).map(text);
        FluentValue::from(if same { "yes" } else { "no" })
    });
    let _ = bundle.add_function("PARITY", |of, _| {
        let is_odd = first(of).parse().is_ok_and(|number: i64| number % 2 != 0);
        FluentValue::from(if is_odd { "odd" } else { "even" })
    });
    let _ = bundle.add_function("PLACE", |of, _| {
        first(of).parse::<i64>().map_or(FluentValue::None, |number| (number + 1).into())
    });
    let _ = bundle.add_function("AT", |of, _| {
        let at = of.get(1).map(text).and_then(|at| at.parse().ok());
        let items = first(of);
        let item = at.and_then(|at: usize| items.split_whitespace().nth(at)).unwrap_or("none");
        item.parse::<i64>().map_or_else(|_| item.to_owned().into(), FluentValue::from)
    });
    for list in lists.map(str::to_owned).collect::<BTreeSet<_>>() {
        let _ = bundle.add_function(&list.to_uppercase(), move |of, named| {
            let keys = first(of);
            let form = option(named, "form");
            match option(named, "list") {
                Some("row") => row(words, &list, &keys, form).into(),
                _ if keys.contains(' ') => together(words, &list, &keys, form).into(),
                _ => word(words, &list, &keys, form, of.get(1)).into(),
            }
        });
    }
}

fn text(value: &FluentValue<'_>) -> String {
    match value {
        FluentValue::String(text) => text.to_string(),
        FluentValue::Number(number) => number.as_string().into_owned(),
        _ => String::new(),
    }
}

fn first(of: &[FluentValue<'_>]) -> String {
    of.first().map(text).unwrap_or_default()
}

fn option<'n>(named: &'n FluentArgs<'_>, key: &'n str) -> Option<&'n str> {
    match named.get(key) {
        Some(FluentValue::String(text)) => Some(text),
        _ => None,
    }
}

/// A word of a list in one of its forms; `$n` in it is `number`. A word that the list lacks is said as it is.
pub(super) fn word(
    words: &Words,
    list: &str,
    key: &str,
    form: Option<&str>,
    number: Option<&FluentValue<'_>>,
) -> String {
    let mut arguments = FluentArgs::new();
    arguments.set("n", number.cloned().unwrap_or_else(|| "none".into()));
    say(words, &format!("{list}-{key}"), form, &arguments).unwrap_or_else(|| key.to_owned())
}

fn say(words: &Words, id: &str, form: Option<&str>, arguments: &FluentArgs<'_>) -> Option<String> {
    let form = form.and_then(|form| pattern(words, &format!("{id}.{form}")));
    let found = form.or_else(|| pattern(words, id))?;
    let mut errors = Vec::new();
    let text = words.format_pattern(found, Some(arguments), &mut errors).into_owned();
    debug_assert!(errors.is_empty(), "{id}: {errors:?}");
    Some(text)
}

/// Words in their order: "Skip, Nope, Skip".
fn row(words: &Words, list: &str, keys: &str, form: Option<&str>) -> String {
    let all: Vec<String> =
        keys.split_whitespace().map(|key| word(words, list, key, form, None)).collect();
    all.join(&word(words, "list", "comma", None, None))
}

/// Words together, equal ones counted: "two Tacocats and a Feral Cat".
fn together(words: &Words, list: &str, keys: &str, form: Option<&str>) -> String {
    let mut counted: Vec<(&str, u8)> = Vec::new();
    for key in keys.split_whitespace() {
        match counted.iter_mut().find(|(other, _)| *other == key) {
            Some((_, count)) => *count += 1,
            None => counted.push((key, 1)),
        }
    }
    let all = counted.into_iter().map(|(key, count)| {
        if count == 1 {
            return word(words, list, key, form, None);
        }
        let mut arguments = FluentArgs::new();
        arguments.set("n", count);
        arguments.set("things", word(words, list, key, Some("many"), None));
        say(words, "counted", None, &arguments).unwrap_or_default()
    });
    listed(words, &all.collect::<Vec<_>>())
}

/// "Ann, Bob and you".
fn listed(words: &Words, all: &[String]) -> String {
    match all {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => {
            let comma = word(words, "list", "comma", None, None);
            let and = word(words, "list", "and", None, None);
            format!("{}{and}{last}", before.join(&comma))
        }
    }
}

fn seats(of: &str) -> impl Iterator<Item = u64> {
    of.split_whitespace().filter_map(|seat| seat.parse().ok())
}

/// The reader, if it is a player, comes first, as "you".
fn all_names(names: &Names, words: &Words, of: &str, form: Option<&str>) -> String {
    let mut all: Vec<u64> = seats(of).collect();
    all.sort_by_key(|&seat| !names.reads(seat));
    let all: Vec<String> = all.into_iter().map(|seat| name(names, words, seat, form)).collect();
    listed(words, &all)
}

fn name(names: &Names, words: &Words, seat: u64, form: Option<&str>) -> String {
    if names.reads(seat) {
        say(words, "you", form, &FluentArgs::new()).unwrap_or_default()
    } else {
        names.called(seat)
    }
}

fn whose(names: &Names, words: &Words, of: &str, form: Option<&str>) -> String {
    let Some(seat) = seats(of).next() else { return String::new() };
    if names.reads(seat) {
        return say(words, "your", form, &FluentArgs::new()).unwrap_or_default();
    }
    let name = names.called(seat);
    let last = name.chars().last().map_or_else(String::new, |last| last.to_lowercase().to_string());
    let mut arguments = FluentArgs::new();
    arguments.set("last", last);
    arguments.set("name", name.clone());
    say(words, "whose", None, &arguments).unwrap_or(name)
}

/// Which variant of a sentence is for this player: `you`, `other`, or `none` if there is nobody.
fn you(names: &Names, _: &Words, of: &str, _: Option<&str>) -> String {
    match seats(of).collect::<Vec<_>>()[..] {
        [] => "none".into(),
        [seat] if names.reads(seat) => "you".into(),
        _ => "other".into(),
    }
}
