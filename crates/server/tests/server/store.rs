//! The database file: damaged rows, several servers, paths and permissions, moved files, growing logs.

use std::path::Path;
use std::time::Duration;

use crate::common::{TestServer, config, open_on, step};
use facedown_protocol::TableId;
use facedown_server::room::Journal;
use facedown_server::store::{
    self, JournalLine, Player, PlayerId, SqliteSettings, SqliteStore, Store, StoreError, StoreFault,
};
use facedown_server::time::{Moment, WallTime};
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, Row};

/// A connection of another program to the database.
async fn side(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path).foreign_keys(false);
    options.busy_timeout(Duration::from_millis(0)).connect().await.unwrap()
}

async fn execute(path: &Path, sql: String) {
    let mut side = side(path).await;
    side.execute(AssertSqlSafe(sql)).await.unwrap();
    side.close().await.unwrap();
}

fn id(letter: &str) -> TableId {
    TableId::new(&letter.repeat(22)).unwrap()
}

fn line(table: &TableId, n: u64) -> JournalLine {
    JournalLine { table: table.clone(), n, entry: format!("{{\"entry\":{n}}}") }
}

async fn rows(path: &Path) -> i64 {
    let mut side = side(path).await;
    let count = side.fetch_one("SELECT count(*) FROM journal").await.unwrap().get(0);
    side.close().await.unwrap();
    count
}

/// The name of each kind of damage, and the SQL that causes it. `{}` is the table.
const DAMAGES: [(&str, &str); 14] = [
    ("a missing entry", "DELETE FROM journal WHERE table_id = '{}' AND n = 2"),
    ("no first entry", "DELETE FROM journal WHERE table_id = '{}' AND n = 0"),
    ("a blob", "UPDATE journal SET entry = x'7b7d' WHERE table_id = '{}' AND n = 2"),
    (
        "bad UTF-8",
        "UPDATE journal SET entry = CAST(x'22ff22' AS TEXT) WHERE table_id = '{}' AND n = 2",
    ),
    ("no JSON", "UPDATE journal SET entry = 'nonsense' WHERE table_id = '{}' AND n = 2"),
    ("the wrong JSON", "UPDATE journal SET entry = '[]' WHERE table_id = '{}' AND n = 0"),
    (
        "two lines",
        "UPDATE journal SET entry = entry || char(10) || '{}' WHERE table_id = '{}' AND n = 2",
    ),
    (
        "too long",
        "UPDATE journal SET entry = printf('%2000000s', '') WHERE table_id = '{}' AND n = 2",
    ),
    ("a number twice", "UPDATE journal SET n = 1 WHERE table_id = '{}' AND n = 2"),
    (
        "an absurd number",
        "UPDATE journal SET n = 9223372036854775807 WHERE table_id = '{}' AND n = 2",
    ),
    ("a negative number", "UPDATE journal SET n = -1 WHERE table_id = '{}' AND n = 2"),
    ("a number that is a text", "UPDATE journal SET n = 'two' WHERE table_id = '{}' AND n = 2"),
    (
        "an absurd place",
        "UPDATE journal SET seq = 9223372036854775807 WHERE table_id = '{}' AND n = 2",
    ),
    (
        "an absurd time",
        "UPDATE journal SET entry = replace(entry, '\"at\":', '\"at\":1844674407370955161') WHERE table_id = '{}' AND n = 2",
    ),
];

#[tokio::test]
async fn a_damaged_table_is_set_aside_and_all_others_open() {
    let server = TestServer::open().await;
    let mut tables = Vec::new();
    for _ in 0..=DAMAGES.len() {
        tables.push(server.table(json!({ "game": "herding-cats", "private": true }), 2).await);
    }
    let (sound, players) = tables.remove(0);
    let folder = tempfile::tempdir().unwrap();
    let path = server.crash_image(folder.path());
    for ((_, damage), (table, _)) in DAMAGES.iter().zip(&tables) {
        execute(&path, damage.replace("{}", table)).await;
    }
    // A row of a table that does not exist, and one whose id is not text.
    execute(
        &path,
        "INSERT INTO journal VALUES (-5, 'no id', 0, '{}'), (-4, x'00', 0, '{}')".into(),
    )
    .await;
    let before = rows(&path).await;
    let store = std::sync::Arc::new(SqliteStore::open(&path).await.unwrap());
    let clock = server.clock.clone();
    let again = open_on(store, config(), &clock, "again").await;
    let again = TestServer { server: again, clock, folder };
    for ((damage, _), (table, tokens)) in DAMAGES.iter().zip(&tables) {
        let path = format!("/api/v1/tables/{table}");
        let (status, refusal) = again.request("GET", &path, Some(&tokens[0]), &Value::Null).await;
        assert_eq!((status, &refusal["kind"]), (500, &json!("damaged")), "{damage}: {refusal}");
        let mut client = again.connect(table).await;
        client.hello(Some(&tokens[0]), None).await;
        assert_eq!(client.hear().await["kind"], "damaged", "{damage}");
        // A private table is still hidden from strangers.
        let (status, _) = again.request("GET", &path, Some(&players[0]), &Value::Null).await;
        assert_eq!(status, 404, "{damage}");
    }
    let mut clients = Vec::new();
    for token in &players {
        clients.push(again.join(&sound, Some(token), None).await);
    }
    assert!(step(&mut clients, 0).await, "the other tables continue");
    let metrics = again.raw("GET", "/metrics", None, &Value::Null, &[]).await;
    assert!(metrics.contains(&format!("facedown_set_aside {}", DAMAGES.len())), "{metrics}");
    assert_eq!(again.request("GET", "/readyz", None, &Value::Null).await.0, 200);
    assert_eq!(rows(&path).await, before + 1, "damaged rows are left unchanged");
}

