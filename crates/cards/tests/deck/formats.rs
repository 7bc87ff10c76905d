//! Lists in every format, as the programs write them.

use facedown_cards::deck::{Deck, NoDictionary};

use crate::known::{check, outline};

#[test]
fn arena_has_parts_with_blank_lines_between() {
    check(
        "About\nName Otters & Co.\n\nCommander\n1 Lantern Otter (ELD) 324\n\nDeck\n1 Expansion // Explosion (GRN) 224\n\
         12 Forest (M20) 256\n1 Moth (ZNR) 261\n\nSideboard\n2 Sly Tomcat (DAR) 12\n",
        "name: Otters & Co.\n\
         commanders: 1 Lantern Otter [ELD 324]\n\
         main deck: 1 Expansion // Explosion [GRN 224]; 12 Forest [M20 256]; 1 Moth // Lamp [ZNR 261]\n\
         sideboard: 2 Sly Tomcat [DAR 12]",
    );
}

#[test]
fn arena_without_labels_has_two_blocks() {
    check(
        "4 Sly Tomcat (DAR) 12\n20 Forest (M20) 256\n\n3 Pain /// Suffering (INV) 1\n",
        "main deck: 4 Sly Tomcat [DAR 12]; 20 Forest [M20 256]\n\
         sideboard: 3 Pain // Suffering [INV 1]\n\
         - line 4: what follows the blank line is taken for the sideboard",
    );
}

#[test]
fn the_companion_of_arena_is_counted_once() {
    check(
        "Companion\n1 Lantern Otter (IKO) 226\n\nDeck\n60 Forest\n\nSideboard\n1 Lantern Otter (IKO) 226\n2 Sly Tomcat\n",
        "companion: 1 Lantern Otter [IKO 226]\n\
         main deck: 60 Forest\n\
         sideboard: 2 Sly Tomcat\n\
         - Lantern Otter is the companion and in the sideboard; it is counted once",
    );
    check(
        "Companion\n1 Lantern Otter\n1 Sly Tomcat\n\nDeck\n60 Forest\n",
        "companion: 1 Lantern Otter\n\
         main deck: 60 Forest\n\
         sideboard: 1 Sly Tomcat\n\
         - line 3: a deck has one companion; 1 Sly Tomcat go to the sideboard",
    );
}

#[test]
fn versions_for_online_play_are_the_card() {
    check(
        "4 A-Sly Tomcat (DAR) 12\n",
        "main deck: 4 Sly Tomcat [DAR 12]\n- line 1: A-Sly Tomcat is read as Sly Tomcat",
    );
}

#[test]
fn magic_online_text_parts_the_sideboard_by_a_blank_line() {
    check(
        "8 Plains\r\n4 Wear/Tear\r\n\r\n7 Island\r\n",
        "main deck: 8 Plains; 4 Wear // Tear\n\
         sideboard: 7 Island\n\
         - line 4: what follows the blank line is taken for the sideboard",
    );
}

#[test]
fn magic_online_dek_has_one_slash_and_attributes_in_any_order() {
    check(
        r#"<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <NetDeckID>0</NetDeckID>
  <PreconstructedDeckID>0</PreconstructedDeckID>
  <Cards CatID="64832" Quantity="1" Sideboard="false" Name="Refuse/Cooperate" Annotation="0" />
  <Cards Name="Minsc &amp; Boo" Sideboard="true" CatID="1" Quantity="2"/>
  <Cards CatID="2" Quantity="3" Sideboard="false" Name="Moth" Annotation="0"></Cards>
</Deck>"#,
        "main deck: 1 Refuse // Cooperate; 3 Moth // Lamp\nsideboard: 2 Minsc & Boo",
    );
}

#[test]
fn cockatrice_cod_has_zones() {
    check(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <lastLoadedTimestamp>Thu Nov 19 2026</lastLoadedTimestamp>
    <deckname>Otters &amp; Co.</deckname>
    <bannerCard providerId="">Lantern Otter</bannerCard>
    <comments>4 Forest</comments>
    <tags><tag>fun</tag></tags>
    <zone name="main">
        <card number="12" name="Forest" setShortName="M20" collectorNumber="256" uuid="x" price="0.1"/>
        <card name="Lantern Otter"/>
        <card number="1" name="Moss Golem"/>
        <card number="1"/>
        <picture/>
    </zone>
    <zone name="side"><card number="2" name="Æther Adept"/></zone>
    <zone name="tokens"><card number="1" name="Kitten"/></zone>
    <zone name="binder"><card number="1" name="Sly Tomcat"/></zone>
    <sideboard_plan><name>x</name></sideboard_plan>
    <weather/>
</cockatrice_deck>"#,
        "name: Otters & Co.\n\
         main deck: 12 Forest [M20 256]; 1 Lantern Otter; 1 Moss Golem?\n\
         sideboard: 2 Æther Adept\n\
         tokens: 1 Kitten?\n\
         - line 11: no card is called “Moss Golem”; it is kept as a name without words\n\
         - line 12: this card has no name; it is left out\n\
         - line 13: <picture> is not known and skipped\n\
         - line 16: no card is called “Kitten”; it is kept as a name without words\n\
         - line 17: 1 Sly Tomcat: “binder” is not part of the deck; the line is left out\n\
         - line 19: <weather> is not known and skipped",
    );
}

