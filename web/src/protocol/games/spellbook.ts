// Generated from the Rust types by `cargo xtask codegen`. Do not edit.

/**
 * What a player can do.
 */
export type Action = { "type": "bring-deck", 
/**
 * The deck, and behind it the sideboard.
 */
cards: Array<CardId>, 
/**
 * How many of the cards are the deck.
 */
main: number, 
/**
 * The commanders, which everybody sees (R-COM-01).
 */
commanders?: Array<CardId>, 
/**
 * The names of those cards that a catalogue need not have. Whoever sees such a card is told its name (R-DECK-04).
 */
names?: Array<string>, } | { "type": "choose-first", 
/**
 * Who begins.
 */
seat: Seat, } | { "type": "mulligan", } | { "type": "keep", 
/**
 * As many cards of the hand as mulligans have to be paid for; they go to the bottom in this order.
 */
bottom?: Array<Card>, } | { "type": "sideboard", 
/**
 * A new order of the player's `pool`.
 */
order: CardOrder, 
/**
 * How many of the cards are the deck from now on.
 */
main: number, } | { "type": "ready", } | { "type": "draw", 
/**
 * How many.
 */
count: number, } | { "type": "mill", 
/**
 * Whose library.
 */
seat: Seat, 
/**
 * How many.
 */
count: number, 
/**
 * Where they go.
 */
to: MillTo, } | { "type": "shuffle", 
/**
 * Only so many of its cards, if not all.
 */
part?: Part, } | { "type": "look", 
/**
 * Which cards.
 */
part: Part, } | { "type": "search", } | { "type": "sort-out", 
/**
 * A new order of the cards that one looks at: those of the first pile first, then the next pile.
 */
order: CardOrder, 
/**
 * Where they go.
 */
piles?: Array<Sorted>, 
/**
 * What happens to the rest.
 */
rest: Rest, } | { "type": "done", } | { "type": "from-hand", 
/**
 * A new order of the whole hand: the cards that go first.
 */
order: CardOrder, 
/**
 * Where they go. The rest stays in the hand.
 */
piles: Array<Sorted>, } | { "type": "reveal", 
/**
 * Which cards.
 */
cards: Array<Card>, 
/**
 * To whom.
 */
to: Audience, } | { "type": "reveal-at-random", 
/**
 * How many.
 */
count: number, 
/**
 * To whom.
 */
to: Audience, } | { "type": "discard-at-random", 
/**
 * How many.
 */
count: number, } | { "type": "hide", } | { "type": "keep-shown", 
/**
 * What.
 */
what: Kept, 
/**
 * To whom; to nobody, if this is missing.
 */
to?: Audience, } | { "type": "peek", 
/**
 * Which card.
 */
card: Card, } | { "type": "move", 
/**
 * What is moved, in this order.
 */
pieces: Array<PieceId>, 
/**
 * Where to.
 */
to: Place, 
/**
 * Which side is up there; as the zone has it, if this is missing.
 */
side?: Side, 
/**
 * Whether it comes into play tapped.
 */
tapped?: boolean, } | { "type": "turn", 
/**
 * What is turned.
 */
piece: PieceId, 
/**
 * The side that is up afterwards.
 */
side: Side, } | { "type": "cast", 
/**
 * Which card.
 */
card: Card, 
/**
 * The side that is up.
 */
side?: Side, } | { "type": "ability", 
/**
 * What has the ability, if anything.
 */
source?: PieceId, 
/**
 * What it does.
 */
text: Words, } | { "type": "resolve", 
/**
 * What.
 */
piece: PieceId, 
/**
 * Where it goes. An ability is gone wherever it is sent.
 */
to: Place, } | { "type": "control", 
/**
 * What.
 */
piece: PieceId, 
/**
 * Who controls it from now on.
 */
seat: Seat, } | { "type": "attach", 
/**
 * What is attached.
 */
piece: PieceId, 
/**
 * To what; to nothing, if this is missing.
 */
to?: Target, } | { "type": "piles", 
/**
 * The piles.
 */
piles: Array<Array<PieceId>>, } | { "type": "token", 
/**
 * What is written on them.
 */
spec: TokenSpec, 
/**
 * How many.
 */
count: number, 
/**
 * Whether they come into play tapped.
 */
tapped?: boolean, } | { "type": "copy", 
/**
 * Of what.
 */
piece: PieceId, 
/**
 * How many.
 */
count: number, } | { "type": "tap", 
/**
 * What.
 */
pieces: Array<PieceId>, } | { "type": "untap", 
/**
 * What.
 */
pieces: Array<PieceId>, } | { "type": "untap-all", } | { "type": "set", 
/**
 * On what.
 */
piece: PieceId, 
/**
 * What is noted.
 */
marks: Marks, } | { "type": "count", 
/**
 * On what.
 */
on: Target, 
/**
 * The name of the counter.
 */
counter: Words, 
/**
 * How many, negative to take them off.
 */
by: number, } | { "type": "arrow", 
/**
 * From what.
 */
from: Target, 
/**
 * To what.
 */
to: Target, } | { "type": "clear-arrows", } | { "type": "attack", 
/**
 * What attacks whom. Nothing: the attack is called off.
 */
attackers: Array<Attacker>, } | { "type": "block", 
/**
 * What blocks what. Nothing: the blocks are called off.
 */
blocks: Array<Blocker>, } | { "type": "damage", 
/**
 * What deals it, if it is something on the table.
 */
from?: PieceId, 
/**
 * To whom or what.
 */
to: Target, 
/**
 * How much.
 */
amount: number, 
/**
 * Whether it is combat damage, which counts towards commander damage (R-COM-03).
 */
combat?: boolean, } | { "type": "mana", 
/**
 * The colour.
 */
colour: Colour, 
/**
 * How much, negative to spend it.
 */
by: number, } | { "type": "life", 
/**
 * Whose.
 */
seat: Seat, 
/**
 * By how much.
 */
by: number, } | { "type": "tax", 
/**
 * Which commander.
 */
card: Card, 
/**
 * By how much.
 */
by: number, } | { "type": "designate", 
/**
 * Which: “monarch”, “initiative”, “night”.
 */
what: Words, 
/**
 * To whom; to nobody, if this is missing.
 */
seat?: Seat, } | { "type": "next-step", } | { "type": "to-step", 
/**
 * Which step.
 */
step: Step, } | { "type": "end-turn", } | { "type": "extra-turn", 
/**
 * Who.
 */
seat: Seat, } | { "type": "hold", } | { "type": "pass", } | { "type": "roll", 
/**
 * How many sides they have.
 */
sides: number, 
/**
 * How many dice.
 */
count: number, } | { "type": "flip", 
/**
 * How many.
 */
count: number, } | { "type": "pick-at-random", 
/**
 * The players and pieces to pick from.
 */
among: Array<Target>, } | { "type": "choose-secretly", 
/**
 * What is chosen.
 */
choice: Array<CardId>, } | { "type": "show-choices", } | { "type": "ask", 
/**
 * Whom.
 */
seat: Seat, 
/**
 * For what.
 */
wish: Wish, } | { "type": "agree", } | { "type": "agree-if-shuffled", } | { "type": "refuse", } | { "type": "take-back", } | { "type": "ask-undo", 
/**
 * How many.
 */
steps: number, } | { "type": "concede", } | { "type": "offer-draw", };

