//! Waits until every seat is taken, and agrees with the others on the genesis.

use std::time::Duration;

use facedown_core::{Game, Seats};
use facedown_crypto::Codec;
use facedown_crypto::places::{Genesis, signing_key};
use facedown_protocol::relay::{
    Base64, FromPeer, FromRelay, GenesisBytes, Join, PeerSeat, PeerState, PeerTableInfo, Welcome,
};
use tokio::time::{Instant, sleep, timeout};

use crate::agreed::{Agreed, Disagreement};
use crate::error::Error;
use crate::link::TableLink;
use crate::net::{self, Connection, FromConnection, Identity, NetError, ToRelay};
use crate::run::Patience;
use crate::store::SeatFolder;

/// When a relay that is away is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// What is told while players gather.
#[derive(Clone, Copy, Debug)]
pub enum Gathering<'a> {
    /// Who sits at the table, and which of them are connected, as far as the relay has said.
    Here(&'a PeerTableInfo, Option<Seats>),
    /// The relay is away, and is tried again.
    Away(&'a NetError),
}

/// A connection that is open, and what the relay said when it was opened.
pub struct Open {
    pub(crate) connection: Connection,
    pub(crate) welcome: Box<Welcome>,
}

/// Takes the seat of this folder, waits for the others at most for `limit`, and agrees with them on the genesis, which is in the
/// folder then. [`play`](crate::play) goes on with the connection, if one was opened.
///
/// It may be called again after the program or the machine was stopped: the same key joins once.
pub async fn gather<G: Game>(
    folder: &mut SeatFolder,
    link: &TableLink,
    limit: Duration,
    patience: Patience,
    mut tell: impl FnMut(Gathering<'_>) -> std::io::Result<()>,
) -> Result<(Identity, Option<Open>), Error> {
    let secrets = folder.secrets()?;
    let key = signing_key(&secrets.seed);
    let agreed = folder.kept().agreed.clone();
    let identity = Identity { relay: agreed.relay, key: Some(key.clone()) };
    if folder.kept().genesis.is_some() {
        return Ok((identity, None));
    }
    let join =
        Join::sign(&key, &agreed.relay, &link.table, folder.kept().name.clone(), secrets.nonce);
    let (genesis, open) = persist(limit, patience, folder.kept().seat.is_some(), async |away| {
        if let Some(why) = away {
            tell(Gathering::Away(why))?;
            return Ok(None);
        }
        // Who was away for long may have lost the seat, and gets one that is free.
        let seat = net::join(link, &join).await?.seat;
        if folder.kept().seat != Some(seat) {
            folder.change(|kept| kept.seat = Some(seat))?;
        }
        let own = PeerSeat { name: join.name.clone(), key: join.key, nonce: join.nonce };
        agree::<G>(link, &identity, &agreed, Some(&own), &mut tell).await.map(Some)
    })
    .await?;
    folder.change(|kept| kept.genesis = Some(Base64(genesis.to_bytes())))?;
    Ok((identity, Some(open)))
}

/// Waits until a table has begun that somebody only watches, and returns its genesis and the connection.
pub async fn wait_for_genesis<G: Game>(
    link: &TableLink,
    agreed: &Agreed,
    limit: Duration,
    patience: Patience,
    mut tell: impl FnMut(Gathering<'_>) -> std::io::Result<()>,
) -> Result<(Genesis, Open), Error> {
    let identity = Identity { relay: agreed.relay, key: None };
    persist(limit, patience, false, async |away| match away {
        Some(why) => tell(Gathering::Away(why)).map_err(Error::from).map(|()| None),
        None => agree::<G>(link, &identity, agreed, None, &mut tell).await.map(Some),
    })
    .await
}

/// Tries again as long as the relay is away for less than the patience, and all in all for less than the limit. `attempt` is told why
/// the last attempt has failed, and then asked for another one.
async fn persist<T>(
    limit: Duration,
    patience: Patience,
    is_known: bool,
    mut attempt: impl AsyncFnMut(Option<&NetError>) -> Result<Option<T>, Error>,
) -> Result<T, Error> {
    let persisting = async {
        let mut is_known = is_known;
        let mut away_since: Option<Instant> = None;
        loop {
            let began = Instant::now();
            let why = match attempt(None).await {
                Ok(Some(done)) => return Ok(done),
                Ok(None) => continue,
                Err(Error::Net(why)) if why.is_passing() => why,
                Err(error) => return Err(error),
            };
            // It was there for a while.
            let was_there = began.elapsed() > AGAIN * 20;
            is_known |= was_there;
            if was_there {
                away_since = None;
            }
            let since = *away_since.get_or_insert_with(Instant::now);
            // A relay that was never there is most likely a wrong link.
            if !is_known || since.elapsed() > patience.0 {
                return Err(why.into());
            }
            attempt(Some(&why)).await?;
            sleep(AGAIN).await;
        }
    };
    match timeout(limit, persisting).await {
        Ok(result) => result,
        Err(_) => Err(Error::NobodyCame(limit.as_secs() / 60)),
    }
}

/// Connects, waits until every seat is taken, sends the genesis, and waits until all have sent the same.
async fn agree<G: Game>(
    link: &TableLink,
    identity: &Identity,
    agreed: &Agreed,
    own: Option<&PeerSeat>,
    tell: &mut impl FnMut(Gathering<'_>) -> std::io::Result<()>,
) -> Result<(Genesis, Open), Error> {
    agreed.check_rules::<G>()?;
    let mut connection = Connection::open(link.clone(), identity.clone(), 0);
    let mut here = None;
    let mut opened = None;
    let mut sent: Option<Genesis> = None;
    loop {
        let begun = match connection.next().await {
            FromConnection::Open(welcome) => {
                let genesis = welcome.genesis.clone();
                opened = Some(welcome);
                genesis
            }
            FromConnection::Control(FromRelay::Table(changed)) => {
                if let Some(welcome) = &mut opened {
                    welcome.table = changed.table;
                }
                None
            }
            FromConnection::Control(FromRelay::Presence(presence)) => {
                here = Some(presence.here);
                None
            }
            FromConnection::Control(FromRelay::Begun(begun)) => Some(begun.genesis),
            FromConnection::Control(FromRelay::Refused(refused)) => {
                let refusal = refused.refusal;
                return Err(match refusal.kind.as_ref() {
                    "other-genesis" => Disagreement::OthersDisagree(refusal.message).into(),
                    _ => NetError::Refused(refusal).into(),
                });
            }
            FromConnection::Lost(why) => return Err(why.into()),
            FromConnection::Control(_) | FromConnection::Stamped(_) => None,
        };
        let Some(welcome) = &opened else { continue };
        let table = &welcome.table;
        agreed.check(table)?;
        if table.state == PeerState::Closed {
            return Err(Error::Closed);
        }
        tell(Gathering::Here(table, here))?;
        let is_full = table.seats.iter().all(Option::is_some);
        if is_full && sent.is_none() {
            let genesis = agreed.genesis::<G>(table)?;
            if let Some(own) = own {
                check_own(table, own)?;
                let bytes = Base64(genesis.to_bytes());
                connection.send(ToRelay::Control(FromPeer::Genesis(GenesisBytes { bytes })));
            }
            sent = Some(genesis);
        }
        if let Some(begun) = begun {
            let (Some(genesis), Some(welcome)) = (sent, opened) else {
                return Err(Disagreement::OtherGenesis.into());
            };
            check_genesis(&genesis, &begun.0)?;
            return Ok((genesis, Open { connection, welcome }));
        }
    }
}

/// Checks that the player has a seat, with what it has signed.
fn check_own(table: &PeerTableInfo, own: &PeerSeat) -> Result<(), Disagreement> {
    let is_there = table.seats.iter().flatten().any(|seat| seat == own);
    if is_there { Ok(()) } else { Err(Disagreement::NotYourSeat) }
}

/// Checks that the relay has begun this very table.
pub(crate) fn check_genesis(genesis: &Genesis, said: &[u8]) -> Result<(), Disagreement> {
    if genesis.to_bytes() == said { Ok(()) } else { Err(Disagreement::OtherGenesis) }
}
