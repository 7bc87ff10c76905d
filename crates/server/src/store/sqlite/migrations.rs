//! The schema of the database, as the migrations that led to it.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The files in `migrations`: a name and what is in it.
///
/// They are listed here and not by `sqlx::migrate!`, because its macros would compile SQLite and tokio a second time.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../migrations/", $name, ".sql")))),*]
    };
}

/// In the order in which they run. A database notes the hash of each one that it has run, so none is ever changed.
const FILES: [(&str, &str); 5] = files![
    "0001_house",
    "0002_tokens_of_a_player",
    "0003_guests_are_forgotten",
    "0004_secret",
    "0005_server_time",
];

/// All migrations, each with the number of its place and the description in its name.
pub(super) fn migrations() -> Migrator {
    let migration = |(version, (name, sql)): (i64, (&'static str, &'static str))| {
        let description = name.split_once('_').map_or(name, |(_, words)| words).replace('_', " ");
        let kind = MigrationType::Simple;
        Migration::new(version, description.into(), kind, sql.into_sql_str(), false)
    };
    Migrator::with_migrations((1..).zip(FILES).map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_migration_with_its_number() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        let mut names: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        let listed = migrations();
        let listed = listed
            .iter()
            .map(|it| format!("{:04}_{}.sql", it.version, it.description.replace(' ', "_")));
        assert_eq!(listed.collect::<Vec<_>>(), names);
    }
}
