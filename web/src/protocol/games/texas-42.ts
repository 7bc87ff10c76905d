// Generated from the Rust types by `cargo xtask codegen`. Do not edit.

/**
 * What a player can do.
 */
export type Action = { "type": "bid", 
/**
 * The call.
 */
bid: Bid, } | { "type": "select-trump", 
/**
 * The trump of this hand.
 */
trump: Trump, } | { "type": "play-domino", 
/**
 * A card of one's own hand.
 */
card: Card, } | { "type": "agree-complete-trick", } | { "type": "complete-trick", } | { "type": "agree-score-hand", } | { "type": "score-hand", } | { "type": "redeal", } | { "type": "new-game", };

/**
 * What a player calls.
 */
export type Bid = "pass" | { "points": number } | { "marks": number } | { "splash": number } | "plunge";

/**
 * One `T` for each seat.
 */
export type BySeat<T> = Array<T>;

/**
 * What somebody called.
 */
export type Call = { 
/**
 * The player who called.
 */
player: Seat, 
/**
 * The bid, or a pass.
 */
bid: Bid, };

/**
 * The handle of a card: a place in the dealer's ledger.
 *
 * Shuffling and arranging move faces *under* the handles, so a handle's number tells nothing.
 */
export type Card = number;

/**
 * Who has agreed to go on.
 */
export type Consensus = { 
/**
 * That the trick is taken in.
 */
complete_trick: Seats, 
/**
 * That the hand is scored.
 */
score_hand: Seats, };

/**
 * A bid that was made, and what it is worth.
 */
export type Contract = { 
/**
 * What was bid.
 */
bid: Bid, 
/**
 * How many marks it is worth (R-SCORE-01, R-SCORE-02).
 */
marks: number, };

/**
 * A domino: two ends with 0 to 6 pips each.
 */
export type Domino = [number, number];

/**
 * Something that happened.
 */
export type Event = { "type": "hand-dealt", shaker: Seat, } | { "type": "your-hand", hand: Array<Shown<Domino>>, } | { "type": "called", player: Seat, bid: Bid, } | { "type": "auction-won", player: Seat, contract: Contract, } | { "type": "all-passed", player: Seat, } | { "type": "trump-selected", player: Seat, trump: Trump, } | { "type": "domino-played", player: Seat, card: Shown<Domino>, } | { "type": "trick-won", player: Seat, points: number, } | { "type": "agreed", player: Seat, } | { "type": "trick-completed", player: Seat, } | { "type": "hand-decided", made: boolean, } | { "type": "hand-scored", team: number, marks: number, team_marks: [number, number], } | { "type": "game-won", team: number, games: [number, number], } | { "type": "game-over", team: number, };

/**
 * What the doubles are in Nello (R-NELLO-02).
 */
export type NelloDoubles = "suit" | "high" | "low";

/**
 * The options of a table.
 */
export type Options = { 
/**
 * How many marks win a game, 1 to 21.
 */
marks: number, 
/**
 * How many games a side has to win, 1 to 9.
 */
games: number, 
/**
 * Whether the shaker must bid when all others have passed (R-BID-06).
 */
forced_bid: boolean, 
/**
 * Whether a hand ends as soon as it is decided (R-SCORE-04).
 */
early_end: boolean, 
/**
 * Whether all four agree before a trick is taken in and a hand is scored (R-AGREE-03).
 */
pace: Pace, 
/**
 * Whether Nello can be named.
 */
nello: boolean, 
/**
 * What the doubles are in Nello.
 */
nello_doubles: NelloDoubles, 
/**
 * Whether Sevens can be named.
 */
sevens: boolean, 
/**
 * Whether one can plunge.
 */
plunge: boolean, 
/**
 * Whether one can splash.
 */
splash: boolean, };

/**
 * Who moves the game along.
 */
export type Pace = "agree" | "auto";

/**
 * What the table is waiting for.
 */
export type Phase = { "type": "bidding", player: Seat, } | { "type": "redeal", player: Seat, } | { "type": "trump-selection", player: Seat, } | { "type": "playing", player: Seat, } | { "type": "trick-complete", winner: Seat, consensus: Window, } | { "type": "hand-complete", consensus: Window, } | { "type": "game-complete", player: Seat, } | { "type": "over" };

/**
 * A domino that was played to a trick.
 */
export type Played = { 
/**
 * Who played it.
 */
player: Seat, 
/**
 * The handle of the domino.
 */
card: Card, 
/**
 * Its face, which everybody has seen.
 */
domino: Domino, };

/**
 * What one viewer sees of the table.
 */
