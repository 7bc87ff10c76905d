// Generated from the Rust types by `cargo xtask codegen`. Do not edit.

/**
 * What a player can do.
 */
export type Action = { "type": "play", 
/**
 * A card of one's own hand.
 */
card: Card, 
/**
 * The kind that it is declared to be.
 */
declare: Kind, 
/**
 * The target, if that kind attacks (R-TURN-02).
 */
target?: Seat, } | { "type": "challenge", } | { "type": "pass", } | { "type": "pick", 
/**
 * A card of that hand.
 */
card: Card, } | { "type": "select", 
/**
 * A card of the attacked hand, or a face-down card of the attacked herd.
 */
card: Card, } | { "type": "intercept", 
/**
 * A card of one's own in the attacked zone, other than the selected one.
 */
card: Card, } | { "type": "decline", };

/**
 * An attack that has found its victim.
 */
export type Attack = { 
/**
 * The card that was played.
 */
card: Card, 
/**
 * What it was declared to be.
 */
declared: Kind, 
/**
 * Where the attack is aimed.
 */
zone: Zone, 
/**
 * Who is attacked.
 */
target: Seat, 
/**
 * The card under attack.
 */
selected: Card, };

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
 * What one viewer sees of a card on a discard pile.
 */
export type DiscardView = { 
/**
 * What is printed on it, if that is something else and the viewer may see it (R-HERD-04).
 */
printed?: Kind, 
/**
 * The card's handle.
 */
id: Card, 
/**
 * The card's face, if this viewer may see it.
 */
type?: Kind, };

/**
 * Something that happened.
 */
export type Event = { "type": "turnStarted", player_id: Seat, } | { "type": "cardDeclared", player_id: Seat, card: Shown<Kind>, declared: Kind, target_player_id?: Seat, } | { "type": "challengePassed", player_id: Seat, } | { "type": "challengeResult", player_id: Seat, challenger_id: Seat, declared: Kind, truthful: boolean, card: Shown<Kind>, } | { "type": "penaltyDue", player_id: Seat, picker_id: Seat, } | { "type": "cardSelected", player_id: Seat, target_player_id: Seat, zone: Zone, card: Shown<Kind>, selected_slot_index: number, } | { "type": "interceptDeclined", player_id: Seat, } | { "type": "interceptClaimed", player_id: Seat, zone: Zone, card: Shown<Kind>, } | { "type": "interceptChallengeResult", player_id: Seat, challenged: boolean, challenger_id?: Seat, stands: boolean, card: Shown<Kind>, } | { "type": "interceptApplied", player_id: Seat, attacker_id: Seat, zone: Zone, card: Shown<Kind>, } | { "type": "cardRemoved", player_id: Seat, from_zone: FromZone, card_id: Card, } | { "type": "cardStolen", from_player_id: Seat, to_player_id: Seat, card: Shown<Kind>, hand_counts: BySeat<number>, } | { "type": "cardStolenPrivate", from_player_id: Seat, to_player_id: Seat, card: Shown<Kind>, } | { "type": "herdUpdate", player_id: Seat, visible: boolean, card: Shown<Kind>, } | { "type": "discardUpdate", player_id: Seat, card: Shown<Kind>, } | { "type": "alleyCatIneffective", target_player_id: Seat, card: Shown<Kind>, selected_slot_index: number, } | { "type": "catnipIneffective", target_player_id: Seat, card: Shown<Kind>, selected_slot_index: number, } | { "type": "animalControlIneffective", target_player_id: Seat, card: Shown<Kind>, selected_slot_index: number, } | { "type": "attackFizzled", player_id: Seat, declared: Kind, target_player_id: Seat, } | { "type": "gameEnded", scores: BySeat<number>, winners: Seats, };

/**
 * Where a card was that has been taken away.
 */
export type FromZone = "hand" | "herd_down" | "herd_up";

/**
 * What one viewer sees of a card in a herd.
 */
export type HerdView = { 
/**
 * What it counts as, if the viewer can know.
 */
identity?: Kind, 
/**
 * Whether it lies face up and so is protected.
 */
face_up: boolean, 
/**
 * The card's handle.
 */
id: Card, 
/**
 * The card's face, if this viewer may see it.
 */
type?: Kind, };

/**
 * What is printed on a card, and what it can be declared to be.
 */
export type Kind = "kitten" | "show_cat" | "alley_cat" | "catnip" | "animal_control" | "laser_pointer";

/**
 * The options of a table.
 */
export type Options = { 
/**
 * How many seconds there are to challenge, 5 to 600; without a limit all must pass (R-CHAL-02).
 */
challenge_clock?: number, 
/**
 * The tie-breakers between players with equal points, in this order; without one they share the win (R-SCORE-04).
 */
tie_breakers?: Array<TieBreaker>, };

/**
 * What the table is waiting for.
 */
export type Phase = { "type": "turn" } | { "type": "challenge", play: Play, window: Window, } | { "type": "penalty", payer: Seat, picker: Seat, then: Then, } | { "type": "select", play: Play, } | { "type": "intercept", attack: Attack, } | { "type": "intercept_challenge", attack: Attack, presented: Card, window: Window, } | { "type": "over" };

/**
 * A card that has been played and is not yet in a herd or on a discard pile.
 */
export type Play = { 
/**
 * The card, which lies face down on the table.
 */
card: Card, 
/**
 * What it was declared to be.
 */
declared: Kind, 
/**
 * Whom it attacks.
 */
target?: Seat, };

/**
 * What one viewer sees of one player.
 */
export type PlayerView = { 
/**
 * The hand, in the order in which it is held.
 */
hand: Array<Shown<Kind>>, 
/**
 * The herd.
 */
herd: Array<HerdView>, 
/**
 * The discard pile, oldest first.
 */
discard: Array<DiscardView>, 
/**
 * The two cards out of the game, whose faces nobody sees until it is over (R-SET-03).
 */
out: [Shown<Kind>, Shown<Kind>], };

/**
 * Why the rules refuse an action.
 */
export type RefusalKind = "not-now" | "not-in-hand" | "target-needed" | "target-not-needed" | "target-is-self" | "no-such-target" | "nothing-to-attack" | "not-in-payers-hand" | "not-attackable" | "not-presentable" | "presented-is-selected" | "clock-out-of-range" | "tie-breaker-twice";

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
 * What goes on when a penalty has been paid.
 */
export type Then = { "type": "end_turn" } | { "type": "resolve", play: Play, } | { "type": "substitute", attack: Attack, presented: Card, };

/**
 * A tie-breaker between players with equal points (R-SCORE-05).
 */
export type TieBreaker = "face_down_herd" | "herd";

/**
 * What one viewer sees of the table.
 */
export type View = { 
/**
 * The viewer's own seat; nothing for a spectator.
 */
you: Seat | null, 
/**
 * Whose turn it is.
 */
turn: Seat, 
/**
 * What the table is waiting for. The same for everybody.
 */
now: Phase, 
/**
 * What is printed on the card that was played and lies on the table, if the viewer may see that: whoever played it
 * does, and the others once it has been turned over (R-CHAL-04).
 */
played?: Kind, 
/**
 * What lies before each player.
 */
players: Array<PlayerView>, 
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
 * A part of a player's cards that can be attacked.
 */
export type Zone = "hand" | "herd";

/**
 * What herding-cats is made of.
 */
export interface Game {
  action: Action;
  event: Event;
  view: View;
  options: Options;
  refusal: RefusalKind;
}
