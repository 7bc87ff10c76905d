//! Who sits at a table, and what its players agree on before the game begins.

use facedown_core::Seat;
use facedown_protocol::relay::{Base64, Begun, FromRelay, Join, MAX_GENESIS, PeerSeat, PeerState};
use facedown_protocol::{Kind, Refusal};

use super::actor::PeerActor;
use super::journal::PeerEvent;

/// How many lines a table's journal has at most before nobody can join any more. Those who join and leave in turn would
/// otherwise make it grow for ever.
const MAX_LINES: u64 = 300;

impl PeerActor {
    /// Gives a player the first free seat. A key that has a seat already keeps it.
    pub(super) async fn join(&mut self, join: Join) -> Result<Seat, Refusal> {
        let Join { name, key, nonce, .. } = join;
        let player = PeerSeat { name, key, nonce };
        if let Some(seat) = self.room.seat_of(&key) {
            let is_same = self.room.player(seat) == Some(&player);
            let message = "this key has joined with another name or nonce; join with those again";
            let other = || Refusal::new(Kind::AlreadySeated, message);
            return if is_same { Ok(seat) } else { Err(other()) };
        }
        let seat = match self.room.state() {
            PeerState::Open => self.room.first_free(),
            PeerState::Agreeing | PeerState::Playing => None,
            PeerState::Over => return Err(Refusal::plain(Kind::GameOver)),
            PeerState::Closed => return Err(Refusal::plain(Kind::TableClosed)),
        };
        let seat = seat.ok_or_else(|| Refusal::plain(Kind::TableFull))?;
        if self.room.lines() >= MAX_LINES {
            let message = "too many players have joined and left this table; make a new one";
            return Err(Refusal::new(Kind::TooManyEntries, message));
        }
        // Such players could not be in one genesis.
        if self.room.players().any(|other| other.nonce == nonce) {
            let message = "another player of this table has this nonce; make a random one";
            return Err(Refusal::new(Kind::BadKey, message));
        }
        self.append(PeerEvent::Joined { seat, player }).await?;
        let now = self.shared.clock.now();
        self.forget_geneses();
        if let Some(state) = self.seats.get_mut(seat.index()) {
            state.absent_since = Some(now);
            state.is_done = false;
        }
        self.agreeing_since = now;
        self.announce_table();
        Ok(seat)
    }

    /// Frees a seat before the game begins.
    pub(super) async fn leave(&mut self, seat: Seat) -> Result<(), Refusal> {
        match self.room.state() {
            PeerState::Open | PeerState::Agreeing => {}
            PeerState::Playing => return Err(Refusal::plain(Kind::AlreadyStarted)),
            PeerState::Over => return Err(Refusal::plain(Kind::GameOver)),
            PeerState::Closed => return Err(Refusal::plain(Kind::TableClosed)),
        }
        self.free(seat).await
    }

    /// Frees a seat. Its connections go on watching.
    pub(super) async fn free(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.append(PeerEvent::Left { seat }).await?;
        self.forget_geneses();
        for peer in self.peers.values_mut().filter(|peer| peer.seat == Some(seat)) {
            peer.seat = None;
        }
        self.announce_table();
        self.update_presence();
        Ok(())
    }

    /// A player has computed this genesis. The game begins when all have computed the same.
    pub(super) async fn agree(
        &mut self,
        from: u64,
        seat: Seat,
        genesis: Vec<u8>,
    ) -> Result<(), Refusal> {
        match self.room.state() {
            PeerState::Agreeing => {}
            PeerState::Open => {
                let message = "wait until every seat is taken";
                return Err(Refusal::new(Kind::SeatsFree, message));
            }
            PeerState::Playing => {
                let begun = self.room.genesis().filter(|begun| begun[..] == genesis).cloned();
                let begun = begun.ok_or_else(|| Refusal::plain(Kind::OtherGenesis))?;
                let genesis = Base64(begun.to_vec());
                self.answer(from, &FromRelay::Begun(Begun { genesis }));
                return Ok(());
            }
            PeerState::Over => return Err(Refusal::plain(Kind::GameOver)),
            PeerState::Closed => return Err(Refusal::plain(Kind::TableClosed)),
        }
        if genesis.is_empty() || genesis.len() > MAX_GENESIS {
            let message = format!("a genesis has 1 to {MAX_GENESIS} bytes");
            return Err(Refusal::new(Kind::TooLarge, message));
        }
        let others = self.seats.iter().enumerate().filter(|(index, _)| *index != seat.index());
        let first = others.filter_map(|(index, state)| Some((index, state.genesis.as_ref()?)));
        let differs = first.clone().find(|(_, other)| **other != genesis);
        let whose = differs.and_then(|(index, _)| self.room.player(Seat::new(index)?));
        let refusal = whose.map(|player| {
            let message = format!(
                "this is another genesis than the one of {}; compare the versions of your programs and the options, and make a new table",
                player.name
            );
            Refusal::new(Kind::OtherGenesis, message)
        });
        if let Some(state) = self.seats.get_mut(seat.index()) {
            state.has_answered = true;
            if refusal.is_none() {
                state.genesis = Some(genesis.clone());
            }
        }
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        if self.seats.iter().all(|state| state.genesis.is_some()) {
            let genesis = Base64(genesis);
            self.append(PeerEvent::Begun { genesis: genesis.clone() }).await?;
            self.forget_geneses();
            self.announce(&FromRelay::Begun(Begun { genesis }));
            self.announce_table();
        }
        Ok(())
    }

    /// A player is done with the table.
    pub(super) async fn done(&mut self, seat: Seat) -> Result<(), Refusal> {
        match self.room.state() {
            PeerState::Playing => {}
            PeerState::Open | PeerState::Agreeing => return Err(Refusal::plain(Kind::NotStarted)),
            // Said twice, or by somebody who comes back to a table that is over.
            PeerState::Over => return Ok(()),
            PeerState::Closed => return Err(Refusal::plain(Kind::TableClosed)),
        }
        if let Some(state) = self.seats.get_mut(seat.index()) {
            state.is_done = true;
        }
        self.end_if_done().await
    }

    fn forget_geneses(&mut self) {
        for state in &mut self.seats {
            state.genesis = None;
            state.has_answered = false;
        }
    }
}
