//! A player: its secrets, what it knows, and the messages that are due from it.

mod due;
mod knowledge;

use std::collections::{BTreeMap, HashMap};

use ed25519_dalek::SigningKey;
use facedown_core::Seat;
use zeroize::{Zeroize, Zeroizing};

use super::message::{CardOpening, Message, Pile};
use super::request::Request;
use super::{Chain, ChainEntry, ChainError, Fault, Genesis, TableCard, TableState, Visibility};
use crate::escrow::EscrowError;
use crate::group::Point;
use crate::keys::{KeyOpening, KeyPair};
use crate::masked::{FaceNumber, MaskedCard};
use knowledge::PriorState;

/// A player at a table. It holds secrets, which are wiped on drop, so it has no `Debug`.
///
/// The caller delivers every entry to every player in the same order, and sends what [`Player::due`] returns:
///
/// ```
/// # use facedown_crypto::table::{Genesis, Player, SigningKey, VerifyingKey};
/// # use facedown_crypto::table::{Message, Pile, Request};
/// # use facedown_crypto::FaceNumber;
/// # use facedown_core::Seat;
/// # use rand_core::SeedableRng;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut rng = rand_chacha::ChaCha20Rng::from_seed([7; 32]);
/// # let keys: Vec<SigningKey> = (1..3).map(|n| SigningKey::from_bytes(&[n; 32])).collect();
/// let genesis = Genesis::new([0; 32], keys.iter().map(SigningKey::verifying_key).collect())?;
/// let seats = (0..).map_while(Seat::new);
/// let mut players = seats
///     .zip(keys)
///     .map(|(seat, key)| Player::new(genesis.clone(), seat, key))
///     .collect::<Result<Vec<_>, _>>()?;
/// let mut run = |players: &mut [Player]| -> Result<(), Box<dyn std::error::Error>> {
///     while let Some(seat) = players[0].table().waiting_on().iter().next() {
///         let Some(entry) = players[seat.index()].due(&mut rng)? else { break };
///         for player in &mut *players {
///             player.hear(&entry)?;
///         }
///     }
///     Ok(())
/// };
/// run(&mut players)?; // keys
/// let library = Pile(0);
/// let faces = (0..40).map(FaceNumber).collect();
/// for message in [
///     Message::Bring { pile: library, common: true, faces },
///     Message::Ask(Request::Shuffle { pile: library }),
///     Message::Ask(Request::Draw { pile: library, count: 7, to: Pile(1) }),
/// ] {
///     let entry = players[0].say(&message);
///     for player in &mut players {
///         player.hear(&entry)?;
///     }
///     run(&mut players)?;
/// }
/// assert!(players[0].sees(Pile(1)).iter().all(Option::is_some));
/// assert!(players[1].sees(Pile(1)).iter().all(Option::is_none));
/// # Ok(())
/// # }
/// ```
pub struct Player {
    seat: Seat,
    signing: SigningKey,
    /// The player's key for each epoch, which is wiped when no card uses it any more.
    pub(super) keys: Vec<Option<KeyPair>>,
    /// This player's parts of the others' keys in escrow, for each epoch.
    pub(super) escrowed: Vec<BTreeMap<Seat, KeyPair>>,
    /// A key that is not in use yet.
    fresh: Option<KeyPair>,
    /// The opening of the first key, until it is sent.
    opening: Option<KeyOpening>,
    /// The part of the current roll, from its promise to its opening.
    roll_part: Option<Zeroizing<[u8; 32]>>,
    /// Wrong dealings that this player has to complain about: the epoch and the dealer.
    wrong_dealings: Vec<(usize, Seat)>,
    /// The points that this player knows, by ciphertext. Other players' shuffles change the ciphertexts, so that knowledge
    /// of these cards is lost.
    pub(super) known: HashMap<MaskedCard, Point>,
    /// The cards of this player's secret lists, by point.
    secret_cards: HashMap<[u8; 32], CardOpening>,
    chain: Chain,
    /// Entries that this player has signed and that are not in the chain yet, so that it never signs two for the same place.
    unconfirmed: Vec<(ChainEntry, Message)>,
    /// What the player knew before each re-masking that is not verified yet, by the number of entries at that time.
    known_before: BTreeMap<usize, HashMap<MaskedCard, Point>>,
}

impl Player {
    /// Creates a player. The signing key must match that of the seat in the genesis.
    pub fn new(genesis: Genesis, seat: Seat, signing: SigningKey) -> Result<Self, ChainError> {
        if genesis.players().get(seat.index()) != Some(&signing.verifying_key()) {
            return Err(ChainError::Players);
        }
        Ok(Self {
            seat,
            signing,
            keys: Vec::new(),
            escrowed: Vec::new(),
            fresh: None,
            opening: None,
            roll_part: None,
            wrong_dealings: Vec::new(),
            known: HashMap::new(),
            secret_cards: HashMap::new(),
            chain: Chain::new(genesis)?,
            unconfirmed: Vec::new(),
            known_before: BTreeMap::new(),
        })
    }

    /// This player's seat.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The table's state.
    pub const fn table(&self) -> &TableState {
        self.chain.table()
    }

