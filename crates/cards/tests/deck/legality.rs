//! Advice on decks, format by format.

use facedown_cards::deck::Deck;
use facedown_cards::legality::{Format, advise, choose_commanders};
use facedown_cards::{CardWords, Catalogue, FaceWords, Legality};

fn card(name: &str, type_line: &str, cost: &str, text: &str) -> CardWords {
    let [name, type_line, cost, text] = [name, type_line, cost, text].map(str::to_owned);
    CardWords::invented(FaceWords { name, type_line, cost, text, ..FaceWords::default() })
}

fn legal(words: CardWords, legalities: &[(&str, Legality)]) -> CardWords {
    let legalities = legalities.iter().map(|&(format, legality)| (format.to_owned(), legality));
    CardWords { legalities: legalities.collect(), ..words }
}

fn catalogue() -> Catalogue {
    let otter = "Legendary Creature — Otter";
    Catalogue::new([
        card("Garden", "Basic Land — Garden", "", "{T}: Add {G}."),
        card("Anna Otter", otter, "{1}{G}", ""),
        card("Bo Otter", otter, "{U}", "Partner (Both may be commanders.)"),
        card("Cy Otter", otter, "{G}", "Partner (Both may be commanders.)"),
        card("Walker", "Legendary Planeswalker — Walker", "{2}{G}", ""),
        card(
            "Many Mice",
            "Creature — Mouse",
            "{G}",
            "A deck can have any number of cards named Many Mice.",
        ),
        card(
            "Seven Mice",
            "Creature — Mouse",
            "{G}",
            "A deck can have up to seven cards named Seven Mice.",
        ),
        card("Moth", "Creature — Moth", "{1}{G}", ""),
        card("Lamp", "Artifact", "{2}", "{T}: Add {R} or {W}."),
        card("Whale", "Creature — Whale", "{5}{G}", ""),
        card("Spell", "Sorcery", "{G}", ""),
        legal(
            card("Old Hat", "Artifact", "{1}", ""),
            &[
                ("vintage", Legality::Restricted),
                ("legacy", Legality::Banned),
                ("modern", Legality::NotLegal),
            ],
        ),
    ])
}

/// What a format says about a list.
#[track_caller]
fn check(format: Format, list: &str, wanted: &[&str]) {
    let catalogue = catalogue();
    let mut deck = Deck::read(list.as_bytes(), &catalogue).expect("this is a deck");
    choose_commanders(&mut deck, format, |card| catalogue.get(card));
    let findings = advise(&deck, format, |card| catalogue.get(card));
    let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(found, wanted, "{format}:\n{list}");
}

#[test]
fn sixty_cards_and_a_sideboard_of_fifteen() {
    use Format::Constructed;
    check(Constructed, "60 Garden\nSB: 15 Garden\n", &[]);
    check(Constructed, "250 Garden\n", &[]);
    check(
        Constructed,
        "59 Garden\n",
        &["a constructed deck has at least 60 cards; this one has 59"],
    );
    check(
        Constructed,
        "60 Garden\nSB: 16 Garden\n",
        &["a constructed deck has at most 15 cards in the sideboard; this one has 16 cards there"],
    );
    check(Format::Limited, "40 Garden\n8 Moth\nSB: 45 Lamp\n", &[]);
    check(Format::Limited, "1 Garden\n", &["a limited deck has at least 40 cards; this one has 1"]);
    check(Format::Free, "1 Garden\nSB: 99 Moth\n", &[]);
}

#[test]
fn four_copies_in_main_deck_and_sideboard_together() {
    use Format::Constructed;
    check(Constructed, "56 Garden\n3 Moth\n1 Moth (ABC) 1\n", &[]);
    check(
        Constructed,
        "57 Garden\n3 Moth\nSB: 2 Moth\n",
        &["5 copies of Moth; a deck has at most 4"],
    );
    check(Constructed, "30 Garden\n30 Many Mice\n", &[]);
    check(Constructed, "53 Garden\n7 Seven Mice\n", &[]);
    check(
        Constructed,
        "53 Garden\n8 Seven Mice\n",
        &["8 copies of Seven Mice; a deck has at most 7"],
    );
}

#[test]
fn catalogues_say_what_is_allowed() {
    check(Format::Vintage, "59 Garden\n1 Old Hat\n", &[]);
    check(
        Format::Vintage,
        "58 Garden\n2 Old Hat\n",
        &["2 copies of Old Hat; a deck has at most 1"],
    );
    check(Format::Legacy, "59 Garden\n1 Old Hat\n", &["Old Hat is banned in legacy"]);
    check(Format::Modern, "59 Garden\n1 Old Hat\n", &["Old Hat is not in the sets of modern"]);
    // It is known in other formats only.
    check(Format::Pauper, "59 Garden\n1 Old Hat\n", &["Old Hat is not in the sets of pauper"]);
    check(Format::Constructed, "56 Garden\n4 Old Hat\n", &[]);
}