/**
 * A player or a piece, as events name it.
 */
export type Aim = { "seat": Seat } | { "piece": Named };

/**
 * A piece and what it attacks or blocks.
 */
export type Aimed = { 
/**
 * The attacker or blocker.
 */
piece: Named, 
/**
 * What it attacks or blocks.
 */
at: Aim, };

/**
 * Who is to answer a question, and who has agreed.
 */
export type Answers = { 
/**
 * Who has not answered yet.
 */
waiting: Seats, 
/**
 * Who has agreed.
 */
agreed: Seats, };

/**
 * An arrow from one thing to another.
 */
export type Arrow = { 
/**
 * Who drew it.
 */
by: Seat, 
/**
 * From what.
 */
from: Target, 
/**
 * To what.
 */
to: Target, };

/**
 * Where in a zone.
 */
export type At = "top" | "bottom" | { "nth": number } | "random-top" | "random-bottom" | { "spot": { 
/**
 * From the left, 0 to 1000.
 */
x: number, 
/**
 * From the top, 0 to 1000.
 */
y: number, } };

/**
 * An attacker and whom it attacks.
 */
export type Attacker = { 
/**
 * What attacks.
 */
piece: PieceId, 
/**
 * The player, or the piece of an opponent, that it attacks.
 */
target: Target, };

/**
 * Who is shown something.
 */
export type Audience = "all" | { "seats": Seats };

