//! Counts results in integers, so that the order in which games are added does not matter.

use facedown_core::{MAX_SEATS, Standing};

/// The units of one win. They can be split evenly among any number of winners up to [`MAX_SEATS`].
pub(super) const WIN_UNITS: u64 = 840;
const _: () = assert!(MAX_SEATS == 8 && WIN_UNITS.is_multiple_of(8 * 7 * 5 * 3));

/// The counts of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) actions: u64,
    /// How many games had several winners.
    pub(super) shared: u64,
    /// By place in the line-up.
    pub(super) bots: [Results; MAX_SEATS],
    /// By seat.
    pub(super) seats: [Results; MAX_SEATS],
}

/// The counts of one bot or one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Results {
    /// The number of games.
    pub(super) played: u64,
    wins: u64,
    win_squares: u64,
    score: i64,
    score_squares: i64,
}

impl Tally {
    /// Counts a game. `place` maps a seat to its place in the line-up. Partners each win the whole game; other
    /// winners share it.
    pub(super) fn count(
        &mut self,
        standing: &Standing,
        partners: bool,
        place: impl Fn(usize) -> usize,
        actions: u64,
    ) {
        self.games += 1;
        self.actions += actions;
        let sharing = if partners { 1 } else { standing.winners.len().max(1) as u64 };
        self.shared += u64::from(sharing > 1);
        let share = WIN_UNITS / sharing;
        for (seat, &score) in standing.scores.iter() {
            let won = if standing.winners.contains(seat) { share } else { 0 };
            let at = seat.index();
            self.seats[at].count(won, score.into());
            self.bots[place(at)].count(won, score.into());
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.actions += other.actions;
        self.shared += other.shared;
        for (mine, theirs) in self.bots.iter_mut().zip(&other.bots) {
            mine.add(theirs);
        }
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            mine.add(theirs);
        }
    }
}

#[allow(clippy::cast_precision_loss)] // counts of games are far below 2⁵³
impl Results {
    fn count(&mut self, won: u64, score: i64) {
        self.played += 1;
        self.wins += won;
        self.win_squares += won * won;
        self.score += score;
        self.score_squares += score * score;
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.played += other.played;
        self.wins += other.wins;
        self.win_squares += other.win_squares;
        self.score += other.score;
        self.score_squares += other.score_squares;
    }

    /// The number of wins; shared wins count in part.
    pub(super) fn wins(&self) -> f64 {
        self.wins as f64 / WIN_UNITS as f64
    }

    /// The share of games won, and the half-width of its 95% confidence interval.
    pub(super) fn win_rate(&self) -> (f64, f64) {
        let win = WIN_UNITS as f64;
        self.mean(self.wins as f64 / win, self.win_squares as f64 / (win * win))
    }

    /// The mean score, and the half-width of its 95% confidence interval.
    pub(super) fn mean_score(&self) -> (f64, f64) {
        self.mean(self.score as f64, self.score_squares as f64)
    }

    fn mean(&self, sum: f64, squares: f64) -> (f64, f64) {
        let played = self.played.max(1) as f64;
        let mean = sum / played;
        let variance = (squares / played - mean * mean).max(0.0);
        (mean, 1.96 * (variance / played).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_core::{BySeat, Seat, SeatCount};

    #[test]
    fn shared_wins_are_split_and_seats_told_apart() {
        let [a, b, c] = [0, 1, 2].map(|i| Seat::new(i).unwrap());
        let scores = BySeat::new(SeatCount::new(3).unwrap(), |seat| if seat == b { 1 } else { 4 });
        let shared = Standing { scores: scores.clone(), winners: a.only().with(c) };
        let alone = Standing { scores, winners: c.only() };
        let mut tally = Tally::default();
        tally.count(&shared, false, |seat| seat, 10);
        tally.count(&alone, false, |seat| (seat + 1) % 3, 10);
        assert_eq!((tally.games, tally.shared, tally.actions), (2, 1, 20));
        assert!((tally.seats[2].wins() - 1.5).abs() < 1e-9);
        assert!((tally.bots[0].wins() - 1.5).abs() < 1e-9);
        assert!((tally.bots[2].mean_score().0 - 2.5).abs() < 1e-9);
        let mut pairs = Tally::default();
        pairs.count(&shared, true, |seat| seat, 10);
        assert_eq!(pairs.shared, 0);
        assert!((pairs.bots[0].wins() + pairs.bots[2].wins() - 2.0).abs() < 1e-9);
    }
}
