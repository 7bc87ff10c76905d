//! Names as people type them, made equal.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The name as it is compared: without accents and differences of case, blanks, apostrophes and slashes.
///
/// ```
/// use facedown_cards::normalised;
///
/// assert_eq!(normalised("Æther  Vial"), "aether vial");
/// assert_eq!(normalised("Lim-Dûl’s Vault"), "lim-dul's vault");
/// assert_eq!(normalised("Wear/Tear"), normalised("WEAR /// TEAR"));
/// ```
pub fn normalised(name: &str) -> String {
    let plain = if name.is_ascii() { Cow::Borrowed(name) } else { Cow::Owned(plain(name)) };
    let plain = plain.to_ascii_lowercase();
    collapsed(&unescaped(&plain))
}

/// Replaces letters, quotes and dashes by those of a plain keyboard, in lower case.
fn plain(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    // An acute accent by itself would become a blank with an accent.
    let typed = name.chars().map(|c| if c == '´' { '\'' } else { c });
    for c in typed.nfkd().flat_map(char::to_lowercase).nfkd() {
        match c {
            '‘' | '’' | '‛' | '′' | 'ʼ' | 'ʻ' => out.push('\''),
            '“' | '”' | '„' | '‟' | '″' | '«' | '»' => out.push('"'),
            '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => out.push('-'),
            '꞉' => out.push(':'),
            '⁄' | '∕' => out.push('/'),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ß' => out.push_str("ss"),
            'ø' => out.push('o'),
            'đ' | 'ð' => out.push('d'),
            'ł' => out.push('l'),
            'ı' => out.push('i'),
            'þ' => out.push_str("th"),
            _ if is_combining_mark(c) || is_invisible(c) => {}
            _ => out.push(c),
        }
    }
    out
}

/// Characters that nobody sees: soft hyphens, zero-width blanks, marks of direction and of byte order.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Old lists come from pages: `Minsc &amp; Boo`.
fn unescaped(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    for (entity, is) in [("&amp;", "&"), ("&apos;", "'"), ("&#39;", "'"), ("&quot;", "\"")] {
        while text.contains(entity) {
            text = Cow::Owned(text.replace(entity, is));
        }
    }
    text
}

/// Makes every run of blanks one blank, and every run of slashes or bars ` // `.
fn collapsed(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 4);
    let is_bar = |c: char| c == '/' || c == '|';
    let mut rest = text.trim();
    while let Some(c) = rest.chars().next() {
        let gap = rest.trim_start_matches(|c: char| c.is_whitespace() || is_bar(c));
        let gone = &rest[..rest.len() - gap.len()];
        if gone.is_empty() {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let between = if gone.contains(is_bar) { " // " } else { " " };
        out.push_str(between);
        rest = gap;
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_that_people_type_differently_are_equal() {
        for (typed, name) in [
            ("AETHER ADEPT", "Æther Adept"),
            ("Lim-Dul's Vault", "Lim-Dûl’s Vault"),
            ("Jotun  Grunt ", "Jötun Grunt"),
            ("Seance", "Séance"),
            ("Minsc &amp; Boo", "Minsc & Boo"),
            ("Wear/Tear", "Wear // Tear"),
            ("Wear///Tear", "Wear // Tear"),
            ("Wear|Tear", "Wear // Tear"),
            ("SP // dr, Piloted by Peni", "SP//dr, Piloted by Peni"),
            ("summon: choco // mog", "Summon: Choco/Mog"),
            ("“Ach! Hans, Run!”", "\"Ach! Hans, Run!\""),
            ("Nazgul", "Nazgûl"),
            ("Lifecraft Awakening\u{200b}", "Lifecraft Awakening"),
            ("Bob\u{a0}(Bevy)", "Bob (Bevy)"),
            ("Ratonhnhake:ton", "Ratonhnhaké꞉ton"),
            ("Urza´s Saga", "Urza's Saga"),
        ] {
            assert_eq!(normalised(typed), normalised(name), "{typed}");
        }
    }

    #[test]
    fn what_tells_names_apart_stays() {
        for (name, is) in [
            ("+2 Mace", "+2 mace"),
            ("1996 World Champion", "1996 world champion"),
            ("70,000 Light-Years from Home", "70,000 light-years from home"),
            ("B.O.B. (Bevy of Beebles)", "b.o.b. (bevy of beebles)"),
            ("_____", "_____"),
            ("雷神", "雷神"),
            ("", ""),
            (" / ", "//"),
        ] {
            assert_eq!(normalised(name), is);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: proptest::test_runner::RngSeed::Fixed(1),
            failure_persistence: None,
            ..ProptestConfig::with_cases(2000)
        })]

        #[test]
        fn a_normalised_name_stays_as_it_is(name in "(?s)(.|[/| ’´&;]|&amp;|amp;|Æ|[\u{e0}-\u{2ff}]){0,20}") {
            let once = normalised(&name);
            prop_assert_eq!(normalised(&once), once);
        }
    }
}