/**
 * How many games a match goes over (R-MATCH-01).
 */
export type BestOf = "one" | "three" | "five";

/**
 * A blocker and what it blocks.
 */
export type Blocker = { 
/**
 * What blocks.
 */
piece: PieceId, 
/**
 * What it blocks.
 */
attacker: PieceId, };

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
 * The identity of a card: sixteen bytes, such as a UUID. JSON has it as 32 hexadecimal digits.
 *
 * The rules never read it. A catalogue outside knows the name and the words that belong to it. An identity can also be a
 * short text of its own ([`CardId::of_words`]), as players write on a slip of paper when they choose in secret.
 */
export type CardId = string;

/**
 * An order of up to 65,535 cards: for each place, the place the card comes from.
 */
export type CardOrder = Array<number>;

/**
 * A colour of mana (R-MANA-01).
 */
export type Colour = "w" | "u" | "b" | "r" | "g" | "c";

/**
 * Some colours, in the usual order and each once.
 */
export type Colours = Array<"w" | "u" | "b" | "r" | "g" | "c">;

/**
 * Combat damage from one commander (R-COM-03).
 */
export type CommanderDamage = { 
/**
 * The commander.
 */
card: Card, 
/**
 * How much.
 */
damage: number, };

/**
 * Counters on a card that is no piece.
 */
export type Counted = { 
/**
 * The card.
 */
card: Card, 
/**
 * Its counters.
 */
counters: Array<Counter>, };

/**
 * Counters of one name.
 */
export type Counter = { 
/**
 * Their name.
 */
name: Words, 
/**
 * How many.
 */
count: number, };

/**
 * A designation and who has it.
 */
export type Designation = { 
/**
 * Which.
 */
what: Words, 
/**
 * Who has it. Something that belongs to nobody, such as night, is given to whoever brought it about.
 */
seat: Seat, };

/**
 * Why a player should lose (R-LOSE-02).
 */
export type Doom = "life" | "poison" | "commander" | "empty-library";

/**
 * Something that happened. `player` is who did it.
 */