    /// The chain of all entries so far.
    pub const fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The faces of a pile that this player can see, from the top.
    ///
    /// A card of another player's secret list is visible only after its owner has named it.
    pub fn sees(&self, pile: Pile) -> Vec<Option<FaceNumber>> {
        let face = |card: &TableCard| match card.visibility {
            Visibility::Public(face) => Some(face),
            Visibility::Encrypted | Visibility::OwnerKnown(_) | Visibility::Nameless => {
                self.named(self.known.get(&card.masked)?)
            }
        };
        self.table().pile(pile).iter().map(face).collect()
    }

    fn named(&self, point: &Point) -> Option<FaceNumber> {
        let own = || self.secret_cards.get(point.as_bytes()).map(|opening| opening.face);
        self.table().faces.face(point).or_else(own)
    }

    /// Signs a message that the player chooses: a request, a list of cards, or a report that a seat has left.
    ///
    /// Two different messages for the same place are proof of cheating ([`ChainEntry::contradicts`]). After an entry has
    /// been sent, do not sign another one before the chain has grown.
    pub fn say(&self, message: &Message) -> ChainEntry {
        self.chain.sign(self.seat, &self.signing, message)
    }

    /// Signs a request.
    pub fn ask(&self, request: Request) -> ChainEntry {
        self.say(&Message::Ask(request))
    }

    /// Receives an entry, including the player's own. If it is refused, see [`Chain::add`] for what changes.
    ///
    /// Do not pass on a request that the rules of the game forbid: the player would answer it.
    pub fn hear(&mut self, entry: &ChainEntry) -> Result<(), ChainError> {
        let before = PriorState::new(self);
        let entries = self.chain.entries().len();
        let own = self.unconfirmed.iter().find(|(kept, _)| kept == entry).cloned();
        let added = match own {
            Some((entry, message)) => self.chain.add_read(&entry, &message, true).map(|()| message),
            None => self.chain.add(entry),
        };
        let message = match added {
            Ok(message) => message,
            Err(error) => {
                // Forget the cards that the removed entries had re-masked.
                let mut back = self.known_before.split_off(&self.chain.entries().len());
                if let Some((_, known)) = back.pop_first() {
                    self.known = known;
                }
                return Err(error);
            }
        };
        self.renew_keys();
        if before.is_remasking() && !self.chain.is_settled() {
            self.known_before.insert(entries, self.known.clone());
        }
        if self.chain.is_settled() {
            self.known_before.clear();
            let (head, since) = (*self.chain.head(), self.chain.table().since);
            self.unconfirmed.retain(|(kept, _)| kept.parent == head || kept.parent == since);
        }
        before.learn(self, entry.author(), message);
        self.forget_keys();
        Ok(())
    }

    /// Adds keys and parts in escrow for new epochs.
    fn renew_keys(&mut self) {
        let epochs = &self.chain.table().epochs;
        while let Some(epoch) = epochs.get(self.keys.len()) {
            let number = self.keys.len();
            if let Some(old) = epoch.before {
                self.keys.push(self.keys.get(old).cloned().flatten());
                self.escrowed.push(self.escrowed.get(old).cloned().unwrap_or_default());
                continue;
            }
            let Some(key) = self.fresh.take() else { return };
            self.keys.push(Some(key));
            let mut escrowed = BTreeMap::new();
            for (&dealer, dealt) in epoch.dealt.iter().filter(|(dealer, _)| **dealer != self.seat) {
                let to = dealt.recipients.iter().find(|(seat, _)| *seat == self.seat);
                let key = to.and_then(|(_, to)| self.key_of(to));
                let (Some(key), Some(share)) = (key, epoch.shares.get(&dealer)) else { continue };
                match dealt.dealing.open(&dealt.context, share, self.seat, key) {
                    Ok(part) => drop(escrowed.insert(dealer, KeyPair::new(part))),
                    Err(EscrowError::Wrong) => self.wrong_dealings.push((number, dealer)),
                    // The table has verified everything else in the dealing.
                    Err(_) => {}
                }
            }
            self.escrowed.push(escrowed);
        }
    }

    /// Wipes old keys that no card uses any more, so that an attacker who obtains the keys later cannot read old cards.
    fn forget_keys(&mut self) {
        // Entries that are not verified yet may be removed, and then the keys are needed again. A complaint needs its key.
        if !self.chain.is_settled() || !self.wrong_dealings.is_empty() {
            return;
        }
        let in_use = self.chain.table().keys_in_use();
        for epoch in (0..self.keys.len()).filter(|epoch| !in_use.contains(epoch)) {
            self.keys[epoch] = None;
            self.escrowed[epoch].clear();
        }
    }

    fn key(&self, epoch: usize) -> Result<&KeyPair, Fault> {
        self.keys.get(epoch).and_then(Option::as_ref).ok_or(Fault::NotDue)
    }

    /// The key with this public share.
    fn key_of(&self, share: &Point) -> Option<&KeyPair> {
        self.keys.iter().flatten().find(|key| key.share() == share)
    }
}

/// Wipes what the player knew.
impl Drop for Player {
    fn drop(&mut self) {
        for opening in self.secret_cards.values_mut() {
            opening.salt.zeroize();
        }
        let known = self.known_before.values_mut().chain([&mut self.known]);
        known.flat_map(HashMap::values_mut).for_each(Zeroize::zeroize);
    }
}