#[test]
fn cockatrice_text_has_marks_and_odd_counts() {
    check(
        "// Otters\n// 2021\n4X [B] Forest (3)\n3 Pain/Suffering\nÆther Adept\n7  B.F.M. (Big Furry Monster)\n\
         6 Deck of Cards But Animated\n\nsb: 2x Island\n",
        "name: Otters\n\
         main deck: 4 Forest [B –]; 3 Pain // Suffering; 1 Æther Adept; 7 B.F.M. (Big Furry Monster); \
         6 Deck of Cards But Animated\n\
         sideboard: 2 Island",
    );
    check(
        "MainBoard: 3 cards\n3 Forest\n\nSideboard: 1 card\n1 Island\n",
        "main deck: 3 Forest\nsideboard: 1 Island",
    );
}

#[test]
fn several_blank_lines_mean_nothing() {
    check(
        "4 Sly Tomcat\n\n\n4 Lantern Otter\n\n20 Forest\n",
        "main deck: 4 Sly Tomcat; 4 Lantern Otter; 20 Forest\n\
         - line 4: blank lines part the list into 3 blocks, which are all taken for the main deck; write “Sideboard” \
         above what is not",
    );
}

#[test]
fn lone_cards_above_a_deck_are_its_commanders() {
    check(
        "1 Lantern Otter\n\n99 Forest\n",
        "commanders: 1 Lantern Otter\n\
         main deck: 99 Forest\n\
         - line 1: what stands alone before the blank line is taken for the commanders",
    );
    check(
        "1 Lantern Otter\n\n98 Forest\n\n1 Island\n",
        "commanders: 1 Lantern Otter\n\
         main deck: 98 Forest\n\
         sideboard: 1 Island\n\
         - line 1: what stands alone before the blank line is taken for the commanders\n\
         - line 5: what follows the blank line is taken for the sideboard",
    );
}

#[test]
fn moxfield_has_foils_and_tags() {
    check(
        "4 Lantern Otter (CMR) 632 *F* #TargetedDisruption #Card Draw\n1 Fire // Ice (PLST) C15-5 *E*\n\nSIDEBOARD:\n\
         1 Sly Tomcat (UNF) 2★\n\nCONSIDERING:\n1 Brass Abacus (M20) 1\n",
        "main deck: 4 Lantern Otter [CMR 632]; 1 Fire // Ice [PLST C15-5]\n\
         sideboard: 1 Sly Tomcat [UNF 2★]\n\
         - line 8: 1 Brass Abacus: “CONSIDERING” is not part of the deck; the line is left out",
    );
}

#[test]
fn archidekt_has_categories_and_labels() {
    check(
        "1x Lantern Otter (mkm) 313 [Commander{top}]\n1x Sly Tomcat (mkm) 12 [Ramp] ^Have,#37d67a^\n\
         1x Brass Abacus (c21) 7 [Maybeboard{noDeck}{noPrice}]\n1x Hill Giantess [Cuts{noDeck}]\n30x Forest (mkm) 1 [Land,Basics]\n",
        "commanders: 1 Lantern Otter [MKM 313]\n\
         main deck: 1 Sly Tomcat [MKM 12]; 30 Forest [MKM 1]\n\
         - line 3: 1 Brass Abacus: “Maybeboard” is not part of the deck; the line is left out\n\
         - line 4: 1 Hill Giantess: “Cuts” is not part of the deck; the line is left out",
    );
}