export type Event = { "type": "deck-brought", player: Seat, cards: number, sideboard: number, commanders: Array<Shown<CardId>>, } | { "type": "chooser-found", player: Seat, } | { "type": "first-chosen", player: Seat, first: Seat, } | { "type": "mulligan-taken", player: Seat, mulligans: number, } | { "type": "hand-kept", player: Seat, cards: number, bottom: number, } | { "type": "game-began", first: Seat, game: number, } | { "type": "turn-began", player: Seat, turn: number, } | { "type": "step-began", player: Seat, step: Step, } | { "type": "drew", player: Seat, count: number, asked: number, } | { "type": "you-drew", cards: Array<Shown<CardId>>, } | { "type": "milled", player: Seat, seat: Seat, asked: number, to: MillTo, cards: Array<Shown<CardId>>, } | { "type": "you-milled", cards: Array<Shown<CardId>>, } | { "type": "shuffled", player: Seat, cards: number, part?: Part, } | { "type": "looked", player: Seat, seat: Seat, part: Part, count: number, } | { "type": "searched", player: Seat, seat: Seat, count: number, } | { "type": "hand-looked", player: Seat, seat: Seat, count: number, } | { "type": "you-see", seat: Seat, cards: Array<Shown<CardId>>, } | { "type": "sorted-out", player: Seat, seat: Seat, piles: Array<SortedPile>, back: number, rest: Rest, } | { "type": "look-ended", player: Seat, seat: Seat, } | { "type": "put-from-hand", player: Seat, piles: Array<SortedPile>, } | { "type": "revealed", player: Seat, to: Audience, random: boolean, cards: Array<Shown<CardId>>, } | { "type": "you-are-shown", player: Seat, cards: Array<Shown<CardId>>, } | { "type": "discarded-at-random", player: Seat, cards: Array<Shown<CardId>>, } | { "type": "hand-mixed", player: Seat, } | { "type": "kept-shown", player: Seat, what: Kept, to?: Audience, } | { "type": "top-is", player: Seat, card: Shown<CardId>, } | { "type": "peeked", player: Seat, card: Shown<CardId>, } | { "type": "moved", player: Seat, pieces: Array<Moved>, to: Place, seat: Seat, } | { "type": "turned-up", player: Seat, cards: Array<Shown<CardId>>, } | { "type": "turned", player: Seat, piece: Named, side: Side, } | { "type": "cast", player: Seat, piece: Named, from: Zone, tax?: number, } | { "type": "ability-used", player: Seat, token: number, source?: Named, text: Words, } | { "type": "resolved", player: Seat, piece: Named, to: Zone, } | { "type": "control-changed", player: Seat, piece: Named, to: Seat, } | { "type": "attached", player: Seat, piece: Named, to?: Aim, } | { "type": "piles-made", player: Seat, piles: Array<number>, } | { "type": "tokens-made", player: Seat, kind: TokenKind, name: Words, first: number, count: number, } | { "type": "tapped", player: Seat, pieces: Array<Named>, } | { "type": "untapped", player: Seat, pieces: Array<Named>, } | { "type": "untapped-all", player: Seat, count: number, } | { "type": "marked", player: Seat, piece: Named, marks: Marks, } | { "type": "counters-changed", player: Seat, on: Aim, counter: Words, by: number, count: number, } | { "type": "arrow-drawn", player: Seat, from: Aim, to: Aim, } | { "type": "arrows-cleared", player: Seat, } | { "type": "attacked", player: Seat, attackers: Array<Aimed>, } | { "type": "blocked", player: Seat, blocks: Array<Aimed>, } | { "type": "damaged", player: Seat, from?: Named, to: Aim, amount: number, combat: boolean, left: number, } | { "type": "mana-changed", player: Seat, colour: Colour, by: number, count: number, } | { "type": "life-changed", player: Seat, seat: Seat, by: number, life: number, } | { "type": "tax-changed", player: Seat, card: Shown<CardId>, casts: number, } | { "type": "designated", player: Seat, what: Words, seat?: Seat, } | { "type": "extra-turn-given", player: Seat, seat: Seat, } | { "type": "held", player: Seat, } | { "type": "passed", player: Seat, } | { "type": "rolled", player: Seat, sides: number, results: Array<number>, } | { "type": "flipped", player: Seat, count: number, heads: number, } | { "type": "picked", player: Seat, among: number, picked: Aim, } | { "type": "chose", player: Seat, count: number, } | { "type": "choices-shown", player: Seat, cards: Array<Shown<CardId>>, } | { "type": "asked", player: Seat, seat: Seat, wish: Wish, } | { "type": "undo-asked", player: Seat, steps: number, } | { "type": "draw-offered", player: Seat, } | { "type": "agreed", player: Seat, } | { "type": "refused", player?: Seat, } | { "type": "withdrawn", player: Seat, } | { "type": "took-back", player: Seat, } | { "type": "undone", player: Seat, steps: number, shuffled: boolean, } | { "type": "should-lose", player: Seat, why: Doom, } | { "type": "lost", player: Seat, why?: Doom, } | { "type": "game-ended", game: number, winner?: Seat, wins: BySeat<number>, } | { "type": "sideboarded", player: Seat, cards: number, sideboard: number, } | { "type": "readied", player: Seat, } | { "type": "match-ended", winners: Seats, };

/**
 * What decks have to be like (R-DECK-03).
 */
export type Format = "free" | "constructed" | "commander" | "limited";

/**
 * How much the table does by itself (R-TURN-04).
 */
export type Frame = "free" | "guided";

/**
 * What can be kept shown.
 */
export type Kept = "top" | "hand";

/**
 * The cards that a player looks at (R-LOOK-01).
 */
export type Looking = { 
/**
 * Whose cards.
 */
of: Seat, 
/**
 * Whether they are a hand, not cards of a library.
 */
hand: boolean, 
/**
 * Whether it is a search through the whole library.
 */
search: boolean, 
/**
 * The cards.
 */
cards: Array<Card>, };

/**
 * What is noted on a piece. An empty text takes a note off.
 */
export type Marks = { 
/**
 * Its power, other than printed.
 */
power?: Words, 
/**
 * Its toughness, other than printed.
 */
toughness?: Words, 
/**
 * A note for everybody to read.
 */
note?: Words, 
/**
 * Its colours, other than printed.
 */
colours?: Colours, 
/**
 * Whether it stays tapped when its controller untaps.
 */
stays_tapped?: boolean, 
/**
 * Whether it is phased out.
 */
phased?: boolean, };

/**
 * Where milled cards go.
 */
export type MillTo = "graveyard" | "exile" | "exile-face-down" | "exile-unseen";

/**
 * What most pieces do not have.
 */
