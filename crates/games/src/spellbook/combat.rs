//! Combat, damage, mana, life and commanders (R-COMBAT, R-MANA, R-LIFE, R-COM).

use facedown_core::{Card, Dealer, Seat};

use super::acting::Acting;
use super::details::{Attacker, Blocker};
use super::event::{Aimed, Event};
use super::find::{MOST, MOST_NAMED, each_once, in_range};
use super::place::{PieceId, Target, Zone};
use super::refusal::Refusal;
use super::state::{CommanderDamage, Spellbook};
use super::token::Colour;

impl Spellbook {
    fn check_on_battlefield(
        &self,
        seat: Seat,
        id: PieceId,
        rule: &'static str,
    ) -> Result<(), Refusal> {
        let zone = self.own(seat, id)?.zone;
        let instead = "move it to the battlefield first";
        if zone == Zone::Battlefield {
            Ok(())
        } else {
            Err(Refusal::WrongZone { piece: id, zone, instead, rule })
        }
    }

    pub(super) fn check_attack(&self, seat: Seat, attackers: &[Attacker]) -> Result<(), Refusal> {
        let active = self.board.turn.active;
        if seat != active {
            return Err(Refusal::OnlyActiveAttacks { active });
        }
        if attackers.is_empty() {
            return Ok(());
        }
        each_once(&attackers.iter().map(|attacker| attacker.piece).collect::<Vec<_>>())?;
        attackers.iter().try_for_each(|&Attacker { piece, target }| {
            self.check_on_battlefield(seat, piece, "R-COMBAT-01")?;
            if target.piece() == Some(piece) {
                return Err(Refusal::AtItself { piece });
            }
            self.there(target)
        })
    }

    pub(super) fn check_block(&self, seat: Seat, blocks: &[Blocker]) -> Result<(), Refusal> {
        if blocks.is_empty() {
            return Ok(());
        }
        each_once(&blocks.iter().map(|block| block.piece).collect::<Vec<_>>())?;
        blocks.iter().try_for_each(|&Blocker { piece, attacker }| {
            self.check_on_battlefield(seat, piece, "R-COMBAT-02")?;
            let attacks = self.any_piece(attacker)?.more().and_then(|more| more.attacks);
            attacks.map(drop).ok_or(Refusal::NotAttacking { piece: attacker })
        })
    }

    pub(super) fn check_damage(
        &self,
        from: Option<PieceId>,
        to: Target,
        amount: u32,
    ) -> Result<(), Refusal> {
        from.map_or(Ok(()), |from| self.found(from).map(drop))?;
        match to {
            Target::Seat(seat) => self.living(seat)?,
            Target::Card(card) => self.any_piece(card.into()).map(drop)?,
            Target::Token(token) => self.any_piece(PieceId::Token(token)).map(drop)?,
        }
        in_range(amount.into(), 1, MOST)
    }

    /// R-MANA-02
    pub(super) fn check_mana(&self, seat: Seat, colour: Colour, by: i32) -> Result<(), Refusal> {
        let count = self.board.players[seat].mana[colour as usize];
        if by == 0 {
            return Err(Refusal::Nothing { what: "mana" });
        }
        if by < 0 && by.unsigned_abs() > count {
            return Err(Refusal::TooLittleMana { count });
        }
        in_range(by.into(), -MOST, MOST - i64::from(count))
    }

    /// R-LIFE-02
    pub(super) fn check_life(&self, seat: Seat, by: i32) -> Result<(), Refusal> {
        self.living(seat)?;
        if by == 0 {
            return Err(Refusal::Nothing { what: "point of life" });
        }
        let life = i64::from(self.board.players[seat].life);
        in_range(by.into(), -MOST - life, MOST - life)
    }

    /// R-COM-02
    pub(super) fn check_tax(&self, seat: Seat, card: Card, by: i32) -> Result<(), Refusal> {
        if !self.players[seat].commanders.contains(&card) {
            return Err(Refusal::NotYourCommander { card });
        }
        let taxes = &self.board.players[seat].tax;
        let casts = taxes.iter().find(|tax| tax.card == card).map_or(0, |tax| tax.casts);
        if by == 0 {
            return Err(Refusal::Nothing { what: "cast" });
        }
        in_range(by.into(), -i64::from(casts), 1000 - i64::from(casts))
    }