export type PlayerView = { 
/**
 * The viewer's own seat; nothing for a spectator.
 */
player_id: Seat | null, 
/**
 * What the table is waiting for.
 */
phase: Phase, 
/**
 * Who shook the dominoes.
 */
dealer: Seat, 
/**
 * Whom the table is waiting for, if it is one player.
 */
current_player: Seat | null, 
/**
 * The trump that was named.
 */
trump: Trump | null, 
/**
 * The suit that was led; 7 is the called suit.
 */
current_suit: Suit | null, 
/**
 * The calls of this auction.
 */
bids: Array<Call>, 
/**
 * The highest bid and whose it is.
 */
contract: [Seat, Contract] | null, 
/**
 * The dominoes of the current trick, in order.
 */
current_trick: Array<Played>, 
/**
 * The tricks of this hand that have been taken in.
 */
tricks: Array<Trick>, 
/**
 * What each side has taken in this hand.
 */
team_scores: [number, number], 
/**
 * Each side's marks.
 */
team_marks: [number, number], 
/**
 * The games each side has won.
 */
team_games: [number, number], 
/**
 * How many marks win a game.
 */
game_target: number, 
/**
 * The viewer, with the hand; nothing for a spectator. The only place where hands are.
 */
self: SelfPlayer | null, 
/**
 * All players, as everybody sees them.
 */
players: Array<PublicPlayer>, 
/**
 * Who has agreed.
 */
consensus: Consensus, 
/**
 * The points in the trick that is complete.
 */
trick_points?: number, 
/**
 * Whether the contract of the hand that is over was made.
 */
contract_made?: boolean, 
/**
 * How the last game ended.
 */
standing?: Standing, };

/**
 * A player as everybody sees them. It has no place for a hand.
 *
 * ```
 * use facedown_games::texas_42::PublicPlayer;
 * fn peek(player: &PublicPlayer) -> usize { player.hand_count }
 * ```
 * ```compile_fail,E0609
 * use facedown_games::texas_42::PublicPlayer;
 * fn peek(player: &PublicPlayer) -> usize { player.hand.len() }
 * ```
 * ```compile_fail,E0560
 * use facedown_games::texas_42::{PublicPlayer, SelfPlayer};
 * fn leak(own: SelfPlayer) -> PublicPlayer {
 *     PublicPlayer { id: own.id, team_id: 0, hand_count: own.hand.len(), hand: own.hand }
 * }
 * ```
 * Without the hand, that compiles:
 * ```
 * use facedown_games::texas_42::{PublicPlayer, SelfPlayer};
 * fn shown(own: SelfPlayer) -> PublicPlayer {
 *     PublicPlayer { id: own.id, team_id: 0, hand_count: own.hand.len() }
 * }
 * ```
 */
export type PublicPlayer = { 
/**
 * The player's seat.
 */
id: Seat, 
/**
 * The player's side, 0 or 1 (R-DEAL-02).
 */
team_id: number, 
/**
 * How many dominoes are in the hand.
 */
hand_count: number, };

/**
 * Why the rules refuse an action.
 */
export type RefusalKind = "not-now" | "no-such-bid" | "too-low" | "too-many-marks" | "not-played" | "too-few-doubles" | "forced-bid" | "needs-marks" | "not-in-hand" | "must-follow" | "must-play-nearest" | "not-agreed" | "out-of-range";

/**
 * One place at the table, counted clockwise from 0.
 */
export type Seat = number;

export type SeatOrder = { first: Seat, };

/**
 * A set of seats.
 */
export type Seats = Array<number>;

/**
 * What a player sees of their own seat, and nobody else: the hand.
 *
 * ```
 * use facedown_games::texas_42::SelfPlayer;
 * fn own_hand(own: &SelfPlayer) -> usize { own.hand.len() }
 * ```
 */
export type SelfPlayer = { 
/**
 * The viewer's seat.
 */
id: Seat, 
/**
 * One's own dominoes.
 */
hand: Array<Shown<Domino>>, };

/**
 * A card on the wire: its id, plus its face if this viewer may see it.
 */
export type Shown<F> = { 
/**
 * The card's handle.
 */
id: Card, 
/**
 * The card's face, if this viewer may see it.
 */
type?: F, };

/**
 * The result of a finished game.
 */
export type Standing = { 
/**
 * Each seat's points, in the game's own measure.
 */
scores: BySeat<number>, 
/**
 * The seats that won; several if they share the win.
 */
winners: Seats, };

/**
 * A suit: one of the seven pips, or the called dominoes.
 */
export type Suit = number;

/**
 * A trick that has been taken in.
 */
export type Trick = { 
/**
 * Its dominoes, in order.
 */
plays: Array<Played>, 
/**
 * Who took it.
 */
winner: Seat, 
/**
 * What it counts.
 */
points: number, };

/**
 * What the winner of the auction names.
 */
export type Trump = "blanks" | "ones" | "twos" | "threes" | "fours" | "fives" | "sixes" | "doubles" | "no-trump" | "nello" | "sevens";

/**
 * A period in which some seats may each respond or pass.
 *
 * A window is open to every seat that the rules allow, whether or not that seat could use it: who is
 * asked, and how long they take, must not tell what they hold.
 *
 * Consensus ("all four agree to score the hand") uses the same mechanism: to agree is to pass.
 */
export type Window = { open_to: Seats, passed: Seats, order?: SeatOrder, };

/**
 * What texas-42 is made of.
 */
export interface Game {
  action: Action;
  event: Event;
  view: PlayerView;
  options: Options;
  refusal: RefusalKind;
}
