//! What lands yield, and which of them pay for a spell.

use facedown_games::spellbook::PieceId;

/// Some of the six kinds of mana, as bits in the order of [`KINDS`].
type Kinds = u8;

/// The letters of mana; the last one is colourless.
const KINDS: [&str; 6] = ["W", "U", "B", "R", "G", "C"];
/// The five colours.
const COLOURS: Kinds = 0b1_1111;

/// A land that can be tapped for one mana.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) land: PieceId,
    pub(super) kinds: Kinds,
}

/// What a land yields for nothing but being tapped.
pub(super) fn yields(text: &str) -> Kinds {
    let lines = text.lines().filter_map(|line| line.strip_prefix("{T}: Add "));
    lines.fold(0, |all, line| {
        all | if line.contains("any colour") { COLOURS } else { symbols(line).fold(0, kinds) }
    })
}

fn kinds(all: Kinds, symbol: &str) -> Kinds {
    KINDS.iter().position(|&kind| kind == symbol).map_or(all, |at| all | 1 << at)
}

/// The symbols in a text: what stands in braces.
fn symbols(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split('}').next())
}

/// The lands that pay for a cost with so much more; those that yield fewest kinds are taken first. `None` if they do not
/// suffice, or if the cost is none that the bot understands.
pub(super) fn payment(cost: &str, more: usize, sources: &[Source]) -> Option<Vec<PieceId>> {
    let mut generic = more;
    let mut coloured = Vec::new();
    for symbol in symbols(cost) {
        match symbol.parse::<usize>() {
            Ok(number) => generic = generic.saturating_add(number),
            Err(_) if symbol == "X" => {}
            Err(_) => match symbol.split('/').fold(0, kinds) {
                0 => return None,
                wanted => coloured.push(wanted),
            },
        }
    }
    let mut sources = sources.to_vec();
    sources.sort_by_key(|source| source.kinds.count_ones());
    // A matching of coloured symbols and lands, grown along augmenting paths.
    let mut paid_by: Vec<Option<usize>> = vec![None; sources.len()];
    for symbol in 0..coloured.len() {
        let mut seen = vec![false; sources.len()];
        if !assign(symbol, &coloured, &sources, &mut paid_by, &mut seen) {
            return None;
        }
    }
    let (used, free): (Vec<_>, Vec<_>) =
        sources.iter().zip(&paid_by).partition(|(_, symbol)| symbol.is_some());
    if free.len() < generic {
        return None;
    }
    let lands = used.into_iter().chain(free.into_iter().take(generic));
    Some(lands.map(|(source, _)| source.land).collect())
}

/// Finds a land for a symbol, and another one for the symbol that it paid so far.
fn assign(
    symbol: usize,
    wanted: &[Kinds],
    sources: &[Source],
    paid_by: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for (at, source) in sources.iter().enumerate() {
        if seen[at] || source.kinds & wanted[symbol] == 0 {
            continue;
        }
        seen[at] = true;
        let is_free = paid_by[at].is_none_or(|other| assign(other, wanted, sources, paid_by, seen));
        if is_free {
            paid_by[at] = Some(symbol);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(texts: &[&str]) -> Vec<Source> {
        let land =
            |(at, text): (u16, &&str)| Source { land: PieceId::Token(at), kinds: yields(text) };
        (0..).zip(texts).map(land).collect()
    }

    fn paid(cost: &str, more: usize, texts: &[&str]) -> Option<Vec<PieceId>> {
        payment(cost, more, &sources(texts)).map(|mut lands| {
            lands.sort();
            lands
        })
    }

    fn lands(numbers: &[u16]) -> Vec<PieceId> {
        numbers.iter().map(|&number| PieceId::Token(number)).collect()
    }

    #[test]
    fn lands_yield_what_they_say() {
        assert_eq!(yields("{T}: Add {W}."), 0b1);
        assert_eq!(yields("This land enters tapped.\n{T}: Add {W}, {U} or {R}."), 0b1011);
        assert_eq!(yields("{T}: Add {C}.\n{1}, {T}: Add one mana of any colour."), 0b10_0000);
        assert_eq!(yields("{T}: Add one mana of any colour."), 0b1_1111);
    }

    #[test]
    fn costs_are_paid_with_the_right_lands() {
        let (white, green) = ("{T}: Add {W}.", "{T}: Add {G}.");
        let both = "{T}: Add {W} or {G}.";
        assert_eq!(paid("{1}{W}", 0, &[white, green]), Some(lands(&[0, 1])));
        assert_eq!(paid("{W}{W}", 0, &[white, green]), None);
        assert_eq!(paid("{G}{W}", 0, &[both, white]), Some(lands(&[0, 1])));
        assert_eq!(paid("{W}", 0, &[both, white]), Some(lands(&[1])));
        assert_eq!(paid("{1}", 2, &[white, white, green]), Some(lands(&[0, 1, 2])));
        assert_eq!(paid("{1}", 3, &[white, white, green]), None);
        assert_eq!(paid("{W/G}{X}", 0, &[green]), Some(lands(&[0])));
        assert_eq!(paid("{Q}", 0, &[green]), None);
    }
}
