//! Who somebody is: guests, their tokens, and links that take them along to another device.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use facedown_protocol::rest::{Guest, Link, SessionScope};
use facedown_protocol::{Code, Kind, Name, Refusal, Token};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::random::RandomSource;
use crate::store::{Player, PlayerId, Store, StoreError, StoredToken};
use crate::time::{Clock, Millis, Moment};

/// For how many seconds a link to another device can be used.
const LINK_SECONDS: u32 = 600;

/// How many links can be open at a time. Each player has one, so that nobody can take them all.
const MOST_LINKS: usize = 10_000;

/// How many tokens are known without the store. Beyond that, all are looked up again.
const TOKEN_CACHE_SIZE: usize = 20_000;

/// For how long a token is known without the store, in milliseconds: not so long that its player seems to be gone.
const TOKEN_CACHE_TTL: Millis = 60 * 60 * 1000;

/// How old the note may be of when a player was last seen, in milliseconds: it is not written at every request.
const LAST_SEEN_INTERVAL: Millis = 24 * 60 * 60 * 1000;

/// How many are looked at together to be forgotten.
const FORGET_BATCH_SIZE: u32 = 500;

/// How many are forgotten in one go at most. The others are forgotten the next time: should anything be wrong with the
/// reckoning of time, there is time to notice.
const MOST_FORGOTTEN: u64 = 5_000;

/// A player who has shown a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Who it is.
    pub id: PlayerId,
    /// What they are called.
    pub name: Name,
}

/// By what a token is found: the first half of its hash. It lets nobody in.
pub type Mark = [u8; 16];

/// Knows players by their tokens.
pub struct Identity {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    chance: Arc<RandomSource>,
    /// Links that have not been used, by the hash of their code. They end with the house.
    links: Mutex<HashMap<[u8; 32], (PlayerId, Moment)>>,
    known: Mutex<Known>,
    /// Tokens of which it is not known whether they were taken back, because the store failed at that.
    doubtful: Mutex<HashMap<PlayerId, HashSet<Mark>>>,
    /// Held while a link becomes a token and while tokens are taken back, so that none slips through between.
    changing: tokio::sync::Mutex<()>,
}

/// Tokens that have been looked up.
#[derive(Default)]
struct Known {
    /// With when they were looked up.
    callers: HashMap<Mark, ([u8; 32], Caller, Moment)>,
    /// How often tokens have been taken back: what was looked up before that may no longer be true.
    taken_back: u64,
}

impl Known {
    fn find(&self, digest: &[u8; 32], now: Moment) -> Option<Caller> {
        let (known, caller, when) = self.callers.get(&mark_of(digest))?;
        let is_same = bool::from(known.ct_eq(digest));
        (is_same && now.since(*when) < TOKEN_CACHE_TTL).then(|| caller.clone())
    }

    /// Forgets what may no longer be true.
    fn take_back(&mut self, is_meant: impl Fn(&Mark) -> bool) {
        self.taken_back += 1;
        self.callers.retain(|mark, _| !is_meant(mark));
    }

    /// Forgets what was looked up of this player.
    fn look_up_again(&mut self, player: &PlayerId) {
        self.taken_back += 1;
        self.callers.retain(|_, (_, caller, _)| caller.id != *player);
    }

    fn note(&mut self, digest: [u8; 32], caller: &Caller, now: Moment) {
        if self.callers.len() >= TOKEN_CACHE_SIZE {
            self.callers.clear();
        }
        self.callers.insert(mark_of(&digest), (digest, caller.clone(), now));
    }
}

