// Generated from the Rust types by `cargo xtask codegen`. Do not edit.

/**
 * What a player can do.
 */
export type Action = { "type": "draw", } | { "type": "play", 
/**
 * A card of one's own hand.
 */
card: Card, 
/**
 * The target, if the card needs one.
 */
target?: Seat, } | { "type": "pair", 
/**
 * Two cards of one's own hand.
 */
cards: Combo, 
/**
 * The player to steal from.
 */
target: Seat, } | { "type": "triple", 
/**
 * Three cards of one's own hand.
 */
cards: Combo, 
/**
 * The player to steal from.
 */
target: Seat, } | { "type": "aim", 
/**
 * The target.
 */
target: Seat, } | { "type": "nope", 
/**
 * A card of one's own hand.
 */
card: Card, } | { "type": "pass", } | { "type": "pass-turn", } | { "type": "shuffle", 
/**
 * 1 to 100.
 */
times: number, } | { "type": "arrange", 
/**
 * For each place from the top, the place the card comes from.
 */
order: CardOrder, } | { "type": "pick", 
/**
 * A card of that hand.
 */
card: Card, } | { "type": "give", 
/**
 * A card of one's own hand.
 */
card: Card, } | { "type": "name", 
/**
 * The kind that is asked for.
 */
kind: Kind, } | { "type": "keep", } | { "type": "unmask", 
/**
 * An Exploding Kitten of one's own hand.
 */
card: Card, } | { "type": "defuse", 
/**
 * A card of one's own hand.
 */
card: Card, } | { "type": "tuck", 
/**
 * The number of cards above it.
 */
place: Tuck, };

/**
 * One `T` for each seat.
 */
export type BySeat<T> = Array<T>;

/**
 * The handle of a card: a place in the dealer's ledger.
 *
 * Shuffling and arranging move faces *under* the handles, so a handle's number tells nothing.
 */
export type Card = number;

/**
 * An order of up to 65,535 cards: for each place, the place the card comes from.
 */
export type CardOrder = Array<number>;

/**
 * Cards that are played together. They are sorted, so that equal sets are written alike.
 */
export type Combo = number[];

/**
 * An end of the pile.
 */
export type End = "top" | "bottom";

/**
 * Something that happened.
 */
export type Event = { "type": "turn-started", player: Seat, turns: number, under_attack: boolean, } | { "type": "played", player: Seat, cards: Array<Shown<Kind>>, target?: Seat, } | { "type": "wasted", player: Seat, card: Shown<Kind>, } | { "type": "aimed", player: Seat, target: Seat, } | { "type": "noped", player: Seat, card: Shown<Kind>, nopes: number, } | { "type": "passed", player: Seat, } | { "type": "stopped", player: Seat, nopes: number, } | { "type": "fizzled", player: Seat, target: Seat, } | { "type": "drawn", player: Seat, card: Shown<Kind>, from: End, } | { "type": "you-drew", card: Shown<Kind>, } | { "type": "exposed", player: Seat, } | { "type": "exploding", player: Seat, card: Shown<Kind>, } | { "type": "defused", player: Seat, card: Shown<Kind>, } | { "type": "guessed-wrong", player: Seat, card: Shown<Kind>, } | { "type": "imploding", player: Seat, card: Shown<Kind>, } | { "type": "tucked", player: Seat, } | { "type": "surfaced", card: Shown<Kind>, } | { "type": "died", player: Seat, } | { "type": "attacked", player: Seat, target: Seat, turns: number, } | { "type": "skipped", player: Seat, } | { "type": "reversed", player: Seat, } | { "type": "shuffled", player: Seat, times: number, } | { "type": "future-seen", player: Seat, cards: number, } | { "type": "your-future", cards: Array<Shown<Kind>>, } | { "type": "future-altered", player: Seat, cards: number, } | { "type": "swapped", player: Seat, } | { "type": "marked", player: Seat, target: Seat, card: Shown<Kind>, } | { "type": "cursed", player: Seat, target: Seat, } | { "type": "curse-lifted", player: Seat, } | { "type": "bombed", player: Seat, kittens: Array<Shown<Kind>>, } | { "type": "gave", player: Seat, card: Shown<Kind>, } | { "type": "collected", player: Seat, cards: number, } | { "type": "named", player: Seat, target: Seat, kind: Kind, has: boolean, } | { "type": "taken", player: Seat, target: Seat, card: Shown<Kind>, } | { "type": "taken-private", player: Seat, target: Seat, card: Shown<Kind>, secret: boolean, } | { "type": "game-ended", winners: Seats, };

/**
 * Where the Imploding Kitten is.
 */
export type Imploding = "gone" | "face_down" | "face_up" | "on_top";

/**
 * What is printed on a card.
 */
export type Kind = "exploding_kitten" | "imploding_kitten" | "defuse" | "nope" | "attack" | "targeted_attack" | "skip" | "super_skip" | "shuffle" | "see_the_future" | "see_the_future_five" | "alter_the_future" | "alter_the_future_five" | "reverse" | "draw_from_the_bottom" | "swap_top_and_bottom" | "mark" | "curse_of_the_cat_butt" | "catomic_bomb" | "garbage_collection" | "streaking_kitten" | "favor" | "tacocat" | "beard_cat" | "rainbow_ralphing_cat" | "hairy_potato_cat" | "cattermelon" | "feral_cat";

