//! Guests, their tokens, and links that sign in a second device.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use facedown_protocol::rest::{Guest, Link, SessionScope};
use facedown_protocol::{Code, Kind, Name, Refusal, Token};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::random::RandomSource;
use crate::store::{Player, PlayerId, Store, StoreError, StoredToken};
use crate::time::{Clock, Millis, Moment};

/// How long a link to another device is valid, in seconds.
const LINK_TTL_SECONDS: u32 = 600;

/// The maximum number of open links. Each player can have one.
const MAX_LINKS: usize = 10_000;

/// The capacity of the token cache. When it is full, it is cleared.
const TOKEN_CACHE_SIZE: usize = 20_000;

/// How long an entry of the token cache is valid, in milliseconds. It must be shorter than [`LAST_SEEN_INTERVAL`], which
/// is checked when a token is looked up in the store.
const TOKEN_CACHE_TTL: Millis = 60 * 60 * 1000;

/// How old a player's "last seen" may be before it is written again, in milliseconds. It is not written at every request.
const LAST_SEEN_INTERVAL: Millis = 24 * 60 * 60 * 1000;

/// How many inactive guests are read from the store at a time.
const INACTIVE_BATCH_SIZE: u32 = 500;

/// How many inactive guests are deleted in one run. Should a clock be wrong, operators have time to notice.
const MAX_DELETED_PER_RUN: u64 = 5_000;

/// An authenticated player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The public id of the player.
    pub id: PlayerId,
    /// The display name.
    pub name: Name,
}

/// Lookup key of a token: the first half of its hash. It does not authenticate.
pub type LookupKey = [u8; 16];

/// Registers and authenticates players.
pub struct Identity {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    random: Arc<RandomSource>,
    /// Open links by the hash of their code, with their expiry. They are lost when the server stops.
    links: Mutex<HashMap<[u8; 32], (PlayerId, Moment)>>,
    cache: Mutex<TokenCache>,
    /// Tokens that may have been revoked: the store reported a failure when they were.
    maybe_revoked: Mutex<HashMap<PlayerId, HashSet<LookupKey>>>,
    /// Held while a link is redeemed and while tokens are revoked, so that no new token escapes a revocation.
    revoking: tokio::sync::Mutex<()>,
}

/// Tokens that were looked up in the store.
#[derive(Default)]
struct TokenCache {
    /// The token's hash, its player, and when it was looked up.
    callers: HashMap<LookupKey, ([u8; 32], Caller, Moment)>,
    /// Counts invalidations. A lookup that began before one must not be cached after it.
    generation: u64,
}

impl TokenCache {
    fn find(&self, digest: &[u8; 32], now: Moment) -> Option<Caller> {
        let (known, caller, when) = self.callers.get(&lookup_key_of(digest))?;
        let is_same = bool::from(known.ct_eq(digest));
        (is_same && now.since(*when) < TOKEN_CACHE_TTL).then(|| caller.clone())
    }

    /// Removes the tokens that match.
    fn remove_if(&mut self, matches: impl Fn(&LookupKey) -> bool) {
        self.generation += 1;
        self.callers.retain(|lookup_key, _| !matches(lookup_key));
    }

    /// Removes the tokens of this player.
    fn remove_player(&mut self, player: &PlayerId) {
        self.generation += 1;
        self.callers.retain(|_, (_, caller, _)| caller.id != *player);
    }

    fn insert(&mut self, digest: [u8; 32], caller: &Caller, now: Moment) {
        if self.callers.len() >= TOKEN_CACHE_SIZE {
            self.callers.clear();
        }
        self.callers.insert(lookup_key_of(&digest), (digest, caller.clone(), now));
    }
}