#[tokio::test]
async fn a_damaged_row_does_not_hide_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("facedown.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let now = WallTime::from_millis(1_000);
    let player = |name: &str| Player { id: PlayerId(name.into()), name: name.into() };
    for (number, name) in [(1, "Ann"), (2, "Bob"), (3, "Cyd")] {
        store
            .add_player(&player(name), &[number; 32], now, Moment::from_millis(1_000))
            .await
            .unwrap();
    }
    let ann = PlayerId("Ann".into());
    for table in ["a", "b", "c"] {
        let journal = Journal::from_iter(["{}"]);
        store.archive(&id(table), &journal, std::slice::from_ref(&ann), now).await.unwrap();
    }
    let damage = format!(
        "UPDATE archive SET entries = x'ff' WHERE table_id = '{}';
         INSERT INTO archived_seats VALUES ('Ann', x'00', 5), ('Ann', 'no id', 6);
         UPDATE players SET name = CAST(x'ff' AS TEXT), seen = 'never' WHERE id = 'Bob';
         INSERT INTO players VALUES (x'00', 'nobody', 0, 0);
         UPDATE tokens SET digest = x'00' WHERE player = 'Cyd';
         INSERT INTO tokens VALUES (x'01', x'02', 'Ann', 0);
         UPDATE server_time SET moment = 'noon';
         UPDATE secret SET value = 'short';",
        id("b")
    );
    execute(&path, damage).await;
    assert!(matches!(store.archived(&id("b")).await, Err(StoreError::Damaged(_))));
    let mut of_ann = store.archived_of(&ann, 50).await.unwrap();
    of_ann.sort_unstable();
    assert_eq!(of_ann, [id("a"), id("b"), id("c")]);
    assert_eq!(store.token(&[1; 32]).await.unwrap().unwrap().player, player("Ann"));
    for token in [[2; 32], [3; 32]] {
        assert!(matches!(store.token(&token).await, Err(StoreError::Damaged(_))));
    }
    let later = Moment::from_millis(2_000);
    assert_eq!(store.inactive(later, 10).await.unwrap(), [PlayerId("Cyd".into())]);
    let marks =
        store.remove_tokens(&ann, &[1; 16], facedown_protocol::rest::SessionScope::All).await;
    assert_eq!(marks.unwrap(), [[1; 16]]);
    assert_eq!(store.saved_clock().await.unwrap(), Moment::from_millis(0));
    assert_eq!(store.secret().await.unwrap(), store.secret().await.unwrap());
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_list_omits_only_the_table_that_cannot_be_read() {
    let server = TestServer::open().await;
    let mut tables = Vec::new();
    for _ in 0..2 {
        let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
        tables.push((table, tokens));
    }
    let (_, me) = server.request("GET", "/api/v1/me", Some(&tables[0].1[0]), &Value::Null).await;
    let me = PlayerId(me["player"].as_str().unwrap().into());
    let store = &server.hub().shared.store;
    for (number, (table, _)) in tables.iter().enumerate() {
        let journals = store::journals(&**store).await.unwrap();
        let journal = journals.into_iter().find(|(id, _)| id.as_str() == table).unwrap().1;
        // As if both had been archived, with the first player at each.
        let copy = id(["x", "y"][number]);
        store
            .archive(&copy, &journal, std::slice::from_ref(&me), WallTime::from_millis(1))
            .await
            .unwrap();
    }
    let damage = format!("UPDATE archive SET entries = x'ff' WHERE table_id = '{}'", id("x"));
    execute(&server.folder.path().join("facedown.db"), damage).await;
    let token = Some(&*tables[0].1[0]);
    let (status, list) = server.request("GET", "/api/v1/me/tables", token, &Value::Null).await;
    assert_eq!(status, 200, "{list}");
    let listed = list["tables"].as_array().unwrap();
    assert!(listed.iter().any(|line| line["id"] == id("y").as_str()), "{list}");
    let path = format!("/api/v1/tables/{}", id("x"));
    assert_eq!(server.request("GET", &path, token, &Value::Null).await.1["kind"], "damaged");
    let stranger = server.guest("Sue").await;
    assert_eq!(server.request("GET", &path, Some(&stranger), &Value::Null).await.0, 404);
}

#[tokio::test]
async fn one_old_table_does_not_keep_the_lines_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("facedown.db");
    let store = SqliteStore::open(&path).await.unwrap();
    let (old, aside) = (id("o"), id("s"));
    store.append(vec![line(&old, 0), line(&aside, 0), line(&aside, 7)]).await.unwrap();
    let lines: Vec<JournalLine> =
        (0..2_500).map(|n| line(&id(["a", "b", "c"][n % 3]), n as u64 / 3)).collect();
    for lines in lines.chunks(500) {
        store.append(lines.to_vec()).await.unwrap();
    }
    store.append(vec![line(&old, 1)]).await.unwrap();
    for table in ["a", "b"] {
        store
            .archive(&id(table), &Journal::default(), &[], WallTime::from_millis(1))
            .await
            .unwrap();
    }
    assert_eq!(store.prune().await.unwrap(), 1_667);
    assert_eq!(rows(&path).await, 4 + 833, "only lines of archived tables are deleted");
    assert_eq!(store.prune().await.unwrap(), 0);
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_second_store_on_the_same_file_is_refused_whatever_the_file_is_called() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("facedown.db");
    let store = SqliteStore::open(&path).await.unwrap();
    store.listens_on("127.0.0.1:4242".parse().unwrap());
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    let mut names = vec![path.clone(), folder.path().join("sub/../facedown.db")];
    #[cfg(unix)]
    {
        let link = folder.path().join("sub/link.db");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        names.push(link);
    }
    for name in &names {
        let refused = SqliteStore::open(name).await.err().unwrap().to_string();
        let who = format!("process {}, which listens on 127.0.0.1:4242", std::process::id());
        assert!(refused.contains(&who), "{refused}");
    }
    store.close().await.unwrap();
    for name in &names {
        SqliteStore::open(name).await.unwrap().close().await.unwrap();
    }
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_files_of_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("facedown.db");
    let store = SqliteStore::open(&path).await.unwrap();
    store.append(vec![line(&id("a"), 0)]).await.unwrap();
    let check = || {
        let mut names = Vec::new();
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let file = file.unwrap();
            let mode = file.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "{:?}", file.file_name());
            names.push(file.file_name().into_string().unwrap());
        }
        names.sort_unstable();
        assert_eq!(
            names,
            ["facedown.db", "facedown.db-lock", "facedown.db-shm", "facedown.db-wal"]
        );
    };
    check();
    store.close().await.unwrap();
    // A database of an older version.
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    let store = SqliteStore::open(&path).await.unwrap();
    store.append(vec![line(&id("a"), 1)]).await.unwrap();
    check();
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_store_that_is_locked_by_another_program_reports_it_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("facedown.db");
    let settings =
        SqliteSettings { busy_timeout: Duration::from_millis(1), ..SqliteSettings::default() };
    let store = SqliteStore::open_with(&path, settings).await.unwrap();
    let mut other = side(&path).await;
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    assert!(store.append(vec![line(&id("a"), 0)]).await.is_err());
    assert_eq!(store.condition().fault, Some(StoreFault::Busy));
    assert!(store.probe().await.is_err());
    other.execute("ROLLBACK").await.unwrap();
    store.append(vec![line(&id("a"), 0)]).await.unwrap();
    assert_eq!((store.condition().fault, store.condition().failed), (None, 2));
    assert_eq!(store::journals(&store).await.unwrap()[0].1.len(), 1);
    other.close().await.unwrap();
    store.close().await.unwrap();
}