export type More = { 
/**
 * What is written on it, if it is no card.
 */
token?: TokenSpec, 
/**
 * What an ability or a copy comes from.
 */
source?: PieceId, 
/**
 * What it is attached to.
 */
attached?: Target, 
/**
 * Its power, other than printed.
 */
power?: Words, 
/**
 * Its toughness, other than printed.
 */
toughness?: Words, 
/**
 * A note.
 */
note?: Words, 
/**
 * Its colours, other than printed.
 */
colours?: Colours, 
/**
 * Its counters, by name.
 */
counters?: Array<Counter>, 
/**
 * Damage dealt to it this turn.
 */
damage?: number, 
/**
 * Whom or what it attacks.
 */
attacks?: Target, 
/**
 * What it blocks.
 */
blocks?: PieceId, 
/**
 * Whether it stays tapped when its controller untaps.
 */
stays_tapped?: boolean, 
/**
 * Whether it is phased out.
 */
phased?: boolean, 
/**
 * Where it lies on its side of the battlefield, as its controller arranged it.
 */
spot?: Spot, };

/**
 * A piece that was moved.
 */
export type Moved = { 
/**
 * Which.
 */
piece: Named, 
/**
 * Whose it is.
 */
owner: Seat, 
/**
 * From where.
 */
from: Zone, };

/**
 * Which mulligan is taken (R-MUL-02).
 */
export type Mulligans = "london" | "free-first";

/**
 * A piece, with its face or name for those who may know it.
 */
export type Named = { 
/**
 * The card, if it is one.
 */
id?: Card, 
/**
 * The card’s face, if the reader may see it.
 */
type?: CardId, 
/**
 * The number of the token, if it is one.
 */
token?: number, 
/**
 * The name of the token.
 */
name?: Words, };

/**
 * The options of a table.
 */
export type Options = { 
/**
 * What decks have to be like (R-DECK-03).
 */
format: Format, 
/**
 * The life that everybody begins with, 1 to 1,000; `null` for what the format says (R-LIFE-01).
 */
life: number | null, 
/**
 * How many games the match goes over (R-MATCH-01).
 */
best_of: BestOf, 
/**
 * Which mulligan is taken (R-MUL-02).
 */
mulligan: Mulligans, 
/**
 * Who has to agree before something is undone (R-UNDO-03).
 */
undo: Undo, 
/**
 * How much the table does by itself (R-TURN-04).
 */
frame: Frame, 
/**
 * Whether a player who should lose does so at once (R-LOSE-03).
 */
auto_loss: boolean, 
/**
 * Whether 21 points of damage from one commander defeat a player (R-LOSE-02).
 */
commander_damage: boolean, };

/**
 * Some cards of a library.
 */
export type Part = { "top": number } | { "bottom": number };

/**
 * What the table is doing (R-MATCH-02).
 */
export type Phase = { "type": "decks", waiting: Seats, } | { "type": "first-player", chooser: Seat, } | { "type": "mulligans", waiting: Seats, } | { "type": "playing" } | { "type": "sideboarding", waiting: Seats, } | { "type": "over" };

/**
 * Something on the table that can be named: a card, or something that is none (R-ZONE-03).
 */
export type PieceId = { "card": Card } | { "token": number };

/**
 * What one viewer sees of a piece.
 */
export type PieceView = { 
/**
 * The card, if it is one.
 */
id?: Card, 
/**
 * The card’s face, if the viewer may see it.
 */
type?: CardId, 
/**
 * The number of the token, if it is no card.
 */
token?: number, 
/**
 * Whose it is.
 */
owner: Seat, 
/**
 * Who controls it. On the stack: who put it there.
 */
controller: Seat, 
/**
 * Which side is up.
 */
side: Side, 
/**
 * Whether it is tapped.
 */
tapped: boolean, 
/**
 * The turn in which it came under its controller’s control.
 */
since: number, 
/**
 * Everything else, which most pieces do not have.
 */
more?: More, };

/**
 * Where something goes.
 */
export type Place = { 
/**
 * The zone.
 */
zone: Zone, 
/**
 * On whose side of the battlefield; nothing means the mover's own. Other zones are always the owner's (R-ZONE-02).
 */
seat?: Seat, 
/**
 * Where in the zone.
 */
at?: At, };

/**
 * What one viewer sees of one player.
 */
