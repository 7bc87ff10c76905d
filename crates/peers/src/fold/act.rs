//! Saying something: the player's own actions, and the entries that are due from it.

use facedown_core::{
    Answerer, Attached, Card, Demand, Game, PeerError, PeerTable, SealedChoice, Seat, Way,
};
use facedown_crypto::places::{CardProof, Choice, Entry, Place, Task};

use super::hear::open_json;
use super::{CannotAct, Fold, WorkError};
use crate::faces::{codes_of, face_of};
use crate::note::{Note, OwnAction};
use crate::posted::{Posted, PostedOf};
use crate::tasks::{Batch, place_of, reveal};

impl<G: Game> Fold<G> {
    /// The entry of an action of this machine's player, and the note to keep before it is posted. The table does not change
    /// until the entry comes back and is [heard](Fold::hear): somebody else may have been faster.
    ///
    /// `id` is what the player's client calls the action.
    pub fn act(
        &mut self,
        action: G::Action,
        id: Option<String>,
    ) -> Result<(Entry, Note), CannotAct<G::Refusal>> {
        if let Some(stuck) = &self.stuck {
            return Err(stuck.clone().into());
        }
        let attached = self.rules.intend(&action)?.attached;
        if !self.is_idle() {
            return Err(PeerError::Busy.into());
        }
        let open = open_json(action.clone());
        if self.posted().is_some_and(|posted| posted.open != open) {
            return Err(CannotAct::Posted);
        }
        let Prepared { posted, turned, tasks, choices } = self.prepare(action, attached)?;
        let since = *self.head();
        let player = self.cards.player().ok_or(PeerError::Spectator)?;
        let (entry, note) = player.act(&posted.to_bytes(), &turned, &tasks, choices)?;
        let own = OwnAction { since, open, id };
        self.own.insert(since, own.clone());
        Ok((entry, Note { cards: Some(note), action: Some(own) }))
    }

    /// The entry of the action that was posted and has not come back, once more: after a restart nobody knows whether it
    /// was sent. It has the same bytes.
    pub fn act_again(&mut self) -> Option<(Entry, Note)> {
        let OwnAction { open, id, .. } = self.posted()?.clone();
        let action = serde_json::from_slice(&open).ok()?;
        self.act(action, id).ok()
    }

    /// What an action needs, found out on a copy of the rules.
    pub(super) fn prepare(
        &self,
        action: G::Action,
        attached: Attached<G::Face>,
    ) -> Result<Prepared<G>, CannotAct<G::Refusal>> {
        let seat = self.viewer().seat().ok_or(PeerError::Spectator)?;
        let is_own = |card| self.cards.state().holder(place_of(card)) == Some(seat);
        let (shared, said): (Vec<_>, Vec<_>) =
            attached.turned.iter().copied().partition(|&(card, _)| is_own(card));
        let mut turned: Vec<Place> = shared.into_iter().map(|(card, _)| place_of(card)).collect();
        turned.sort_unstable();
        let posted = Posted { action: action.clone(), brought: attached.brought, said };
        PostedOf::<G>::read(&posted.to_bytes()).map_err(CannotAct::TooLong)?;
        let mut rules = self.rules.clone();
        let _ = rules.begin(seat, action, attached)?;
        let first: Vec<Task> = posted.said.iter().map(reveal).collect();
        let (batch, tasks) = Batch::next(rules.demands(), 0, first)?;
        let choices = choices(&rules, &batch)?;
        Ok(Prepared { posted, turned, tasks, choices })
    }

    /// The entry that is due from this machine's player, and the notes to keep before it is posted; nothing if none is due.
    /// It is the same as often as it is asked for.
    #[allow(clippy::type_complexity)]
    pub fn work(&mut self) -> Result<Option<(Entry, Vec<Note>)>, WorkError> {
        let mut notes = Vec::new();
        let own = choices(&self.rules, &self.batch).map_err(|e| WorkError::Cards(e.to_string()))?;
        let may_go_on = self.stuck.is_none() || self.is_closing;
        let is_due = self.viewer().seat().is_some_and(|seat| self.due().contains(seat));
        let Some(player) = self.cards.player().filter(|_| is_due && may_go_on) else {
            return Ok(None);
        };
        notes.extend(player.use_prepared().map(|note| Note { cards: Some(note), action: None }));
        for (task, choice) in own {
            // One that was made before stays.
            if player.outcome(task).is_none()
                && let Ok(note) = player.choose(task, choice)
            {
                notes.push(Note { cards: Some(note), action: None });
            }
        }
        Ok(player.due()?.map(|entry| (entry, notes)))
    }

