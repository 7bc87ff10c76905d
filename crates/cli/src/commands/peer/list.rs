//! Lists the user's own tables.

use facedown_core::About;
use facedown_games::with_game;
use facedown_machine::Error;
use facedown_machine::store::{Data, Listed, Who};

use crate::draw::columns::Columns;
use crate::draw::text::terminal_width;
use crate::failure::Failure;
use crate::lineup::counted;

/// Prints the tables at which the user has a seat.
pub(super) fn show(data: &Data) -> Result<(), Failure> {
    let seats = data.seats().map_err(Error::from).map_err(super::failure)?;
    if seats.is_empty() {
        anstream::println!(
            "You have no tables. Make one with facedown peer new GAME --relay URL, or join one with facedown peer join LINK."
        );
        return Ok(());
    }
    let mut columns = Columns::new(["table", "game", "you are", "", "where"]);
    for Listed { kept, entries, .. } in &seats {
        let state = match () {
            () if kept.is_over => "over".to_owned(),
            () if kept.genesis.is_none() => "waiting for players".to_owned(),
            () => format!("playing, {entries} entries"),
        };
        let who = match &kept.who {
            Who::You => kept.name.to_string(),
            Who::Bot(bot) => format!("{} ({bot} bot)", kept.name),
        };
        let link = kept.link().map(|link| link.relay.to_string()).unwrap_or_default();
        let game = title(&kept.agreed.game);
        columns.row(vec![kept.table.to_string(), game, who, state, link]);
    }
    anstream::print!("{}", columns.draw_within(terminal_width()));
    let open = seats.iter().filter(|seat| !seat.kept.is_over).count();
    if open > 0 {
        anstream::println!("\n{} to go on at: facedown peer play TABLE", counted(open, "table"));
    }
    Ok(())
}

fn title(game: &str) -> String {
    fn of<G: About>() -> String {
        G::TITLE.to_owned()
    }
    with_game!(game, G => of::<G>(), else game.to_owned())
}
