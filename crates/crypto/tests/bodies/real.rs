//! Real values for the fuzz targets: the chain of a game that uses every feature, and its parts.

use facedown_core::Seat;
use facedown_crypto::table::{
    Chain, ChainEntry, Genesis, Message, Pile, Player, Request, SigningKey,
};
use facedown_crypto::{
    Codec, Complaint, Context, Dealing, FaceNumber, KeyPair, MaskedCard, Operation, Point,
    SealedSecret, Tucked, Unsealing,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

/// The number of players in the real games.
pub const PLAYERS: usize = 3;

const LIBRARY: Pile = Pile(0);
const HAND: Pile = Pile(1);
const GRAVEYARD: Pile = Pile(2);
const DECK: Pile = Pile(4);

/// The key that a player signs with.
pub fn signing_key(player: usize) -> SigningKey {
    SigningKey::from_bytes(&[u8::try_from(player + 1).expect("few"); 32])
}

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

struct Round {
    players: Vec<Player>,
    rng: ChaCha20Rng,
}

impl Round {
    /// Players with keys and a shuffled library of as many cards as asked for.
    fn new(cards: u16) -> Self {
        let keys = (0..PLAYERS).map(|player| signing_key(player).verifying_key()).collect();
        let genesis = Genesis::new([1; 32], keys).and_then(|genesis| genesis.with_escrow(2));
        let genesis = genesis.expect("a table");
        let sit =
            |n| Player::new(genesis.clone(), seat(n), signing_key(n)).expect("a player sits down");
        let mut round =
            Self { players: (0..PLAYERS).map(sit).collect(), rng: ChaCha20Rng::from_seed([1; 32]) };
        round.settle();
        let faces = (0..cards).map(FaceNumber).collect();
        round.say(0, &Message::Bring { pile: LIBRARY, common: true, faces });
        round.ask(0, Request::Shuffle { pile: LIBRARY });
        round
    }

    fn tell(&mut self, entry: &ChainEntry) {
        for player in &mut self.players {
            player.hear(entry).expect("an honest entry");
        }
        self.settle();
    }

    fn settle(&mut self) {
        while let Some(seat) = self.players[0].table().waiting_on().iter().next() {
            let due = self.players[seat.index()].due(&mut self.rng).expect("what is due");
            let Some(entry) = due else { break };
            for player in &mut self.players {
                player.hear(&entry).expect("an honest entry");
            }
        }
    }

    fn say(&mut self, author: usize, message: &Message) {
        let entry = self.players[author].say(message);
        self.tell(&entry);
    }

    fn ask(&mut self, author: usize, request: Request) {
        self.say(author, &Message::Ask(request));
    }
}

/// The chain of a short game: keys, a library, a shuffle, a draw and a card that is turned over.
pub fn short() -> Chain {
    let mut round = Round::new(3);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    round.ask(0, Request::Reveal { pile: LIBRARY, place: 0 });
    round.players[0].chain().clone()
}

/// The chain of a game that uses every feature of a table.
pub fn long() -> Chain {
    let mut round = Round::new(5);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 2, to: HAND });
    round.ask(1, Request::Show { pile: HAND, place: 0, to: seat(2) });
    round.ask(0, Request::Show { pile: LIBRARY, place: 1, to: seat(0) });
    round.ask(0, Request::Reveal { pile: LIBRARY, place: 1 });
    round.ask(0, Request::Scry { pile: LIBRARY, count: 2 });
    let entry = round.players[0].arrange(&[1, 0], 1, &mut round.rng).expect("arranged");
    round.tell(&entry);
    round.ask(0, Request::Mill { pile: LIBRARY, count: 1, to: GRAVEYARD, seen_by: None });
    round.ask(1, Request::Return { from: HAND, place: 0, pile: LIBRARY });
    round.ask(0, Request::Reshuffle { pile: LIBRARY });
    round.ask(1, Request::Tutor { pile: LIBRARY, to: Pile(3) });
    let entry = round.players[1].take(1, &mut round.rng).expect("taken");
    round.tell(&entry);
    round.ask(0, Request::Mill { pile: LIBRARY, count: 1, to: Pile(6), seen_by: Some(seat(1)) });
    let faces: Vec<_> = (70..73).map(FaceNumber).collect();
    let entry = round.players[1].bring_secretly(DECK, &faces, &mut round.rng).expect("brought");
    round.tell(&entry);
    round.ask(2, Request::Shuffle { pile: DECK });
    round.ask(1, Request::Reveal { pile: DECK, place: 2 });
    round.ask(1, Request::Draw { pile: DECK, count: 1, to: Pile(5) });
    round.ask(1, Request::Tuck { from: Pile(5), place: 0, pile: DECK });
    let entry = round.players[1].tuck(1, &mut round.rng).expect("tucked");
    round.tell(&entry);
    round.ask(0, Request::Question { pile: HAND, to: seat(1), question: 4 });
    round.say(1, &Message::Answer(1));
    round.ask(0, Request::Roll { sides: 6 });
    // Seat 0 leaves while it is waited for. The others go on, and close the table.
    let entry = round.players[0].ask(Request::Roll { sides: 6 });
    for player in &mut round.players {
        player.hear(&entry).expect("an honest entry");
    }
    let entry = round.players[1].say(&Message::Forfeit(seat(0)));
    round.tell(&entry);
    round.ask(1, Request::Close);
    for player in [1, 2] {
        let entry = round.players[player].agree(true).expect("asked");
        round.tell(&entry);
    }
    round.players[1].chain().clone()
}