impl Identity {
    /// Uses this store for players and tokens.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, random: Arc<RandomSource>) -> Self {
        Self {
            store,
            clock,
            random,
            links: Mutex::default(),
            cache: Mutex::default(),
            maybe_revoked: Mutex::default(),
            revoking: tokio::sync::Mutex::default(),
        }
    }

    /// Registers a guest and issues a token.
    pub async fn register_guest(&self, name: Name) -> Result<Guest, Refusal> {
        let id = PlayerId(self.random.text::<12>().into());
        let player = Player { id, name: name.to_string() };
        let token = self.random.text::<32>();
        let digest = hash(&token);
        let (wall, now) = (self.clock.wall(), self.clock.now());
        self.store.add_player(&player, &digest, wall, now).await.map_err(store_refusal)?;
        guest(&player, name, &token)
    }

    /// Authenticates a token.
    pub async fn authenticate(&self, token: &Token) -> Result<Caller, Refusal> {
        let digest = hash(token.as_str());
        let now = self.clock.now();
        let generation = {
            let cache = self.cache();
            if let Some(caller) = cache.find(&digest, now) {
                return Ok(caller);
            }
            cache.generation
        };
        let stored = self.store.token(&digest).await.map_err(store_refusal)?;
        let stored = stored.filter(|stored| bool::from(stored.digest.ct_eq(&digest)));
        let unauthorized = || Refusal::plain(Kind::Unauthorized);
        let StoredToken { player, seen, .. } = stored.ok_or_else(unauthorized)?;
        // Written before the player does anything, so that a guest who has just returned is not deleted.
        if now.since(seen) >= LAST_SEEN_INTERVAL {
            match self.store.set_last_seen(&player.id, now).await {
                Ok(true) => {}
                Ok(false) => return Err(unauthorized()),
                // Reading is allowed even if nothing can be written. The next request tries again.
                Err(_) => return caller(player),
            }
        }
        let caller = caller(player)?;
        let mut cache = self.cache();
        if cache.generation == generation {
            cache.insert(digest, &caller, now);
        }
        Ok(caller)
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, TokenCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Deletes guests who have been inactive for `after` milliseconds, unless they sit at an archived table or are among
    /// `at_tables`. Returns how many were deleted. Only time while the server runs counts: nobody can return while it is
    /// stopped, and the wall clock may be wrong.
    pub async fn delete_inactive(
        &self,
        after: Millis,
        at_tables: &HashSet<PlayerId>,
    ) -> Result<u64, StoreError> {
        let now = self.clock.now();
        let since = now.as_millis().checked_sub(after.saturating_add(LAST_SEEN_INTERVAL));
        let Some(since) = since.map(Moment::from_millis) else { return Ok(0) };
        let mut deleted = 0;
        loop {
            let unseen = self.store.inactive(since, INACTIVE_BATCH_SIZE).await?;
            let is_last = unseen.len() < INACTIVE_BATCH_SIZE as usize;
            let (kept, gone): (Vec<_>, Vec<_>) =
                unseen.into_iter().partition(|player| at_tables.contains(player));
            for player in kept {
                // A guest with a seat counts as seen, so the next run does not read it again.
                self.store.set_last_seen(&player, now).await?;
            }
            deleted += self.store.delete_inactive(&gone, since).await?;
            self.cache().remove_if(|_| true);
            if is_last || deleted >= MAX_DELETED_PER_RUN {
                return Ok(deleted);
            }
        }
    }

    /// Renames a player. Names at tables are not changed here.
    pub async fn rename(&self, player: &PlayerId, name: &Name) -> Result<(), Refusal> {
        let renamed = self.store.rename(player, name.as_str()).await;
        // Even after a failure, because the change may have been committed.
        self.cache().remove_player(player);
        renamed.map_err(store_refusal)
    }

    /// Creates a code that signs in another device as this player. It replaces an earlier one.
    pub fn create_link(&self, player: &PlayerId) -> Result<Link, Refusal> {
        let code = self.random.code();
        let now = self.clock.now();
        let until = now + Millis::from(LINK_TTL_SECONDS) * 1000;
        let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        links.retain(|_, (other, until)| *until > now && other != player);
        if links.len() >= MAX_LINKS {
            return Err(Refusal::plain(Kind::Unavailable));
        }
        links.insert(hash(&code), (player.clone(), until));
        let code = Code::new(&code).map_err(|_| Refusal::plain(Kind::Internal))?;
        Ok(Link { code, seconds: LINK_TTL_SECONDS })
    }

    /// Redeems a link: issues a new token of the same player. A code can be redeemed once.
    pub async fn redeem_link(&self, code: &Code) -> Result<Guest, Refusal> {
        let (now, digest) = (self.clock.now(), hash(code.as_str()));
        let _guard = self.revoking.lock().await;
        let found = {
            let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
            links.remove(&digest).filter(|(_, until)| *until > now)
        };
        let (id, until) = found.ok_or_else(|| Refusal::plain(Kind::BadCode))?;
        let redeemed = self.issue_token(&id).await;
        if redeemed.as_ref().is_err_and(|refusal| *refusal == Refusal::plain(Kind::Unavailable)) {
            // The code was not used, so it stays valid.
            let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
            links.insert(digest, (id, until));
        }
        redeemed
    }

    async fn issue_token(&self, id: &PlayerId) -> Result<Guest, Refusal> {
        let player = self.store.player(id).await.map_err(store_refusal)?;
        let player = player.ok_or_else(|| Refusal::plain(Kind::BadCode))?;
        let name = caller(player.clone())?.name;
        let token = self.random.text::<32>();
        self.store.add_token(id, &hash(&token), self.clock.wall()).await.map_err(store_refusal)?;
        guest(&player, name, &token)
    }

    /// Revokes tokens of this player and returns their lookup keys. Unless only `token` itself is meant, open links of the
    /// player are removed as well, because a stolen token may have created one.
    pub async fn sign_out(
        &self,
        player: &PlayerId,
        token: &Token,
        which: SessionScope,
    ) -> Result<Vec<LookupKey>, Refusal> {
        let _guard = self.revoking.lock().await;
        if which != SessionScope::This {
            let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
            links.retain(|_, (other, _)| other != player);
        }
        let this = lookup_key(token);
        let matches = |lookup_key: &LookupKey| match which {
            SessionScope::This => *lookup_key == this,
            SessionScope::Others => *lookup_key != this,
            SessionScope::All => true,
        };
        let there = self.store.tokens_of(player).await.map_err(store_refusal)?;
        let removed = self.store.remove_tokens(player, &this, which).await;
        // After a failure the tokens may be revoked or not, so the cache must ask the store again.
        self.cache().remove_if(|lookup_key| {
            removed.as_ref().map_or(true, |lookup_keys| lookup_keys.contains(lookup_key))
        });
        let mut maybe_revoked = self.maybe_revoked.lock().unwrap_or_else(PoisonError::into_inner);
        match removed {
            Ok(mut lookup_keys) => {
                // Tokens that an earlier call may have revoked are certainly revoked now.
                lookup_keys.extend(
                    maybe_revoked.remove(player).unwrap_or_default().into_iter().filter(matches),
                );
                Ok(lookup_keys)
            }
            Err(error) => {
                let lookup_keys = maybe_revoked.entry(player.clone()).or_default();
                lookup_keys.extend(there.into_iter().filter(matches));
                Err(store_refusal(error))
            }
        }
    }
}