    /// Whether a card is somebody’s commander.
    pub(super) fn is_commander(&self, card: Card) -> bool {
        self.players.values().iter().any(|person| person.commanders.contains(&card))
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    /// Declares attackers in place of those declared before (R-COMBAT-01).
    pub(super) fn attack(&mut self, attackers: &[Attacker]) {
        let player = self.seat;
        for piece in &mut self.player(player).battlefield {
            piece.change(|more| more.attacks = None);
        }
        for &Attacker { piece, target } in attackers {
            if let Some(piece) = self.board().piece_mut(piece) {
                piece.change(|more| more.attacks = Some(target));
            }
        }
        self.call_off_blocks();
        let aimed = |attacker: &Attacker| Aimed {
            piece: self.game.named(attacker.piece),
            at: self.game.aimed(attacker.target),
        };
        let attackers = attackers.iter().take(MOST_NAMED).map(aimed).collect();
        self.announce(Event::Attacked { player, attackers });
    }

    /// What does not attack any more is not blocked either.
    fn call_off_blocks(&mut self) {
        let board = self.board();
        let attacks =
            |piece: &&super::piece::Piece| piece.more().is_some_and(|more| more.attacks.is_some());
        let attackers: Vec<PieceId> =
            board.all_pieces().filter(attacks).map(|piece| piece.id).collect();
        for piece in board.all_pieces_mut() {
            let blocks = piece.more().and_then(|more| more.blocks);
            if blocks.is_some_and(|attacker| !attackers.contains(&attacker)) {
                piece.change(|more| more.blocks = None);
            }
        }
    }

    /// Declares blockers in place of those declared before (R-COMBAT-02).
    pub(super) fn block(&mut self, blocks: &[Blocker]) {
        let player = self.seat;
        for piece in &mut self.player(player).battlefield {
            piece.change(|more| more.blocks = None);
        }
        for &Blocker { piece, attacker } in blocks {
            if let Some(piece) = self.board().piece_mut(piece) {
                piece.change(|more| more.blocks = Some(attacker));
            }
        }
        let aimed = |block: &Blocker| Aimed {
            piece: self.game.named(block.piece),
            at: self.game.aimed(block.attacker.into()),
        };
        let blocks = blocks.iter().map(aimed).collect();
        self.announce(Event::Blocked { player, blocks });
    }

    /// Deals damage; combat damage of a commander is remembered (R-COMBAT-03, R-COM-03).
    pub(super) fn damage(&mut self, from: Option<PieceId>, to: Target, amount: u32, combat: bool) {
        let points = i32::try_from(amount).unwrap_or(i32::MAX);
        let commander =
            from.and_then(PieceId::card).filter(|&card| combat && self.game.is_commander(card));
        let left = if let Target::Seat(seat) = to {
            let player = self.player(seat);
            player.life = player.life.saturating_sub(points);
            if let Some(card) = commander {
                let matrix = &mut player.commander_damage;
                match matrix.iter_mut().find(|row| row.card == card) {
                    Some(row) => row.damage = row.damage.saturating_add(amount),
                    None => matrix.push(CommanderDamage { card, damage: amount }),
                }
            }
            player.life
        } else {
            let mut total = 0;
            if let Some(piece) = to.piece().and_then(|id| self.board().piece_mut(id)) {
                piece.change(|more| {
                    total = more.damage.unwrap_or(0).saturating_add(amount);
                    more.damage = Some(total);
                });
            }
            i32::try_from(total).unwrap_or(i32::MAX)
        };
        let player = self.seat;
        let (from, to) = (from.map(|from| self.game.named(from)), self.game.aimed(to));
        self.announce(Event::Damaged { player, from, to, amount, combat, left });
    }

    pub(super) fn mana(&mut self, colour: Colour, by: i32) {
        let player = self.seat;
        let mana = &mut self.player(player).mana[colour as usize];
        *mana = mana.saturating_add_signed(by);
        let count = *mana;
        self.announce(Event::ManaChanged { player, colour, by, count });
    }

    pub(super) fn life(&mut self, seat: Seat, by: i32) {
        let life = &mut self.player(seat).life;
        *life = life.saturating_add(by);
        let life = *life;
        self.announce(Event::LifeChanged { player: self.seat, seat, by, life });
    }

    pub(super) fn change_tax(&mut self, card: Card, by: i32) {
        let player = self.seat;
        let tax = self.tax_mut(player, card);
        let casts = i64::from(tax.casts) + i64::from(by);
        tax.casts = u16::try_from(casts).unwrap_or(0);
        let casts = tax.casts;
        let card = facedown_core::Shown::back(card);
        self.announce(Event::TaxChanged { player, card, casts });
    }
}
