//! Every numbered rule has its code and its test.

use std::path::Path;

use facedown_testkit::rules;

#[test]
fn every_rule_is_in_the_code_and_in_a_test() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let code_folder = crate_folder.join("src/spellbook");
    let text = std::fs::read_to_string(code_folder.join("RULES.md")).unwrap();
    let code = rules::texts(&[code_folder]).unwrap();
    let tests = rules::texts(&[crate_folder.join("tests/spellbook")]).unwrap();
    let count = rules::check(&text, &code, &tests).unwrap_or_else(|corners| panic!("{corners}"));
    assert!(count > 80, "only {count} rules were found");
}