export type PlayerView = { 
/**
 * Life.
 */
life: number, 
/**
 * Counters: poison, energy, any other.
 */
counters: Array<Counter>, 
/**
 * Mana in the pool: white, blue, black, red, green, colourless.
 */
mana: [number, number, number, number, number, number], 
/**
 * How often each commander was cast from the command zone.
 */
tax: Array<Tax>, 
/**
 * Combat damage from commanders.
 */
commander_damage: Array<CommanderDamage>, 
/**
 * The cards to draw from, the top one first.
 */
library: Array<Shown<CardId>>, 
/**
 * The hand.
 */
hand: Array<Shown<CardId>>, 
/**
 * What the player controls.
 */
battlefield: Array<PieceView>, 
/**
 * The discard pile, the oldest card first.
 */
graveyard: Array<Shown<CardId>>, 
/**
 * What was removed from play.
 */
exile: Array<Shown<CardId>>, 
/**
 * Commanders and emblems.
 */
command: Array<PieceView>, 
/**
 * Cards that were brought and not put into the library.
 */
sideboard: Array<Shown<CardId>>, 
/**
 * The player’s cards after the player has left the game.
 */
gone: Array<Shown<CardId>>, 
/**
 * What the player has chosen in secret.
 */
choices: Array<Shown<CardId>>, 
/**
 * The look that the player has open.
 */
looking?: Looking, 
/**
 * The player’s commanders.
 */
commanders: Array<Card>, 
/**
 * How many games the player has won.
 */
wins: number, 
/**
 * How many mulligans the player has taken in this game.
 */
mulligans: number, 
/**
 * To whom the top card of the library is kept shown.
 */
top_shown?: Audience, 
/**
 * To whom the hand is kept shown.
 */
hand_shown?: Audience, };

/**
 * Why the rules refuse an action.
 */
export type RefusalKind = "not-now" | "starting-life" | "deck-too-small" | "deck-too-large" | "sideboard-too-large" | "deck-incomplete" | "bad-names" | "wrong-commanders" | "too-many-mulligans" | "wrong-bottom" | "no-such-seat" | "seat-is-out" | "asks-self" | "gone" | "not-yours" | "not-in-hand" | "wrong-zone" | "twice" | "nothing" | "too-many" | "owners-zone" | "no-such-place" | "no-such-side" | "is-token" | "copies-face-down" | "wrong-kind" | "leaves-unseen" | "wrong-order" | "piles-too-large" | "no-look" | "still-looking" | "out-of-range" | "no-name" | "too-little-mana" | "not-your-commander" | "not-your-turn" | "step-is-over" | "on-hold" | "nothing-held" | "need-not-hold" | "at-itself" | "only-active-attacks" | "not-attacking" | "question-open" | "not-asked" | "not-about-undo" | "nothing-to-ask" | "cannot-take-back" | "undo-is-off" | "too-far-back" | "nothing-chosen";

/**
 * A question that waits for answers (R-ASK-01).
 */
export type Request = { 
/**
 * Who asks.
 */
by: Seat, 
/**
 * What for.
 */
about: Subject, 
/**
 * Whose answer it waits for, and who has agreed.
 */
answers: Answers, 
/**
 * Who agrees only if the library is shuffled afterwards (R-UNDO-04).
 */
shuffle: Seats, 
/**
 * How many have refused.
 */
refused: number, };

/**
 * What happens to the cards of a look that go nowhere.
 */
export type Rest = "back" | "shuffle";

/**
 * One place at the table, counted clockwise from 0.
 */
export type Seat = number;

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
 * Which side of a card is up.
 */
export type Side = "up" | "down" | "back";

/**
 * Where some of the cards go that were put in order.
 */
export type Sorted = { 
/**
 * How many of them.
 */
count: number, 
/**
 * Where they go.
 */
to: Place, 
/**
 * Which side is up there; as the zone has it, if this is missing.
 */
side?: Side, 
/**
 * Whether everybody sees them on the way.
 */
reveal?: boolean, };

/**
 * How many cards went where, and which they were if everybody saw them.
 */
export type SortedPile = { 
/**
 * How many.
 */
count: number, 
/**
 * Where they went.
 */
to: Place, 
/**
 * The cards that everybody saw; none, if they were hidden.
 */
cards?: Array<Shown<CardId>>, };

/**
 * A spot on one side of the battlefield, 0 to 1,000 in both directions.
 */
export type Spot = { 
/**
 * From the left.
 */
x: number, 
/**
 * From the top.
 */
y: number, };

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
 * A step of a turn, in order (R-TURN-01).
 */