#[test]
fn deckstats_marks_what_goes_where() {
    check(
        "//Mainboard\n1 Lantern Otter #!Commander\n\n1 [ISD#144] Sly Tomcat\n\n20 Forest # basic\n\n//Sideboard\n\
         SB: 1 Brass Abacus\n\n//Maybeboard\n1 Hill Giantess\n",
        "commanders: 1 Lantern Otter\n\
         main deck: 1 Sly Tomcat [ISD 144]; 20 Forest\n\
         sideboard: 1 Brass Abacus\n\
         - line 12: 1 Hill Giantess: “Maybeboard” is not part of the deck; the line is left out",
    );
}

#[test]
fn xmage_dck_has_sets_before_names() {
    check(
        "NAME:Otters\nAUTHOR:Ada\n2 [RNA:1] Forest\n1 [XLN:2*] Sly Tomcat\n1 [PLS:72+] Pain // Suffering\n\
         SB: 3 [ZNR:315] Lantern Otter\nLAYOUT MAIN:(1,2)(CARD_TYPE,false,68)|([ZNR:177],)\nLAYOUT SIDEBOARD:(1,1)(NONE,false,50)|()\n",
        "name: Otters\n\
         main deck: 2 Forest [RNA 1]; 1 Sly Tomcat [XLN 2*]; 1 Pain // Suffering [PLS 72+]\n\
         sideboard: 3 Lantern Otter [ZNR 315]",
    );
}

#[test]
fn forge_dck_has_sections_and_bars() {
    check(
        "[metadata]\nName=Otters\nDeck Type=constructed\n[Commander]\n1 Lantern Otter|TDC|1\n[Main]\n4 Sly Tomcat+|M20\n\
         20 Forest|M20|3\n2 Fire // Ice|APC|[128]\n[Sideboard]\n1 Brass Abacus\n[Planes]\n1 Hill Giantess|PCA\n",
        "name: Otters\n\
         commanders: 1 Lantern Otter [TDC –]\n\
         main deck: 4 Sly Tomcat [M20 –]; 20 Forest [M20 –]; 2 Fire // Ice [APC 128]\n\
         sideboard: 1 Brass Abacus; 1 Hill Giantess [PCA –]\n\
         - line 13: 1 Hill Giantess: cards of “Planes” are kept in the sideboard",
    );
}

#[test]
fn dec_and_mwdeck_have_marks_and_sets() {
    check(
        "// Deck file created somewhere\n// NAME : Otters\n// CREATOR : Ada\n// FORMAT : Modern\n    4 [M14] Sly Tomcat\n\
         SB:  1 [DGM] Wear/Tear\nSB: 2 [] Island\n",
        "name: Otters\n\
         main deck: 4 Sly Tomcat [M14 –]\n\
         sideboard: 1 Wear // Tear [DGM –]; 2 [] Island?\n\
         - line 7: no card is called “[] Island”; it is kept as a name without words",
    );
}

#[test]
fn octgn_o8d_has_sections() {
    check(
        r#"<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<deck game="a6c8d2e8">
  <section name="Main" shared="False">
    <card qty="4" id="x">Forest</card>
    <card qty="1" id="y">R&amp;D&#39;s Secret Lair</card>
  </section>
  <section name="Sideboard"><card qty="1" id="z"><![CDATA[Fire // Ice]]></card></section>
  <section name="Command Zone"><card qty="1" id="u">Lantern Otter</card></section>
  <section name="Planes/Schemes" />
  <notes><![CDATA[4 Island]]></notes>
</deck>"#,
        "commanders: 1 Lantern Otter\nmain deck: 4 Forest; 1 R&D's Secret Lair\nsideboard: 1 Fire // Ice",
    );
}

#[test]
fn lists_from_everywhere_have_types_and_comments() {
    check(
        "Creatures (5)\n4 Sly Tomcat\n1 Lantern Otter\n\nLands: 20\n20 Forest\n\nRamp (1)\n1 Brass Abacus\n# 2 Island\n// thanks\n",
        "main deck: 4 Sly Tomcat; 1 Lantern Otter; 20 Forest; 1 Brass Abacus\n\
         - line 8: “Ramp (1)” is taken for a heading\n\
         - line 10: a comment is not part of the deck: “2 Island”",
    );
}

#[test]
fn names_stay_when_there_is_no_catalogue() {
    let deck = Deck::read(b"Deck\n4 Sly Tomcat (DAR) 12\n2 Wear // Tear\n", &NoDictionary);
    assert_eq!(
        outline(&deck.expect("this is a deck")),
        "main deck: 4 Sly Tomcat? [DAR 12]; 2 Wear // Tear?\n\
         - line 2: no card is called “Sly Tomcat”; it is kept as a name without words\n\
         - line 3: no card is called “Wear // Tear”; it is kept as a name without words",
    );
}