impl Identity {
    /// Keeps its players in this store.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, chance: Arc<RandomSource>) -> Self {
        Self {
            store,
            clock,
            chance,
            links: Mutex::default(),
            known: Mutex::default(),
            doubtful: Mutex::default(),
            changing: tokio::sync::Mutex::default(),
        }
    }

    /// Somebody new.
    pub async fn welcome(&self, name: Name) -> Result<Guest, Refusal> {
        let id = PlayerId(self.chance.text::<12>().into());
        let player = Player { id, name: name.to_string() };
        let token = self.chance.text::<32>();
        let digest = hash(&token);
        let (wall, now) = (self.clock.wall(), self.clock.now());
        self.store.add_player(&player, &digest, wall, now).await.map_err(failed)?;
        guest(&player, name, &token)
    }

    /// Whose token this is.
    pub async fn know(&self, token: &Token) -> Result<Caller, Refusal> {
        let digest = hash(token.as_str());
        let now = self.clock.now();
        let taken_back = {
            let known = self.known();
            if let Some(caller) = known.find(&digest, now) {
                return Ok(caller);
            }
            known.taken_back
        };
        let stored = self.store.token(&digest).await.map_err(failed)?;
        let stored = stored.filter(|stored| bool::from(stored.digest.ct_eq(&digest)));
        let unauthorized = || Refusal::plain(Kind::Unauthorized);
        let StoredToken { player, seen, .. } = stored.ok_or_else(unauthorized)?;
        // Written before the player does anything, so that nobody is forgotten who has just come back.
        if now.since(seen) >= LAST_SEEN_INTERVAL {
            match self.store.saw(&player.id, now).await {
                Ok(true) => {}
                Ok(false) => return Err(unauthorized()),
                // To look is allowed also if nothing can be written. It is tried again with the next request.
                Err(_) => return caller(player),
            }
        }
        let caller = caller(player)?;
        let mut known = self.known();
        if known.taken_back == taken_back {
            known.note(digest, &caller, now);
        }
        Ok(caller)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets those who have not been seen for so long, unless they have a place at a table that is kept: in the
    /// archive, or among these. How many these were. Only time that a server was open counts: while it was closed
    /// nobody could come back, and what the wall clock says cannot be relied on.
    pub async fn forget(
        &self,
        after: Millis,
        at_tables: &HashSet<PlayerId>,
    ) -> Result<u64, StoreError> {
        let now = self.clock.now();
        let since = now.as_millis().checked_sub(after.saturating_add(LAST_SEEN_INTERVAL));
        let Some(since) = since.map(Moment::from_millis) else { return Ok(0) };
        let mut forgotten = 0;
        loop {
            let unseen = self.store.unseen(since, FORGET_BATCH_SIZE).await?;
            let is_last = unseen.len() < FORGET_BATCH_SIZE as usize;
            let (kept, gone): (Vec<_>, Vec<_>) =
                unseen.into_iter().partition(|player| at_tables.contains(player));
            for player in kept {
                // Whoever has a place counts as seen, and need not be looked at again for long.
                self.store.saw(&player, now).await?;
            }
            forgotten += self.store.forget(&gone, since).await?;
            self.known().take_back(|_| true);
            if is_last || forgotten >= MOST_FORGOTTEN {
                return Ok(forgotten);
            }
        }
    }

    /// Gives a player another name. The seats that the player has keep the old one.
    pub async fn rename(&self, player: &PlayerId, name: &Name) -> Result<(), Refusal> {
        let renamed = self.store.rename(player, name.as_str()).await;
        // Also if it failed: it may have happened all the same.
        self.known().look_up_again(player);
        renamed.map_err(failed)
    }

    /// A code that takes this player along to another device.
    pub fn link(&self, player: &PlayerId) -> Result<Link, Refusal> {
        let code = self.chance.code();
        let now = self.clock.now();
        let until = now + Millis::from(LINK_SECONDS) * 1000;
        let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        links.retain(|_, (other, until)| *until > now && other != player);
        if links.len() >= MOST_LINKS {
            return Err(Refusal::plain(Kind::Unavailable));
        }
        links.insert(hash(&code), (player.clone(), until));
        let code = Code::new(&code).map_err(|_| Refusal::plain(Kind::Internal))?;
        Ok(Link { code, seconds: LINK_SECONDS })
    }

    /// The other device: a new token of the same player. A code is good for one.
    pub async fn follow(&self, code: &Code) -> Result<Guest, Refusal> {
        let (now, digest) = (self.clock.now(), hash(code.as_str()));
        let _alone = self.changing.lock().await;
        let found = {
            let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
            links.remove(&digest).filter(|(_, until)| *until > now)
        };
        let (id, until) = found.ok_or_else(|| Refusal::plain(Kind::BadCode))?;
        let followed = self.issue_token(&id).await;
        if followed.as_ref().is_err_and(|refusal| *refusal == Refusal::plain(Kind::Unavailable)) {
            // It was not used, and can be tried again.
            let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
            links.insert(digest, (id, until));
        }
        followed
    }

    async fn issue_token(&self, id: &PlayerId) -> Result<Guest, Refusal> {
        let player = self.store.player(id).await.map_err(failed)?;
        let player = player.ok_or_else(|| Refusal::plain(Kind::BadCode))?;
        let name = caller(player.clone())?.name;
        let token = self.chance.text::<32>();
        self.store.add_token(id, &hash(&token), self.clock.wall()).await.map_err(failed)?;
        guest(&player, name, &token)
    }

    /// Takes tokens of this player back, and says which. With others than this one, links that wait go as well: whoever
    /// had such a token may have made one.
    pub async fn sign_out(
        &self,
        player: &PlayerId,
        token: &Token,
        which: SessionScope,
    ) -> Result<Vec<Mark>, Refusal> {
        let _alone = self.changing.lock().await;
        if which != SessionScope::This {
            let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
            links.retain(|_, (other, _)| other != player);
        }
        let this = mark(token);
        let is_meant = |mark: &Mark| match which {
            SessionScope::This => *mark == this,
            SessionScope::Others => *mark != this,
            SessionScope::All => true,
        };
        let there = self.store.tokens_of(player).await.map_err(failed)?;
        let removed = self.store.remove_tokens(player, &this, which).await;
        // Where it failed it may have happened all the same. What the store says then counts, and not what was known.
        self.known().take_back(|mark| removed.as_ref().map_or(true, |marks| marks.contains(mark)));
        let mut doubtful = self.doubtful.lock().unwrap_or_else(PoisonError::into_inner);
        match removed {
            Ok(mut marks) => {
                // Those that went before, when it was reported to have failed: they are certainly gone now.
                marks.extend(
                    doubtful.remove(player).unwrap_or_default().into_iter().filter(is_meant),
                );
                Ok(marks)
            }
            Err(error) => {
                let marks = doubtful.entry(player.clone()).or_default();
                marks.extend(there.into_iter().filter(is_meant));
                Err(failed(error))
            }
        }
    }
}