/// The lookup key of a token.
pub fn lookup_key(token: &Token) -> LookupKey {
    lookup_key_of(&hash(token.as_str()))
}

fn lookup_key_of(digest: &[u8; 32]) -> LookupKey {
    let mut lookup_key = LookupKey::default();
    lookup_key.copy_from_slice(&digest[..16]);
    lookup_key
}

fn guest(player: &Player, name: Name, token: &str) -> Result<Guest, Refusal> {
    let token = Token::new(token).map_err(|_| Refusal::plain(Kind::Internal))?;
    Ok(Guest { player: player.id.0.to_string(), name, token })
}

fn caller(player: Player) -> Result<Caller, Refusal> {
    let name = Name::new(&player.name).map_err(|_| Refusal::plain(Kind::Internal))?;
    Ok(Caller { id: player.id, name })
}

/// Tokens have 256 random bits, so one round of SHA-256 protects them as well as a slow hash would.
fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// Turns an error of the store into a refusal without details. General failures have been logged by the store.
#[allow(clippy::needless_pass_by_value)] // as `map_err` has it
fn store_refusal(error: StoreError) -> Refusal {
    if let StoreError::Damaged(_) = error {
        tracing::error!(%error, "a player cannot be read");
        return Refusal::plain(Kind::Internal);
    }
    tracing::debug!(%error, "the store failed");
    Refusal::plain(Kind::Unavailable)
}
