//! A player: its secrets, what it knows, and the messages that are due from it.

mod due;
mod knowledge;

use std::collections::{BTreeMap, HashMap};

use ed25519_dalek::SigningKey;
use facedown_core::Seat;
use zeroize::{Zeroize, Zeroizing};

use super::message::{Message, Opening, Pile};
use super::request::Request;
use super::{Chain, ChainEntry, ChainError, Fault, Genesis, TableCard, TableState, Visibility};
use crate::escrow::EscrowError;
use crate::group::Point;
use crate::keys::{KeyOpening, KeyPair};
use crate::masked::{FaceNumber, MaskedCard};
use knowledge::Before;

/// One player at a table. It has no `Debug`: it holds secrets, which are wiped on drop.
///
/// The caller brings every entry to every player in one order, and sends what [`Player::due`] gives:
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
    /// One key for each of the table's; gone when no card has it any more.
    pub(super) keys: Vec<Option<KeyPair>>,
    /// What this player holds of the others' keys, for each of the table's.
    pub(super) escrowed: Vec<BTreeMap<Seat, KeyPair>>,
    /// A key that has been made and is not yet in use.
    fresh: Option<KeyPair>,
    /// The opening of the first key, until it is shown.
    opening: Option<KeyOpening>,
    part: Option<Zeroizing<[u8; 32]>>,
    /// Shares in escrow that are wrong: in which key, and whose.
    grievances: Vec<(usize, Seat)>,
    /// The points that this player has seen, by ciphertext: what others shuffle is forgotten by itself.
    pub(super) known: HashMap<MaskedCard, Point>,
    /// The cards of this player's secret lists, by their points.
    brought: HashMap<[u8; 32], Opening>,
    chain: Chain,
    /// The entries that this player has made and that can still come, so that it never says two things at one place.
    made: Vec<(ChainEntry, Message)>,
    /// What it knew before each re-masking that may be taken back, by how many entries there were.
    known_before: BTreeMap<usize, HashMap<MaskedCard, Point>>,
}

impl Player {
    /// A player who sits down. The signing key must be the one that the genesis has for the seat.
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
            part: None,
            grievances: Vec::new(),
            known: HashMap::new(),
            brought: HashMap::new(),
            chain: Chain::new(genesis)?,
            made: Vec::new(),
            known_before: BTreeMap::new(),
        })
    }

    /// Where this player sits.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The table as this player has it.
    pub const fn table(&self) -> &TableState {
        self.chain.table()
    }

    /// All that has happened.
    pub const fn chain(&self) -> &Chain {
        &self.chain
    }

    /// What this player sees of a pile, from the top.
    ///
    /// A card of somebody else's secret list is not seen before its owner has named it to all.
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
        let own = || self.brought.get(point.as_bytes()).map(|opening| opening.face);
        self.table().faces.face(point).or_else(own)
    }

    /// Signs a message of the player's own choice: a request, cards that it brings, a seat that has left.
    ///
    /// Two different messages that are signed at one place convict their author ([`ChainEntry::contradicts`]): after an
    /// entry was sent, nothing else may be signed before something was heard.
    pub fn say(&self, message: &Message) -> ChainEntry {
        self.chain.sign(self.seat, &self.signing, message)
    }

    /// Signs a request.
    pub fn ask(&self, request: Request) -> ChainEntry {
        self.say(&Message::Ask(request))
    }

    /// Takes in an entry, the player's own included. If it is refused, see [`Chain::add`] for what that changes.
    ///
    /// A request that the rules of the game forbid must not be heard: what is due after it would be given.
    pub fn hear(&mut self, entry: &ChainEntry) -> Result<(), ChainError> {
        let before = Before::new(self);
        let entries = self.chain.entries().len();
        let own = self.made.iter().find(|(made, _)| made == entry).cloned();
        let added = match own {
            Some((entry, message)) => self.chain.add_read(&entry, &message, true).map(|()| message),
            None => self.chain.add(entry),
        };
        let message = match added {
            Ok(message) => message,
            Err(error) => {
                // What was re-masked wrongly is no card, and nobody has seen it. What was right before it stays.
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
            self.made.retain(|(made, _)| made.parent == head || made.parent == since);
        }
        before.learn(self, entry.author(), message);
        self.forget_keys();
        Ok(())
    }

    /// Has a key for each of the table's, and what the others have put into escrow with this player.
    fn renew_keys(&mut self) {
        let cycles = &self.chain.table().cycles;
        while let Some(cycle) = cycles.get(self.keys.len()) {
            let number = self.keys.len();
            if let Some(old) = cycle.before {
                self.keys.push(self.keys.get(old).cloned().flatten());
                self.escrowed.push(self.escrowed.get(old).cloned().unwrap_or_default());
                continue;
            }
            let Some(key) = self.fresh.take() else { return };
            self.keys.push(Some(key));
            let mut escrowed = BTreeMap::new();
            for (&dealer, dealt) in cycle.dealt.iter().filter(|(dealer, _)| **dealer != self.seat) {
                let to = dealt.recipients.iter().find(|(seat, _)| *seat == self.seat);
                let key = to.and_then(|(_, to)| self.key_of(to));
                let (Some(key), Some(share)) = (key, cycle.shares.get(&dealer)) else { continue };
                match dealt.dealing.open(&dealt.context, share, self.seat, key) {
                    Ok(part) => drop(escrowed.insert(dealer, KeyPair::new(part))),
                    Err(EscrowError::Wrong) => self.grievances.push((number, dealer)),
                    // The table has checked everything else before it took the dealing.
                    Err(_) => {}
                }
            }
            self.escrowed.push(escrowed);
        }
    }

    /// Old keys are wiped as soon as no card has them: whoever gets into the machine later cannot read back.
    fn forget_keys(&mut self) {
        // What is not checked yet may be taken back, and the keys with it. A complaint needs the key it is about.
        if !self.chain.is_settled() || !self.grievances.is_empty() {
            return;
        }
        let in_use = self.chain.table().keys_in_use();
        for cycle in (0..self.keys.len()).filter(|cycle| !in_use.contains(cycle)) {
            self.keys[cycle] = None;
            self.escrowed[cycle].clear();
        }
    }

    fn key(&self, cycle: usize) -> Result<&KeyPair, Fault> {
        self.keys.get(cycle).and_then(Option::as_ref).ok_or(Fault::NotDue)
    }

    /// The key with this public share.
    fn key_of(&self, share: &Point) -> Option<&KeyPair> {
        self.keys.iter().flatten().find(|key| key.share() == share)
    }
}

/// What a player knew is wiped like its keys.
impl Drop for Player {
    fn drop(&mut self) {
        for opening in self.brought.values_mut() {
            opening.salt.zeroize();
        }
        let known = self.known_before.values_mut().chain([&mut self.known]);
        known.flat_map(HashMap::values_mut).for_each(Zeroize::zeroize);
    }
}