#[test]
fn a_commander_leads_ninety_nine() {
    use Format::Commander;
    check(Commander, "Commander\n1 Anna Otter\n\nDeck\n98 Garden\n1 Moth\n", &[]);
    check(
        Commander,
        "Commander\n1 Anna Otter\n\nDeck\n97 Garden\n1 Moth\n",
        &[
            "a commander deck has exactly 100 cards, those in the command zone included; this one has 99",
        ],
    );
    check(
        Commander,
        "100 Garden\n",
        &["a commander deck has a commander; write “Commander” above its line"],
    );
    check(
        Commander,
        "Commander\n1 Anna Otter\n\nDeck\n97 Garden\n2 Moth\n\nSideboard\n3 Garden\n",
        &[
            "a commander deck has no sideboard, unless the players agree on one; this one has 3 cards there",
            "2 copies of Moth; a deck has at most 1",
        ],
    );
    check(
        Commander,
        "Commander\n1 Moth\n\nDeck\n99 Garden\n",
        &["Moth cannot be a commander: it is no legendary creature"],
    );
    // A commander is one of the copies.
    check(
        Commander,
        "Commander\n1 Anna Otter\n\nDeck\n98 Garden\n1 Anna Otter\n",
        &["2 copies of Anna Otter; a deck has at most 1"],
    );
}

#[test]
fn two_commanders_are_a_pair() {
    use Format::Commander;
    check(Commander, "Commander\n1 Bo Otter\n1 Cy Otter\n\nDeck\n98 Garden\n", &[]);
    check(
        Commander,
        "Commander\n1 Anna Otter\n1 Cy Otter\n\nDeck\n98 Garden\n",
        &[
            "Anna Otter and Cy Otter are no pair: nothing on them says that both may be commanders of one deck",
        ],
    );
    check(
        Commander,
        "Commander\n1 Anna Otter\n1 Bo Otter\n1 Cy Otter\n\nDeck\n97 Garden\n",
        &["a commander deck has one commander, or two that go together; this one has 3"],
    );
}

#[test]
fn the_commanders_colours_are_those_of_the_deck() {
    use Format::Commander;
    check(
        Commander,
        "Commander\n1 Bo Otter\n\nDeck\n99 Garden\n",
        &["Garden has green, which the commander does not have"],
    );
    check(
        Commander,
        "Commander\n1 Anna Otter\n\nDeck\n98 Garden\n1 Lamp\n",
        &["Lamp has white and red, which the commander does not have"],
    );
    // Nothing is known of the commander, so nothing is said about colours.
    check(
        Commander,
        "Commander\n1 Stranger\n\nDeck\n98 Garden\n1 Lamp\n",
        &["nothing is known of Stranger, so nothing is said about it"],
    );
}

#[test]
fn commanders_are_found_in_the_sideboard() {
    use Format::Commander;
    check(Commander, "99 Garden\nSB: 1 Anna Otter\n", &[]);
    check(Commander, "98 Garden\nSB: 1 Bo Otter\nSB: 1 Cy Otter\n", &[]);
    check(
        Commander,
        "99 Garden\nSB: 1 Moth\n",
        &[
            "a commander deck has exactly 100 cards, those in the command zone included; this one has 99",
            "a commander deck has no sideboard, unless the players agree on one; this one has 1 card there",
            "a commander deck has a commander; write “Commander” above its line",
        ],
    );
}

#[test]
fn other_formats_with_commanders_have_their_own_rules() {
    check(Format::Brawl, "Commander\n1 Walker\n\nDeck\n59 Garden\n", &[]);
    check(Format::Oathbreaker, "Commander\n1 Walker\n1 Spell\n\nDeck\n58 Garden\n", &[]);
    check(
        Format::Oathbreaker,
        "Commander\n1 Anna Otter\n\nDeck\n59 Garden\n",
        &["Anna Otter cannot be a commander: it is no planeswalker"],
    );
    check(
        Format::TinyLeaders,
        "Commander\n1 Anna Otter\n\nDeck\n48 Garden\n1 Whale\n\nSideboard\n10 Garden\n",
        &["Whale costs 6; a tiny-leaders deck has cards that cost at most 3"],
    );
}

#[test]
fn what_nobody_can_check_is_said() {
    use Format::Constructed;
    let companion = "check yourself that the deck is as Anna Otter wants it: conditions of companions are not checked";
    check(Constructed, "Companion\n1 Anna Otter\n\nDeck\n60 Garden\n", &[companion]);
    check(
        Constructed,
        "50 Garden\n9 Nobody\n9 Forest\n1 Somebody\n",
        &[
            "9 copies of Nobody; a deck has at most 4",
            "nothing is known of 3 cards, Nobody the first of them, so nothing is said about them",
        ],
    );
}

#[test]
fn formats_have_names() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        assert_eq!(format.name().to_uppercase().replace('-', " ").parse(), Ok(format));
    }
    let unknown = "bridge".parse::<Format>().unwrap_err();
    assert!(
        unknown
            .to_string()
            .starts_with("there is no format \"bridge\"; there are: free, constructed, standard")
    );
}
