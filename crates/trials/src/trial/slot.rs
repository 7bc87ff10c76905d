//! A slot: one table after the other is created, played to its end, and its record downloaded.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use facedown_core::Dice;
use facedown_protocol::{TableId, Token};
use serde_json::{Value, json};

use super::context::TrialContext;
use super::player::{Player, Transcript};

/// A table that was played to its end.
pub(crate) struct Played {
    pub(crate) table: TableId,
    pub(crate) game: String,
    /// The downloaded record; nothing if the trial was stopped.
    pub(crate) record: Option<String>,
    pub(crate) transcripts: Vec<Transcript>,
}

impl Played {
    /// The commitment that the players were shown before the game.
    pub(crate) fn commitment(&self) -> Option<String> {
        let frames = self.transcripts.iter().flat_map(|transcript| &transcript.lines);
        let mut read = frames.filter_map(|(_, line)| serde_json::from_str::<Value>(line).ok());
        read.find_map(|frame| Some(frame["table"]["commitment"].as_str()?.to_owned()))
    }
}

/// The table of a slot: every game with every one of these settings, if there are enough slots.
fn kind(slot: usize) -> (Value, usize) {
    let games = facedown_games::listed();
    let game = games[slot % games.len()];
    let mut new = json!({ "game": game, "autostart": true, "sit": 0, "spectators": "live" });
    let mut people = 4;
    match (slot % games.len() + slot / games.len()) % 5 {
        0 => new["clock"] = json!({ "decision": 1 }),
        1 => {
            people = 3;
            new["spectators"] = json!({ "delayed": 1 });
        }
        2 => new["clock"] = json!({ "game": { "seconds": 2, "increment": slot % 4 / 2 } }),
        3 => {
            // The server acts for a player who disconnects, at once and until they are back.
            new["absent"] = json!({ "bot": "random" });
            new["grace"] = json!(0);
        }
        _ => {}
    }
    let fourth = if people == 4 { json!("open") } else { json!({ "bot": "random" }) };
    new["seats"] = json!(["open", "open", "open", fourth]);
    (new, people)
}

/// Plays one table after the other until the trial stops. At most `keep` of them are kept, picked at random.
pub(crate) async fn run(
    context: Arc<TrialContext>,
    slot: usize,
    mut dice: Dice,
    keep: usize,
) -> Vec<Played> {
    let (new, people) = kind(slot);
    let mut kept = Vec::new();
    let mut played = 0;
    while !context.is_stopping() && !context.is_broken() {
        match play(&context, &new, people, &mut dice).await {
            Ok(table) => {
                context.finished.fetch_add(1, Relaxed);
                played += 1;
                if kept.len() < keep {
                    kept.push(table);
                } else if let Some(place) = kept.get_mut(dice.place(played)) {
                    // Of all tables until now each is as likely to be kept as any other.
                    *place = table;
                }
            }
            Err(wrong) => context.report(format!("slot {slot}: {wrong}")),
        }
    }
    kept
}

async fn guests(context: &TrialContext, people: usize) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    for number in 1..=people {
        let name = json!({ "name": format!("Player {number}") });
        let guest = post(context, "/api/v1/guests", None, &name).await?;
        let token = serde_json::from_value(guest["token"].clone());
        tokens.push(token.map_err(|error| error.to_string())?);
    }
    Ok(tokens)
}

async fn play(
    context: &Arc<TrialContext>,
    new: &Value,
    people: usize,
    dice: &mut Dice,
) -> Result<Played, String> {
    let tokens = guests(context, people).await?;
    let made = post(context, "/api/v1/tables", tokens.first(), new).await?;
    let id = made["table"].as_str().unwrap_or_default();
    let table = TableId::new(id).map_err(|error| error.to_string())?;
    for token in &tokens[1..] {
        let path = format!("/api/v1/tables/{id}/sit");
        let (status, answer) = context.ask("POST", &path, Some(token), Some(&json!({}))).await;
        // If the server was killed before it could answer, the player may have the seat.
        if !(200..300).contains(&status) && !answer.contains("already-seated") {
            return Err(format!("{path}: {status} {answer}"));
        }
    }
    // A clock that gains time with each action would never run out.
    let may_sleep = !new["clock"].is_null() && new["clock"]["game"]["increment"] != json!(1);
    let tasks: Vec<_> = tokens
        .iter()
        .cloned()
        .map(Some)
        .chain([None])
        .map(|token| {
            let dice = Dice::new(&dice.seed());
            let player = Player::new(Arc::clone(context), table.clone(), token, dice, may_sleep);
            tokio::spawn(player.run())
        })
        .collect();
    let mut transcripts = Vec::new();
    for task in tasks {
        transcripts.push(task.await.map_err(|error| error.to_string())?);
    }
    let game = new["game"].as_str().unwrap_or_default().to_owned();
    let mut played = Played { table, game, record: None, transcripts };
    if !context.is_broken() {
        let path = format!("/api/v1/tables/{id}/record");
        let (status, record) = context.ask("GET", &path, None, None).await;
        if status != 200 {
            return Err(format!("{path}: {status} {record}"));
        }
        played.record = Some(record);
    }
    Ok(played)
}

async fn post(
    context: &TrialContext,
    path: &str,
    token: Option<&Token>,
    body: &Value,
) -> Result<Value, String> {
    let (status, answer) = context.ask("POST", path, token, Some(body)).await;
    if !(200..300).contains(&status) {
        return Err(format!("{path}: {status} {answer}"));
    }
    serde_json::from_str(&answer).map_err(|error| format!("{path}: {error}: {answer}"))
}
