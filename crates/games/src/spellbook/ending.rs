//! How players lose, and how games and matches end (R-LOSE, R-END, R-MATCH).

use std::sync::Arc;

use facedown_core::{Card, Dealer, Dealt, Seat, Seats};

use super::acting::{Acting, Weight};
use super::event::{Doom, Event, backs};
use super::find::CARD_ZONES;
use super::options::BestOf;
use super::piece::{Piece, count_of};
use super::place::{PieceId, Side};
use super::state::{Board, Phase, Spellbook};

/// How many poison counters defeat a player.
const POISON: i32 = 10;
/// How much combat damage of one commander defeats a player.
const COMMANDER_DAMAGE: u32 = 21;

impl Spellbook {
    /// Why a player should lose by what lies on the table (R-LOSE-02).
    fn dooms(&self, seat: Seat) -> impl Iterator<Item = Doom> {
        let player = &self.board.players[seat];
        let life = player.life <= 0;
        let poison = count_of(&player.counters, "poison") >= POISON;
        let most = player.commander_damage.iter().map(|row| row.damage).max();
        let commander = self.options.commander_damage && most >= Some(COMMANDER_DAMAGE);
        let dooms = [(life, Doom::Life), (poison, Doom::Poison), (commander, Doom::Commander)];
        dooms.into_iter().filter_map(|(is_so, doom)| is_so.then_some(doom))
    }

