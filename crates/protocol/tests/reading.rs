//! Messages from clients are parsed or refused: unknown fields, unknown types, wrong types, long texts.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use facedown_protocol::rest::{NewTable, SeatChoice, Sit};
use facedown_protocol::{
    FromClient, FromServer, Kind, MAX_FRAME, MessageError, Refusal, Spectators, TableClock,
    Unknown, Unreadable,
};

#[track_caller]
fn refused(frame: impl AsRef<[u8]>) -> Unreadable {
    match FromClient::read(frame.as_ref()) {
        Ok(read) => panic!("{read:?}"),
        Err(unreadable) => unreadable,
    }
}

#[test]
fn messages_are_parsed_and_unknown_fields_ignored() {
    let act = r#" {"id":"m1","later":[1,{}],"type":"act","action":{"type":"play","card":3}} "#;
    let FromClient::Act(act) = FromClient::read(act.as_bytes()).unwrap() else {
        panic!("not an act")
    };
    assert_eq!((act.id.as_str(), act.at), ("m1", None));
    assert_eq!(act.action.get(), r#"{"type":"play","card":3}"#);

    let hello = r#"{"type":"hello","version":2,"since":41,"colour":"red"}"#;
    let FromClient::Hello(hello) = FromClient::read(hello.as_bytes()).unwrap() else {
        panic!("no hello")
    };
    assert_eq!((hello.since, hello.token, hello.code), (Some(41), None, None));

    let chat = r#"{"type":"chat","id":"c1","text":"h\u00e9 there"}"#;
    let FromClient::Chat(chat) = FromClient::read(chat.as_bytes()).unwrap() else {
        panic!("no chat")
    };
    assert_eq!(chat.text.as_str(), "hé there");
    assert!(matches!(FromClient::read(br#"{"type":"ping","x":0}"#), Ok(FromClient::Ping {})));
}

#[test]
fn serialised_messages_are_parsed_again() {
    for frame in [
        r#"{"type":"hello","version":2,"token":"abc","since":7}"#,
        r#"{"type":"act","id":"m1","at":3,"action":{"type":"pass"}}"#,
        r#"{"type":"chat","id":"m2","text":"well played"}"#,
        r#"{"type":"ping"}"#,
    ] {
        let message = FromClient::read(frame.as_bytes()).unwrap();
        assert_eq!(serde_json::to_string(&message).unwrap(), frame);
    }
}

#[test]
fn unknown_kinds_are_refused() {
    let unknown = refused(r#"{"type":"peek","id":"m1","seat":2}"#);
    let known = "hello, act, chat, why or ping";
    assert_eq!(unknown.why, MessageError::UnknownKind { found: "peek".to_owned(), known });
    assert_eq!(unknown.id.as_ref().unwrap().as_str(), "m1");
    let refusal = Refusal::from(&unknown.why);
    assert_eq!(refusal.kind, Kind::UnknownKind.name());
    assert!(refusal.message.contains("peek"), "{}", refusal.message);
    assert_eq!(refused("{}").why, MessageError::NoKind(known));
    assert_eq!(refused(r#"{"type":null}"#).why, MessageError::NoKind(known));
}

#[test]
fn frames_that_are_not_messages_are_refused() {
    for frame in ["", "hello", "[]", "7", "null", "{", r#"{"type":7}"#, r#"{"type":"ping"}x"#] {
        assert_eq!(refused(frame).why.kind(), Kind::NotJson, "{frame}");
    }
    let long = format!(r#"{{"type":"ping","pad":"{}"}}"#, "x".repeat(MAX_FRAME));
    assert_eq!(refused(&long).why.kind(), Kind::TooLarge);
    let latin = b"{\"type\":\"chat\",\"id\":\"a\",\"text\":\"h\xe9\"}";
    assert_eq!(refused(latin).why.kind(), Kind::NotJson);
    // Deep nesting is refused before the stack overflows.
    let deep = format!(r#"{{"type":"act","id":"a","action":{}"#, "[".repeat(10_000));
    assert_eq!(refused(&deep).why.kind(), Kind::NotJson);
}

#[test]
fn fields_of_the_wrong_type_are_refused_with_the_id() {
    for frame in [
        r#"{"type":"act","id":"m1"}"#,
        r#"{"type":"act","id":"m1","at":-1,"action":{}}"#,
        r#"{"type":"act","id":"m1","at":"3","action":{}}"#,
        r#"{"type":"chat","id":"m1","text":["a"]}"#,
        r#"{"type":"chat","id":"m1","text":"a\u0000b"}"#,
        r#"{"type":"chat","id":"m1","text":"   "}"#,
    ] {
        let unreadable = refused(frame);
        assert_eq!(unreadable.why.kind(), Kind::Malformed, "{frame}");
        assert_eq!(unreadable.id.unwrap().as_str(), "m1", "{frame}");
    }
    for frame in [
        r#"{"type":"act","id":7,"action":{}}"#,
        r#"{"type":"act","id":"","action":{}}"#,
        r#"{"type":"act","id":"a b","action":{}}"#,
        r#"{"type":"act","action":{}}"#,
        r#"{"type":"hello"}"#,
        r#"{"type":"hello","version":"1"}"#,
        r#"{"type":"hello","version":2,"since":1.5}"#,
    ] {
        let unreadable = refused(frame);
        assert_eq!((unreadable.why.kind(), unreadable.id), (Kind::Malformed, None), "{frame}");
    }
}

#[test]
fn long_texts_are_refused() {
    let id = format!(r#"{{"type":"act","id":"{}","action":{{}}}}"#, "a".repeat(65));
    assert_eq!(refused(&id).why.kind(), Kind::Malformed);
    let chat = |length| format!(r#"{{"type":"chat","id":"a","text":"{}"}}"#, "é".repeat(length));
    assert!(FromClient::read(chat(500).as_bytes()).is_ok());
    let why = refused(chat(501)).why;
    assert!(why.to_string().contains("501 characters; at most 500"), "{why}");
}

#[test]
fn another_version_is_refused_whatever_other_fields_it_has() {
    let hello = r#"{"type":"hello","version":1,"token":{"a":1}}"#;
    assert_eq!(refused(hello).why, MessageError::UnsupportedVersion(1));
}

#[test]
fn a_client_parses_what_the_server_sends() {
    let update = r#"{"n":3,"a":"m1","e":[{"type":"passed"}],"v":{"turn":1},"w":[1],"c":[null,9000],"zz":1}   "#;
    let FromServer::Update(update) = FromServer::read(update).unwrap() else { panic!("no update") };
    assert_eq!((update.n, update.events.len()), (3, 1));
    assert_eq!(update.view.unwrap().get(), r#"{"turn":1}"#);
    let refused =
        r#"{"type":"refused","id":"m1","kind":"not-now","rule":"R-X-01","message":"later"}"#;
    let FromServer::Refused(refused) = FromServer::read(refused).unwrap() else {
        panic!("no refusal")
    };
    assert_eq!(refused.refusal.rule.as_deref(), Some("R-X-01"));
    assert!(matches!(FromServer::read(r#"{"type":"pong"}"#), Ok(FromServer::Pong {})));
    assert!(
        matches!(FromServer::read(r#"{"type":"dance"}"#), Err(Unknown::Kind(kind)) if kind == "dance")
    );
    assert!(matches!(FromServer::read(r#"{"n":"3"}"#), Err(Unknown::Malformed(_))));
}

#[test]
fn requests_may_omit_optional_fields() {
    let table = r#"{"game":"herding-cats","seats":["open",{"bot":"timid"},"invited"],"new":1}"#;
    let table: NewTable = serde_json::from_str(table).unwrap();
    let bot = SeatChoice::Bot("timid".to_owned());
    assert_eq!(table.seats, [SeatChoice::Open, bot, SeatChoice::Invited]);
    assert_eq!((table.spectators, table.clock), (Spectators::Live, TableClock::None));
    assert!(!table.private && table.options.is_none());
    let clock: TableClock =
        serde_json::from_str(r#"{"game":{"seconds":60,"increment":5}}"#).unwrap();
    assert_eq!(clock, TableClock::Game { seconds: 60, increment: 5 });
    let sit: Sit = serde_json::from_str("{}").unwrap();
    assert!(sit.seat.is_none());
    assert!(serde_json::from_str::<Sit>(r#"{"seat":9}"#).is_err());
    let long = format!(r#"{{"contribution":"{}"}}"#, "0".repeat(257));
    assert!(serde_json::from_str::<Sit>(&long).is_err());
    assert!(serde_json::from_str::<NewTable>(r#"{"game":"x","seats":["mine"]}"#).is_err());
}