/**
 * The options of a table.
 */
export type Options = { 
/**
 * Which cards are played with (R-SET-03).
 */
set: Set, 
/**
 * When the victim of a Targeted Attack takes their turns (R-ATT-04).
 */
targeted_attack: TargetedAttacks, 
/**
 * Whether any two or three cards of a kind make a combo (R-COMBO-05).
 */
any_pairs: boolean, 
/**
 * How many seconds a player has in a Nope window, 3 to 600; `null` for no limit.
 */
nope_clock: number | null, };

/**
 * How many turns the player owes whose turn it is.
 */
export type Owed = { 
/**
 * How many, the present one included.
 */
turns: number, 
/**
 * Whether they come from an Attack, so that they can be passed on.
 */
under_attack: boolean, };

/**
 * What the table is waiting for.
 */
export type Phase = { "type": "turn" } | { "type": "aim", play: Play, } | { "type": "nope", play: Play, nopes: number, window: Window, } | { "type": "choice", play: Play, window: Window, gathered: BySeat<Card | null>, } | { "type": "drawn", seat: Seat, card: Card, } | { "type": "unmask", seat: Seat, then: Then, } | { "type": "defuse", seat: Seat, kitten: Card, then: Then, } | { "type": "tuck", seat: Seat, kitten: Card, then: Then, } | { "type": "over" };

/**
 * Something that was played.
 */
export type Play = { 
/**
 * Who played it.
 */
by: Seat, 
/**
 * What the card is, or the cards of a combo are.
 */
kind: Kind, 
/**
 * One card, or the two or three of a combo. They are on the discard pile already.
 */
cards: Array<Card>, 
/**
 * Whom it is aimed at.
 */
target?: Seat, 
/**
 * The kind of card that three of a kind ask for (R-COMBO-04).
 */
named?: Kind, };

/**
 * What one viewer sees of one player.
 */
export type PlayerView = { 
/**
 * Whether they live.
 */
alive: boolean, 
/**
 * Whether they are cursed.
 */
cursed: boolean, 
/**
 * The hand, in the order in which it is held.
 */
hand: Array<Shown<Kind>>, 
/**
 * The places in the hand whose cards lie face up for all to see.
 */
marked: Array<number>, 
/**
 * What has left the game with this player.
 */
out: Array<Shown<Kind>>, };

/**
 * Why the rules refuse an action.
 */
export type RefusalKind = "not-now" | "nothing-to-nope" | "not-in-hand" | "not-in-their-hand" | "not-playable" | "not-of-a-kind" | "card-twice" | "blind" | "target-needed" | "target-not-needed" | "blind-target" | "no-such-target" | "target-is-self" | "target-is-dead" | "nothing-to-take" | "not-a-nope" | "too-few-shuffles" | "too-many-shuffles" | "not-an-order" | "not-in-play" | "not-what-was-named" | "nothing-to-defuse" | "not-a-kitten" | "not-a-defuse" | "no-such-place" | "clock-out-of-range";

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
 * Which cards are played with.
 */
export type Set = "base" | "streaking" | "imploding" | "party" | "published";

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
 * When the victim of a Targeted Attack takes their turns.
 */
export type TargetedAttacks = "pending" | "immediate";

/**
 * What goes on when a kitten has been dealt with.
 */
export type Then = "end_turn" | "resume";

/**
 * Takes the first card and tucks it in so that this many cards lie above it.
 */
export type Tuck = number;

/**
 * Whose turn it is, who comes after, and how many turns everybody owes.
 */
export type Turns = { 
/**
 * Whose turn it is.
 */
seat: Seat, 
/**
 * What that player owes.
 */
owed: Owed, 
/**
 * The turns that wait for each player until it is their turn.
 */
pending: BySeat<number>, 
/**
 * Whether Reverse has turned the order round.
 */
reversed: boolean, };

/**
 * What one viewer sees of the table.
 */
export type View = { 
/**
 * The viewer's own seat; nothing for a spectator.
 */
you: Seat | null, 
/**
 * Whose turn it is, and how many turns everybody owes.
 */
turns: Turns, 
/**
 * What the table is waiting for. The same for everybody.
 */
now: Phase, 
/**
 * The cards to draw from, the top one first, with the faces that the viewer happens to know.
 */
pile: Array<Shown<Kind>>, 
/**
 * The discard pile, the oldest card first.
 */
discard: Array<Shown<Kind>>, 
/**
 * What each player has.
 */
players: BySeat<PlayerView>, 
/**
 * The card that somebody has drawn, or the kitten that is about to explode.
 */
drawn?: Shown<Kind>, 
/**
 * Who passes every Nope window for the rest of this turn.
 */
standing_passes: Seats, 
/**
 * Where the Imploding Kitten is.
 */
imploding: Imploding, 
/**
 * How the game ended.
 */
standing?: Standing, };

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
 * What exploding-kittens is made of.
 */
export interface Game {
  action: Action;
  event: Event;
  view: View;
  options: Options;
  refusal: RefusalKind;
}