/// A chain in pieces: its beginning, and its entries.
pub fn pieces(chain: &Chain) -> Vec<Vec<u8>> {
    let entries: Vec<_> = chain.entries().iter().map(Codec::to_bytes).collect();
    let whole = chain.to_bytes();
    let beginning = whole.len() - entries.iter().map(Vec::len).sum::<usize>();
    [vec![whole[..beginning].to_vec()], entries].concat()
}

/// A chain after each of its entries.
pub fn prefixes(chain: &Chain) -> Vec<Chain> {
    let pieces = pieces(chain);
    let mut prefix = Chain::from_bytes(&pieces[0]).expect("a chain without entries");
    let mut prefixes = vec![prefix.clone()];
    for entry in chain.entries() {
        prefix.add(entry).expect("an honest entry");
        prefixes.push(prefix.clone());
    }
    prefixes
}

/// The seeds of a fuzz target.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let chain = long();
    let messages = || chain.entries().iter().map(|entry| entry.message().expect("a message"));
    let parts = Parts::new();
    let only = |value: Vec<u8>| vec![value];
    match target {
        "message" => messages().map(|message| message.to_bytes()).collect(),
        "entry" => chain.entries().iter().map(Codec::to_bytes).collect(),
        "genesis" => only(genesis(&chain)),
        "shuffle_proof" => messages()
            .filter_map(|message| match message {
                Message::Shuffled(deck) | Message::Taken(deck) | Message::Arranged { deck, .. } => {
                    Some(deck.proof.to_bytes())
                }
                _ => None,
            })
            .collect(),
        "shares" => shares(&chain),
        "rekeyed" => messages()
            .filter_map(|message| match message {
                Message::Rekeyed(fresh) => Some(fresh.batches),
                _ => None,
            })
            .flatten()
            .map(|batch| batch.to_bytes())
            .collect(),
        "remasked" => messages()
            .filter_map(|message| match message {
                Message::Remasked(remasked) => Some(remasked.to_bytes()),
                _ => None,
            })
            .collect(),
        "key_opening" => messages()
            .filter_map(|message| match message {
                Message::KeyOpening(opening) => Some(opening),
                Message::Rekeyed(fresh) => Some(fresh.opening),
                _ => None,
            })
            .map(|opening| opening.to_bytes())
            .collect(),
        // The proof is the end of every batch of shares.
        "dleq" => {
            shares(&chain).iter().map(|shares| shares[shares.len() - 96..].to_vec()).collect()
        }
        "masked_card" => parts.tucked.cards.iter().map(Codec::to_bytes).collect(),
        "point" => vec![Point::base().to_bytes(), parts.key.share().to_bytes()],
        "dealing" => only(parts.dealing.to_bytes()),
        "sealed" => only(parts.sealed.to_bytes()),
        "complaint" => only(parts.complaint.to_bytes()),
        "tuck_proof" => only(parts.tucked.proof.to_bytes()),
        "tucked" => only(parts.tucked.to_bytes()),
        "chain" => vec![short().to_bytes(), chain.to_bytes(), pieces(&chain)[0].clone()],
        "changed_chain" => (0..8).map(|what| vec![what, 3, 0, 40, 1]).collect(),
        "signed_message" => chain
            .entries()
            .iter()
            .zip(0..)
            .map(|(entry, place)| {
                let author = u8::try_from(entry.author().index()).expect("few");
                let message = entry.message().expect("a message").to_bytes();
                [&[place, author][..], &message].concat()
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// The genesis of a chain, without the prefix.
fn genesis(chain: &Chain) -> Vec<u8> {
    let beginning = &pieces(chain)[0];
    let size = 32 + 1 + 2 + 32 * PLAYERS;
    beginning[beginning.len() - size..].to_vec()
}

fn shares(chain: &Chain) -> Vec<Vec<u8>> {
    let shares = |entry: &ChainEntry| match entry.message().expect("a message") {
        Message::Shares(shares) => Some(shares.to_bytes()),
        _ => None,
    };
    chain.entries().iter().filter_map(shares).collect()
}

/// One of each message that honest players hardly ever send.
struct Parts {
    key: KeyPair,
    dealing: Dealing,
    sealed: SealedSecret,
    complaint: Complaint,
    tucked: Tucked,
}

impl Parts {
    fn new() -> Self {
        let rng = &mut ChaCha20Rng::from_seed([2; 32]);
        let keys: Vec<_> = (0..4).map(|_| KeyPair::random(rng)).collect();
        let key = keys[0].clone();
        let here = |author, operation| Context {
            table: [1; 32],
            request: [2; 32],
            author: seat(author),
            operation,
            pile: 0,
        };
        let others: Vec<_> =
            keys.iter().enumerate().skip(1).map(|(n, key)| (seat(n), *key.share())).collect();
        let sent = here(0, Operation::Dealing);
        let dealing = Dealing::new(&sent, &key, 2, &others, rng).expect("a dealing");
        let sealed =
            SealedSecret::new(&sent, seat(1), keys[1].share(), &[9; 32], key.secret(), rng);
        let context = here(1, Operation::Escrow);
        let unsealing = Unsealing::new(&context, &sent, &keys[1], &sealed, rng).expect("shown");
        let joint = facedown_crypto::JointKey::new([key.share()]).expect("a key");
        let cards = [0, 1, 2].map(|n| {
            let point = facedown_crypto::masked::open_card(&[1; 32], 0, n, FaceNumber(n));
            MaskedCard::fresh(&point, &joint)
        });
        let [card, pile @ ..] = &cards;
        let tuck = here(0, Operation::Tuck);
        let tucked =
            Tucked::new(&tuck, &joint, pile, card, 1, key.secret(), rng).expect("a tucked card");
        Self { key, dealing, sealed, complaint: Complaint { unsealing }, tucked }
    }
}