/// By what a token is found.
pub fn mark(token: &Token) -> Mark {
    mark_of(&hash(token.as_str()))
}

fn mark_of(digest: &[u8; 32]) -> Mark {
    let mut mark = Mark::default();
    mark.copy_from_slice(&digest[..16]);
    mark
}

fn guest(player: &Player, name: Name, token: &str) -> Result<Guest, Refusal> {
    let token = Token::new(token).map_err(|_| Refusal::plain(Kind::Internal))?;
    Ok(Guest { player: player.id.0.to_string(), name, token })
}

fn caller(player: Player) -> Result<Caller, Refusal> {
    let name = Name::new(&player.name).map_err(|_| Refusal::plain(Kind::Internal))?;
    Ok(Caller { id: player.id, name })
}

/// Tokens have 256 bits of chance in them, so one round of SHA-256 keeps them as well as a slow hash would.
fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// What went wrong is for the log, which has it from the store if it concerns everybody; the caller learns that it was
/// the house, and whether to try again.
#[allow(clippy::needless_pass_by_value)] // as `map_err` has it
fn failed(error: StoreError) -> Refusal {
    if let StoreError::Damaged(_) = error {
        tracing::error!(%error, "a player cannot be read");
        return Refusal::plain(Kind::Internal);
    }
    tracing::debug!(%error, "the store failed");
    Refusal::plain(Kind::Unavailable)
}
