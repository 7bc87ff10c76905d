//! Command-line arguments for players, bots, options and seeds.

use facedown_bots::{Bot, BotGame};
use facedown_core::{Dice, Game, SeatCount, Seed};
use facedown_games::with_game;

use crate::failure::Failure;

/// Help text: the games with their bots, followed by `examples`.
pub(crate) fn help(examples: &str) -> String {
    let games = facedown_games::NAMES.iter().map(|&name| {
        let bots = with_game!(name, G => G::bot_names(), else Vec::new());
        format!("  {name}: {}\n", bots.join(", "))
    });
    let games: String = games.collect();
    format!("Games and their bots, the weakest first:\n{games}\n{examples}")
}

/// A bot for each place. The last one named takes all places that are left; without any name, the
/// game's strongest bot takes all.
pub(crate) fn bots<G: BotGame>(named: &[String], places: usize) -> Result<Vec<String>, Failure> {
    for name in named {
        if !G::bot_names().contains(&name.as_str()) {
            let known = G::bot_names().join(", ");
            return Err(Failure::Usage(format!(
                "{} has no bot called {name:?}; it has: {known}",
                G::NAME
            )));
        }
    }
    if named.len() > places {
        let (bots, places) = (counted(named.len(), "bot"), counted(places, "place"));
        return Err(Failure::Usage(format!(
            "{bots} for {places}; name fewer bots, or ask for more players"
        )));
    }
    let strongest = G::BOTS.last().map_or("", |bot| bot.name);
    let last = named.last().map_or(strongest, String::as_str);
    let all = named.iter().map(String::as_str).chain(std::iter::repeat(last));
    Ok(all.take(places).map(str::to_owned).collect())
}

/// Creates a bot whose name [`bots`] has checked.
pub(crate) fn bot<G: BotGame>(name: &str, dice: Dice) -> Result<Box<dyn Bot<G>>, Failure> {
    G::bot(name, dice).ok_or_else(|| Failure::Usage(format!("there is no bot called {name:?}")))
}

/// Parses a number of players.
pub(crate) fn players(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "give a number of players, such as 3".into())
}

/// Checks that the game can be played by this number of players.
pub(crate) fn seats<G: Game>(players: usize) -> Result<SeatCount, Failure> {
    let fits = G::SEATS.contains(&players);
    SeatCount::new(players).filter(|_| fits).ok_or_else(|| {
        let (least, most) = (G::SEATS.start(), G::SEATS.end());
        let range = if least == most { most.to_string() } else { format!("{least} to {most}") };
        Failure::Usage(format!(
            "{} is for {range} players, not {players}; change --players",
            G::NAME
        ))
    })
}

/// Parses and checks the table's options.
pub(crate) fn options<G: Game>(
    text: Option<&str>,
    seats: SeatCount,
) -> Result<G::Options, Failure> {
    let Some(text) = text else { return Ok(G::Options::default()) };
    if !text.trim_start().starts_with('{') {
        return Err(Failure::Usage("--options: write a JSON object, such as '{}'".into()));
    }
    let options: G::Options = serde_json::from_str(text)
        .map_err(|error| Failure::Usage(format!("--options: {error}")))?;
    G::accepts(&options, seats)
        .map_err(|refusal| Failure::Usage(format!("--options: {refusal}")))?;
    Ok(options)
}

/// The seed for a text, or a random one.
pub(crate) fn seed(text: Option<&str>) -> Result<Seed, Failure> {
    if let Some(text) = text {
        return Ok(Seed::from_text(text));
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        Failure::Usage(format!("the system provides no random numbers ({error}); give a --seed"))
    })?;
    Ok(Seed::new(bytes))
}

/// Formats a count with its noun: "1 bot", "2 bots".
pub(crate) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
