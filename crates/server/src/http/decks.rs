//! HTTP requests about decks that players bring.

use std::sync::Arc;

use axum::extract::{Request, State};
use facedown_cards::deck::{Deck, Entry, Section};
use facedown_cards::legality::{Format, advise};
use facedown_cards::{CardId, ours};
use facedown_protocol::rest::{DeckEntry, DeckNote, DeckRead, HouseDeck, HouseDecks, ReadDeck};
use facedown_protocol::{Kind, Refusal};

use super::call::{Authenticated, Failure, Json, read_body};
use crate::hub::Hub;
use crate::words::Lexicon;

/// The maximum size of a request with a deck, in bytes. The longest deck that a table takes has some 500 lines.
const MAX_BODY_SIZE: usize = 256 * 1024;

/// The decks of the house.
pub(super) async fn house() -> Json<HouseDecks> {
    let deck = |deck: &ours::HouseDeck| HouseDeck {
        key: deck.key.clone(),
        about: deck.about.clone(),
        format: deck.format.to_string(),
        deck: answer(&deck.deck, None, &Lexicon::default()),
    };
    Json(HouseDecks { decks: ours::decks().iter().map(deck).collect() })
}

/// Reads a deck.
pub(super) async fn read(
    State(hub): State<Arc<Hub>>,
    Authenticated(_): Authenticated,
    request: Request,
) -> Result<Json<DeckRead>, Failure> {
    let ReadDeck { text, format } = read_body(&hub, request, MAX_BODY_SIZE).await?;
    let malformed = |message: String| Refusal::new(Kind::Malformed, message);
    let format: Option<Format> = format
        .map(|format| format.parse())
        .transpose()
        .map_err(|error: facedown_cards::legality::UnknownFormat| malformed(error.to_string()))?;
    let lexicon = Arc::clone(&hub.shared.lexicon);
    let read = move || {
        let deck = Deck::read(text.as_bytes(), &*lexicon)
            .map_err(|error| malformed(format!("this deck cannot be read: {error}")))?;
        Ok(answer(&deck, format, &lexicon))
    };
    // A long list takes milliseconds, in which other connections of this thread would wait.
    let deck: Result<DeckRead, Refusal> =
        tokio::task::spawn_blocking(read).await.map_err(|_| Refusal::plain(Kind::Internal))?;
    Ok(Json(deck?))
}

fn answer(deck: &Deck, format: Option<Format>, lexicon: &Lexicon) -> DeckRead {
    let entries = |section| deck.section(section).iter().map(entry).collect::<Vec<_>>();
    let mut sideboard = entries(Section::Companion);
    sideboard.extend(entries(Section::Sideboard));
    let advice = format.map(|format| advise(deck, format, |card| lexicon.card(card)));
    DeckRead {
        name: deck.name.clone(),
        commanders: entries(Section::Commander),
        main: entries(Section::Main),
        sideboard,
        notes: deck.notes.iter().map(note).collect(),
        advice: advice.iter().flatten().map(ToString::to_string).collect(),
    }
}

fn entry(entry: &Entry) -> DeckEntry {
    let id = entry.card.unwrap_or_else(|| CardId::from_name(&entry.name));
    let (name, count) = (entry.name.clone(), entry.count);
    DeckEntry { id: id.to_string(), name, count, known: entry.card.is_some() }
}

fn note(note: &facedown_cards::deck::Note) -> DeckNote {
    DeckNote { line: note.line, text: note.kind.to_string() }
}