    /// Prepares a shuffle that will be this player's turn soon, and returns whether there was one. Call it while nothing else is to
    /// be done: it takes about half of the work out of [`work`](Fold::work), and changes nothing else.
    pub fn prepare_shuffle(&mut self) -> bool {
        self.cards.player().is_some_and(facedown_crypto::places::Player::prepare)
    }

    /// This player's vote that a seat has left, if the table waits for that seat. Give it when the player's own clock says so.
    ///
    /// `before` is how often it was given for this head: by the stamps it may have come too early.
    pub fn forfeit(&mut self, seat: Seat, before: u8) -> Option<Entry> {
        let is_awaited = self.awaited().contains(seat);
        let player = self.cards.player().filter(|_| is_awaited)?;
        Some(match before {
            0 => player.forfeit(seat),
            number => player.forfeit_again(seat, number),
        })
    }

    /// A proof of what is on a card that this player alone can turn over: whoever gets it can read the card, until the table
    /// moves on. With it a player shows to all what it alone has seen, such as a wrong gift.
    pub fn prove(&mut self, card: Card) -> Option<CardProof> {
        self.cards.player()?.prove(place_of(card))
    }

    /// What this seat has proven to be on a card; `None` if it has not.
    pub fn proven(&self, seat: Seat, card: Card, proof: &CardProof) -> Option<G::Face> {
        let code = self.cards.state().proven(seat, place_of(card), proof)?;
        face_of(code).ok()
    }

    /// This player's signature of the head, for others to compare with theirs.
    pub fn sign_head(&mut self) -> Option<Entry> {
        Some(self.cards.player()?.sign_head())
    }

    /// A complaint, if somebody has put a wrong key into escrow.
    pub fn complain(&mut self) -> Option<Entry> {
        self.cards.player()?.complain()
    }

    /// Refuses to open this player's keys at the end of the game. It is recorded.
    pub fn refuse_to_open(&mut self) -> Option<Note> {
        let player = self.cards.player().filter(|_| self.is_closing)?;
        let note = player.choose(0, Choice::Refuse).ok()?;
        Some(Note { cards: Some(note), action: None })
    }
}

/// What an action needs.
pub(super) struct Prepared<G: Game> {
    pub(super) posted: PostedOf<G>,
    pub(super) turned: Vec<Place>,
    pub(super) tasks: Vec<Task>,
    pub(super) choices: Vec<(usize, Choice)>,
}

/// What this machine's player has chosen for these demands, as far as that has been asked.
fn choices<G: Game>(
    rules: &PeerTable<G>,
    batch: &Batch,
) -> Result<Vec<(usize, Choice)>, crate::faces::FaceError> {
    let me = rules.viewer().seat();
    let mut choices = Vec::new();
    for (number, task) in batch.pairs() {
        let choice = match rules.demands().get(number) {
            Some(Demand::Ask { of: Answerer::Seat(seat), .. }) if Some(*seat) == me => {
                rules.answer().map(Choice::Answer)
            }
            Some(Demand::Arrange { seat, way, .. }) if Some(*seat) == me => {
                match rules.choice(number) {
                    Some(SealedChoice::Order(order)) if *way == Way::Tuck => {
                        Some(Choice::Tuck(tucked(&order.0)))
                    }
                    Some(SealedChoice::Order(order)) => Some(Choice::Order(order.0.clone())),
                    _ => None,
                }
            }
            Some(Demand::BringSealed { owner, .. }) if Some(*owner) == me => {
                match rules.choice(number) {
                    Some(SealedChoice::List(faces)) => Some(Choice::Faces(codes_of(faces)?)),
                    _ => None,
                }
            }
            _ => None,
        };
        choices.extend(choice.map(|choice| (task, choice)));
    }
    Ok(choices)
}

/// How many cards lie above the first card, which was tucked in.
fn tucked(order: &[u16]) -> u16 {
    let place = order.iter().position(|&from| from == 0).unwrap_or_default();
    u16::try_from(place).unwrap_or_default()
}