#[tokio::test]
async fn nothing_is_acknowledged_after_the_file_was_removed_or_replaced() {
    let server = TestServer::open().await;
    let (path, away) =
        (server.folder.path().join("facedown.db"), server.folder.path().join("away"));
    server.guest("Ann").await;
    for suffix in ["", "-wal"] {
        let mut name = path.clone().into_os_string();
        name.push(suffix);
        for is_replaced in [false, true] {
            std::fs::rename(&name, &away).unwrap();
            if is_replaced {
                std::fs::write(&name, "another file").unwrap();
            }
            let name_of = json!({ "name": "Bob" });
            let (status, _) = server.request("POST", "/api/v1/guests", None, &name_of).await;
            assert_eq!(status, 503);
            let (status, _) = server.request("GET", "/readyz", None, &Value::Null).await;
            assert_eq!(status, 503);
            let metrics = server.raw("GET", "/metrics", None, &Value::Null, &[]).await;
            assert!(metrics.contains(r#"facedown_store_failing{kind="moved"} 1"#), "{metrics}");
            std::fs::rename(&away, &name).unwrap();
            server.guest("Bob").await;
            assert_eq!(server.request("GET", "/readyz", None, &Value::Null).await.0, 200);
        }
    }
    let server = server.reopened().await;
    let metrics = server.raw("GET", "/metrics", None, &Value::Null, &[]).await;
    assert!(metrics.contains(r#"facedown_store_failing{kind="moved"} 0"#), "{metrics}");
}

#[tokio::test]
async fn lines_that_were_reported_as_failed_are_deleted_before_the_next_ones() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("facedown.db");
    let failing = Arc::new(AtomicU32::new(0));
    let own = Arc::clone(&failing);
    let fails = move || own.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok();
    let after_commit = Box::new(move || if fails() { Err(StoreError::NotWritten) } else { Ok(()) });
    let settings = SqliteSettings { after_commit, ..SqliteSettings::default() };
    let store = SqliteStore::open_with(&path, settings).await.unwrap();
    let (a, b, c) = (id("a"), id("b"), id("c"));
    store.append(vec![line(&a, 0), line(&b, 0)]).await.unwrap();
    failing.store(2, SeqCst);
    let many: Vec<JournalLine> =
        (1..40).map(|n| line(&a, n)).chain([line(&b, 1), line(&c, 0)]).collect();
    assert!(store.append(many).await.is_err());
    assert_eq!(
        rows(&path).await,
        2 + 41,
        "they were committed although they were reported as failed"
    );
    // A shorter batch replaces them, and fails in the same way.
    assert!(store.append(vec![line(&b, 1)]).await.is_err());
    assert_eq!(rows(&path).await, 3);
    store.append(vec![line(&a, 1)]).await.unwrap();
    store.append(vec![line(&c, 0)]).await.unwrap();
    let lengths = |journals: Vec<(TableId, Journal)>| -> Vec<usize> {
        journals.into_iter().map(|(_, journal)| journal.len()).collect()
    };
    assert_eq!(lengths(store::journals(&store).await.unwrap()), [2, 1, 1]);
    store.close().await.unwrap();
    let store = SqliteStore::open(&path).await.unwrap();
    assert_eq!(lengths(store::journals(&store).await.unwrap()), [2, 1, 1]);
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_long_reader_does_not_block_writes_and_the_log_is_truncated_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("facedown.db");
    let store = SqliteStore::open(&path).await.unwrap();
    store.append(vec![line(&id("a"), 0)]).await.unwrap();
    let mut reader = side(&path).await;
    reader.execute("BEGIN; SELECT count(*) FROM journal").await.unwrap();
    let long = |n| JournalLine { entry: "x".repeat(500_000), ..line(&id("a"), n) };
    for n in 1..60 {
        store.append(vec![long(n)]).await.unwrap();
    }
    let grown = store.condition().wal_bytes;
    assert!(grown > 24 << 20, "{grown}");
    reader.execute("ROLLBACK").await.unwrap();
    reader.close().await.unwrap();
    for n in 60..64 {
        store.append(vec![long(n)]).await.unwrap();
    }
    let after = store.condition().wal_bytes;
    assert!(after <= 16 << 20, "{after}");
    assert_eq!(store.condition().fault, None);
    store.close().await.unwrap();
}

#[tokio::test]
async fn the_start_of_an_archived_journal_ends_where_the_game_started() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("facedown.db")).await.unwrap();
    // No chat message is mistaken for the start of the game.
    let said =
        json!({ "at": 2, "what": { "said": { "text": "\"what\":\"started\"}" } } }).to_string();
    let created = r#"{"at":1,"what":"created"}"#.to_owned();
    let (started, acted) = (r#"{"at":3,"what":"started"}"#.to_owned(), r#"{"at":4}"#.to_owned());
    let begun: Journal = [&created, &said, &started, &acted].into_iter().collect();
    let now = WallTime::from_millis(1);
    store.archive(&id("a"), &begun, &[], now).await.unwrap();
    store.archive(&id("b"), &begun.first(2), &[], now).await.unwrap();
    let start = store.archived_start(&id("a")).await.unwrap().unwrap();
    assert_eq!(start.lines().collect::<Vec<_>>(), [created, said, started]);
    assert!(store.archived_start(&id("b")).await.unwrap().is_none());
    assert!(store.archived(&id("a")).await.unwrap().unwrap() == begun);
    store.close().await.unwrap();
}