export type Step = "untap" | "upkeep" | "draw" | "main-1" | "combat" | "attackers" | "blockers" | "damage" | "combat-end" | "main-2" | "end" | "cleanup";

/**
 * What a question is about.
 */
export type Subject = { "type": "wish", wish: Wish, } | { "type": "undo", steps: number, back_to: number, } | { "type": "draw" };

/**
 * What an effect is aimed at: a player or a piece.
 */
export type Target = { "seat": Seat } | { "card": Card } | { "token": number };

/**
 * How often a commander was cast from the command zone (R-COM-02).
 */
export type Tax = { 
/**
 * The commander.
 */
card: Card, 
/**
 * How often.
 */
casts: number, };

/**
 * What something that is no card is.
 */
export type TokenKind = "token" | "copy" | "emblem" | "ability";

/**
 * What is written on something that is no card. Its maker writes it, and everybody reads it (R-TOKEN-01).
 */
export type TokenSpec = { 
/**
 * What it is.
 */
kind: TokenKind, 
/**
 * Its name, up to 40 characters.
 */
name: Words, 
/**
 * Its line of types: “Creature — Wolf”. Up to 120 characters.
 */
line?: Words, 
/**
 * What it does, up to 600 characters.
 */
text?: Words, 
/**
 * Its power, which need not be a number.
 */
power?: Words, 
/**
 * Its toughness, which need not be a number.
 */
toughness?: Words, 
/**
 * Its colours.
 */
colours?: Colours, 
/**
 * The card of a catalogue that it is a token of, if any.
 */
like?: CardId, };

/**
 * Whose turn it is, and how far it has come.
 */
export type Turn = { 
/**
 * The number of the turn, counted from 1; 0 before the first one.
 */
number: number, 
/**
 * Whose turn it is.
 */
active: Seat, 
/**
 * The step.
 */
step: Step, 
/**
 * Who had the first turn.
 */
first: Seat, 
/**
 * Who has the next turns before the usual order goes on (R-TURN-05).
 */
extra: Array<Seat>, 
/**
 * After whom the usual order goes on.
 */
usual: Seat, };

/**
 * Who has to agree before something is undone (R-UNDO-03).
 */
export type Undo = "off" | "ask" | "majority";

/**
 * What one viewer sees of the table.
 */
export type View = { 
/**
 * The viewer's own seat; nothing for a spectator.
 */
you: Seat | null, 
/**
 * What the table is doing.
 */
phase: Phase, 
/**
 * What the table chose.
 */
options: Options, 
/**
 * Who is in the present game.
 */
living: Seats, 
/**
 * The number of the present game, counted from 1.
 */
game: number, 
/**
 * Whose turn it is.
 */
turn: Turn, 
/**
 * Who has asked the player whose turn it is to wait.
 */
holds: Seats, 
/**
 * What each player has.
 */
players: Array<PlayerView>, 
/**
 * Spells and abilities that wait to resolve, the oldest first.
 */
stack: Array<PieceView>, 
/**
 * What is set aside.
 */
aside: Array<Shown<CardId>>, 
/**
 * The piles into which somebody has divided things.
 */
piles: Array<Array<PieceId>>, 
/**
 * Arrows.
 */
arrows: Array<Arrow>, 
/**
 * Monarch, initiative and the like.
 */
designations: Array<Designation>, 
/**
 * Counters on cards that are no pieces.
 */
counted: Array<Counted>, 
/**
 * The open question.
 */
request?: Request, 
/**
 * How many of the last actions the players can agree to undo.
 */
undoable: number, 
/**
 * Who can take the last action back at once.
 */
take_back?: Seat, 
/**
 * How the match ended.
 */
standing?: Standing, };

/**
 * What a player asks another for (R-ASK-01).
 */
export type Wish = { "look": Part } | "search" | "hand" | { "peek": Card } | { "control": PieceId };

/**
 * A text of at most `N` characters on one line, without control characters.
 */
export type Words = string;

/**
 * A zone. Each player has the first seven; the stack and what is set aside belong to all (R-ZONE-01).
 */
export type Zone = "library" | "hand" | "battlefield" | "graveyard" | "exile" | "command" | "sideboard" | "stack" | "aside";

/**
 * What spellbook is made of.
 */
export interface Game {
  action: Action;
  event: Event;
  view: View;
  options: Options;
  refusal: RefusalKind;
}