    /// Whether this player never comes back (R-LOSE-04, R-LOSE-05).
    pub(super) fn is_gone(&self, seat: Seat) -> bool {
        let lost = !self.living.contains(seat) && self.options.best_of == BestOf::One;
        self.left.contains(seat) || lost
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    /// Notes that a player should lose, and says so once (R-LOSE-02).
    pub(super) fn doom(&mut self, seat: Seat, why: Doom) {
        if self.game.players[seat].doomed.contains(&why) || self.game.phase != Phase::Playing {
            return;
        }
        self.person(seat).doomed.push(why);
        self.announce(Event::ShouldLose { player: seat, why });
    }

    /// Looks who should lose, and lets them lose if the table wants that (R-LOSE-02, R-LOSE-03).
    pub(super) fn judge(&mut self) -> Dealt<()> {
        if self.game.phase != Phase::Playing {
            return Ok(());
        }
        for seat in self.game.living.iter() {
            let dooms: Vec<Doom> = self.game.dooms(seat).collect();
            let ends = |doom: &Doom| dooms.contains(doom) || *doom == Doom::EmptyLibrary;
            self.person(seat).doomed.retain(ends);
            for why in dooms {
                self.doom(seat, why);
            }
        }
        if !self.game.options.auto_loss {
            return Ok(());
        }
        let doomed = |seat: &Seat| self.game.players[*seat].doomed.first().copied();
        let losers: Vec<(Seat, Doom)> =
            self.game.living.iter().filter_map(|seat| Some((seat, doomed(&seat)?))).collect();
        if losers.len() > 1 && losers.len() == self.game.living.len() {
            // Whoever is left loses together: nobody wins.
            for (player, why) in losers {
                self.announce(Event::Lost { player, why: Some(why) });
            }
            return self.end_game(None);
        }
        for (seat, why) in losers {
            self.lose(seat, Some(why))?;
        }
        Ok(())
    }

    /// Gives up the game; between games, the match (R-LOSE-01, R-LOSE-05).
    pub(super) fn concede(&mut self) -> Dealt<()> {
        let player = self.seat;
        if matches!(self.game.phase, Phase::Decks { .. } | Phase::Sideboarding { .. }) {
            self.game.left = self.game.left.with(player);
        }
        self.lose(player, None)
    }

    /// A player leaves the game with everything that is theirs (R-LOSE-04).
    fn lose(&mut self, seat: Seat, why: Option<Doom>) -> Dealt<()> {
        if !self.game.living.contains(seat) {
            return Ok(());
        }
        self.announce(Event::Lost { player: seat, why });
        // Nothing is undone beyond somebody's leaving: their cards would come back, and they would not (R-UNDO-02).
        self.weight = Weight::Barrier;
        self.game.living = self.game.living.without(seat);
        self.game.loser.get_or_insert(seat);
        self.game.request = None;
        self.clear_away(seat)?;
        if self.game.living.len() <= 1 {
            return self.end_game(self.game.living.single());
        }
        match self.game.phase {
            Phase::Playing if self.game.board.turn.active == seat => self.next_turn(),
            Phase::Mulligans { .. } => self.play_when_kept(),
            Phase::FirstPlayer { chooser } if chooser == seat => {
                let next = self.game.living.first_from(seat).unwrap_or(seat);
                self.game.phase = Phase::FirstPlayer { chooser: next };
                self.announce(Event::ChooserFound { player: next });
                Ok(())
            }
            _ => self.begin_when_ready(),
        }
    }

    /// Takes everything off the table that belongs to a player, and gives back what the player had of others.
    fn clear_away(&mut self, seat: Seat) -> Dealt<()> {
        self.turn_up(Some(seat))?;
        let person = self.person(seat);
        (person.look, person.top_shown, person.hand_shown) = (None, None, None);
        let cards: Vec<Card> = [&person.pool[..], &person.commanders[..]].concat();
        let owned = self.game.board.all_pieces().filter(|piece| piece.owner == seat);
        let owned: Vec<PieceId> = owned.map(|piece| piece.id).collect();
        self.forget(&owned);
        let board = self.board();
        for (_, player) in board.players.iter_mut() {
            player.battlefield.retain(|piece| piece.owner != seat);
            player.command.retain(|piece| piece.owner != seat);
        }
        board.stack.retain(|piece| piece.owner != seat);
        board.aside.retain(|card| !cards.contains(card));
        board.counted.retain(|counted| !cards.contains(&counted.card));
        let own = &mut board.players[seat];
        for zone in CARD_ZONES {
            own.cards_mut(zone).into_iter().for_each(Vec::clear);
        }
        own.gone = cards;
        let back = std::mem::take(&mut board.players[seat].battlefield);
        for mut piece in back {
            piece.controller = piece.owner;
            board.players[piece.owner].battlefield.push(piece);
        }
        for piece in &mut board.stack {
            if piece.controller == seat {
                piece.controller = piece.owner;
            }
        }
        board.holds = board.holds.without(seat);
        board.arrows.retain(|arrow| arrow.by != seat);
        board.designations.retain(|designation| designation.seat != seat);
        Ok(())
    }

    /// Turns up the cards in play that lie face down: of one owner, or of all (R-SIDE-04).
    fn turn_up(&mut self, owner: Option<Seat>) -> Dealt<()> {
        for seat in self.game.players.seats().all().iter() {
            if owner.is_some_and(|owner| owner != seat) {
                continue;
            }
            let is_down = |piece: &&Piece| piece.side == Side::Down && piece.owner == seat;
            let down = self.game.board.all_pieces().filter(is_down);
            let down: Vec<Card> = down.filter_map(|piece| piece.id.card()).collect();
            if down.is_empty() {
                continue;
            }
            for &card in &down {
                self.reveal(card)?;
                if let Some(piece) = self.board().piece_mut(card.into()) {
                    piece.side = Side::Up;
                }
            }
            self.announce(Event::TurnedUp { player: seat, cards: backs(&down) });
        }
        Ok(())
    }

    /// Ends the game, and the match if it is decided (R-END-01, R-END-02, R-MATCH-01).
    pub(super) fn end_game(&mut self, winner: Option<Seat>) -> Dealt<()> {
        let was_played = !matches!(
            self.game.phase,
            Phase::Decks { .. } | Phase::Sideboarding { .. } | Phase::Over
        );
        self.turn_up(None)?;
        self.game.request = None;
        if winner.is_none() {
            self.game.loser = None;
        }
        if was_played {
            self.game.games_played += 1;
            if let Some(winner) = winner {
                self.person(winner).wins += 1;
            }
            let (game, wins) =
                (self.game.games_played, self.game.players.map(|_, person| person.wins));
            self.announce(Event::GameEnded { game, winner, wins });
        }
        for (_, person) in self.game.players.iter_mut() {
            let choices = std::mem::take(&mut person.choices);
            person.old_choices.extend(choices);
            (person.shown, person.mulligans, person.stale) = (0, 0, false);
            (person.look, person.top, person.top_shown, person.hand_shown) =
                (None, None, None, None);
            person.doomed.clear();
        }
        let options = &self.game.options;
        let decided = self.game.players.values().iter().any(|p| p.wins >= options.wins_needed());
        let staying = self.game.players.seats().all().minus(self.game.left);
        let done = self.game.games_played >= options.best_of.games();
        if decided || done || staying.len() <= 1 {
            self.end_match(staying);
            return Ok(());
        }
        self.gather(staying)
    }

    /// Whoever won most games wins the match; whoever stays, if the others have left (R-MATCH-01, R-LOSE-05).
    fn end_match(&mut self, staying: Seats) {
        let most = staying.iter().map(|seat| self.game.players[seat].wins).max();
        let has_most = |seat: &Seat| Some(self.game.players[*seat].wins) == most;
        let winners: Seats = staying.iter().filter(has_most).collect();
        self.game.winners = winners;
        self.game.phase = Phase::Over;
        self.announce(Event::MatchEnded { winners });
    }

    /// Everybody takes their cards up for the next game, and sees all of them (R-MATCH-03).
    fn gather(&mut self, staying: Seats) -> Dealt<()> {
        let seats = self.game.players.seats();
        let first = self.game.board.turn.first;
        let life = self.game.options.starting_life();
        self.game.board = Arc::new(Board::new(seats, first, life));
        self.game.living = staying;
        self.game.phase = Phase::Sideboarding { waiting: staying };
        for seat in seats.all().iter() {
            if !staying.contains(seat) {
                let person = &self.game.players[seat];
                let gone = [&person.pool[..], &person.commanders[..]].concat();
                self.player(seat).gone = gone;
                continue;
            }
            self.lay_out(seat);
            for card in self.game.players[seat].pool.clone() {
                self.show(card, seat)?;
            }
        }
        Ok(())
    }
}
