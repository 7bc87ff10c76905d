// Generated from the Rust types by `cargo xtask codegen`. Do not edit.

/**
 * Who plays for somebody who is gone or has resigned.
 */
export type Absent = "fallback" | { "bot": string };

/**
 * Acts.
 */
export type Act = { 
/**
 * What the client calls this action. Sent again with the same id, it is not done again.
 */
id: ClientId, 
/**
 * The last number that the client had seen. If something has happened since, the action is refused as
 * stale; without this, the rules alone decide whether it still fits.
 */
at?: number, 
/**
 * The action, as the game has it.
 */
action: unknown, };

/**
 * A bot that can sit at a table.
 */
export type BotInfo = { 
/**
 * Its name in requests.
 */
name: string, 
/**
 * Its name as people write it.
 */
title: string, 
/**
 * How it plays, in a sentence.
 */
about: string, 
/**
 * How strong it is.
 */
level: Level, };

/**
 * Who acted in the place of a player.
 */
export type By = "clock" | "absent";

/**
 * One `T` for each seat.
 */
export type BySeat<T> = Array<T>;

/**
 * The house is about to close the connection.
 */
export type Bye = { 
/**
 * Why.
 */
reason: ByeReason, };

/**
 * Why the house closes a connection.
 */
export type ByeReason = "slow" | "too-fast" | "too-large" | "no-hello" | "closing" | "removed" | "replaced" | "gone" | "signed-out";

/**
 * Says something to everybody at the table.
 */
export type Chat = { 
/**
 * What the client calls this message. Sent again with the same id, it is not said again.
 */
id: ClientId, 
/**
 * What is said.
 */
text: ChatText, };

/**
 * Something that somebody says at the table.
 */
export type ChatText = string;

/**
 * Something that can be chosen.
 */
export type Choice = { 
/**
 * What it is in the options.
 */
value: string, 
/**
 * What people call it.
 */
title: string, 
/**
 * What it means, in a sentence.
 */
about: string, };

/**
 * What a client calls one of its actions, so that it is done once however often it is sent.
 */
export type ClientId = string;

/**
 * A secret that lets its bearer sit down at a table, or take a player along to another device.
 */
export type Code = string;

/**
 * The promise to deal from a seed that nobody else knows yet.
 */
export type Commitment = string;

/**
 * A player's own share of the chance: any text of at most 256 bytes, given after the commitment and
 * before the deal.
 */
export type Contribution = string;

/**
 * What the client sent again was done before.
 */
export type Done = { 
/**
 * The id of the message.
 */
id: ClientId, 
/**
 * The number of the entry that it became.
 */
n: number, };

/**
 * A message from a client.
 *
 * It is written with the tag `type`, and read with [`FromClient::read`], for serde cannot read JSON that is to go
 * through unread from a tagged enum.
 */
export type FromClient = { "type": "hello" } & Hello | { "type": "act" } & Act | { "type": "chat" } & Chat | { "type": "ping", };

/**
 * A message from the house.
 *
 * Each has the tag `type`, but for an update, which is by far the most frequent and has none. [`FromServer::read`]
 * reads them all.
 */
export type FromServer = { "type": "welcome" } & Welcome | { "type": "refused" } & Refused | { "type": "done" } & Done | { "type": "reminder" } & Reminder | { "type": "presence" } & Presence | { "type": "pong", } | { "type": "bye" } & Bye | Update;

/**
 * A game that can be played here.
 */
export type GameInfo = { 
/**
 * Its name in requests.
 */
name: string, 
/**
 * Its name as people write it.
 */
title: string, 
/**
 * What one does in it, in a sentence.
 */
about: string, 
/**
 * The version of its rules.
 */
rules: number, 
/**
 * The fewest that can play.
 */
least: number, 
/**
 * The most that can play.
 */
most: number, 
/**
 * What a table can choose, in the order in which a form has it.
 */
options: Array<OptionInfo>, 
/**
 * Its bots, the weakest first.
 */
bots: Array<BotInfo>, };

/**
 * `GET /games`: what can be played here.
 */
export type Games = { 
/**
 * All games.
 */
games: Array<GameInfo>, };

/**
 * A player with a new token: the answer to `POST /guests` and `POST /link`.
 */
export type Guest = { 
/**
 * Who it is.
 */
player: string, 
/**
 * What they are called.
 */
name: Name, 
/**
 * The secret that says so. It is shown this once.
 */
token: Token, };

/**
 * Says who wants to look at the table.
 */
export type Hello = { 
/**
 * The version of the protocol that the client speaks.
 */
version: number, 
/**
 * Who it is; nobody, for a spectator without a name.
 */
token?: Token, 
/**
 * The table's code, where it is private.
 */
code?: Code, 
/**
 * The number of the last update that the client has, if it was here before.
 */
since?: number, };

/**
 * `POST /tables/{id}/kick`: the host shows somebody the door.
 */
export type Kick = { 
/**
 * From which seat.
 */
seat: Seat, };

/**
 * Why the house refuses. What the rules of a game refuse has the game's own names.
 */
export type Kind = "not-json" | "unknown-kind" | "malformed" | "too-large" | "too-fast" | "hello-first" | "hello-twice" | "unsupported-version" | "foreign-origin" | "unauthorized" | "not-found" | "bad-code" | "no-spectators" | "not-seated" | "not-host" | "kicked" | "no-such-seat" | "seat-taken" | "table-full" | "already-seated" | "not-started" | "already-started" | "seats-free" | "game-over" | "game-not-over" | "resigned" | "out-of-turn" | "out-of-time" | "stale" | "no-such-action" | "id-reused" | "unknown-game" | "unknown-bot" | "bad-options" | "too-many-tables" | "too-many-tables-here" | "too-many-guests" | "too-many-replays" | "chat-too-fast" | "chat-full" | "damaged" | "dealer" | "unavailable" | "internal";

/**
 * How strong a bot is, among those of its game.
 */
export type Level = "easy" | "medium" | "hard";

/**
 * The answer to `POST /me/link`: a code that takes the player along to another device, once and soon.
 */
export type Link = { 
/**
 * What the other device sends to `POST /link`.
 */
code: Code, 
/**
 * For how many seconds it can be used.
 */
seconds: number, };

/**
 * `GET /me`: the player that the token is of.
 */
export type Me = { 
/**
 * Who it is.
 */
player: string, 
/**
 * What they are called.
 */
name: Name, };

/**
 * An update that the client has missed. What has changed since is in the view.
 */
export type Missed = { 
/**
 * The number of the entry.
 */
n: number, 
/**
 * The id of the viewer's own message that this is the outcome of.
 */
a?: ClientId, 
/**
 * Who acted in the place of the player.
 */
by?: By, 
/**
 * What the viewer was told, each as the game has it.
 */
e?: unknown[], 
/**
 * What somebody said.
 */
m?: Said, };

/**
 * What a player is called.
 */
export type Name = string;

/**
 * `POST /guests`: somebody wants to play.
 */
export type NewGuest = { 
/**
 * What they want to be called.
 */
name: Name, };

/**
 * `POST /tables`: somebody sets up a table.
 */
export type NewTable = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * Which of the game's options differ from the usual ones.
 */
options?: unknown, 
/**
 * Who may sit where.
 */
seats: Array<SeatChoice>, 
/**
 * Whether the table is known only to those who have its link.
 */
private?: boolean, 
/**
 * Whether it begins as soon as every seat is taken.
 */
autostart?: boolean, 
/**
 * Who may look on.
 */
spectators?: Spectators, 
/**
 * How long the players may think.
 */
clock?: TableClock, 
/**
 * Who plays for somebody who is gone.
 */
absent?: Absent, 
/**
 * For how many seconds somebody may be gone before the table goes on without them.
 */
grace?: number, 
/**
 * The seat that the host takes at once; nothing, if the host only looks on.
 */
sit?: Seat, 
/**
 * What the host adds to the deal.
 */
contribution?: Contribution, };

/**
 * The answer to `POST /tables` and to `POST /tables/{id}/rematch`.
 */
export type NewTableInfo = { 
/**
 * Which table.
 */
table: TableId, 
/**
 * What lets others in, where the table is private or has invited seats.
 */
code?: Code, };

/**
 * Who sits on a seat, or may.
 */
export type Occupant = "open" | "invited" | "bot" | "player";

/**
 * Something that a table can choose: a field of the `options` of a new table.
 */
export type OptionInfo = { 
/**
 * What the field is called.
 */
key: string, 
/**
 * What people call it.
 */
title: string, 
/**
 * What it means, in a sentence.
 */
about: string, 
/**
 * What it is if nothing is chosen.
 */
usual: boolean | number | string | string[] | null, 
/**
 * The key of the `bool` without which it means nothing.
 */
needs?: string, } & ({ "kind": "bool", } | { "kind": "number", 
/**
 * The least.
 */
least: number, 
/**
 * The most.
 */
most: number, 
/**
 * What is counted.
 */
unit: string, 
/**
 * If it may also be `null`: what that is called.
 */
none?: string, } | { "kind": "choice", 
/**
 * All of them.
 */
choices: Array<Choice>, } | { "kind": "ranking", 
/**
 * All of them.
 */
choices: Array<Choice>, });

/**
 * Which players are connected. It has no number: it is not a part of the game.
 */
export type Presence = { 
/**
 * The seats whose players are here.
 */
here: Seats, };

/**
 * Why something was not done. The body of every HTTP answer that is no success.
 */
export type Refusal = { 
/**
 * A short name for machines: of a [`Kind`], or what the game's rules call it.
 */
kind: string, 
/**
 * The numbered rule of the game that was broken.
 */
rule?: string, 
/**
 * A sentence for people that says what to do instead.
 */
message: string, };

/**
 * What the client sent was not done.
 */
export type Refused = { 
/**
 * The id of the message, if it had one.
 */
id?: ClientId, 
/**
 * A short name for machines: of a [`Kind`], or what the game's rules call it.
 */
kind: string, 
/**
 * The numbered rule of the game that was broken.
 */
rule?: string, 
/**
 * A sentence for people that says what to do instead.
 */
message: string, };

/**
 * The viewer's time is running out.
 */
export type Reminder = { 
/**
 * How much is left, in milliseconds.
 */
left: number, };

/**
 * What a viewer was sent: a welcome as of the deal, and all updates since then.
 */
export type Replay = { 
/**
 * The messages, in order.
 */
frames: Array<FromServer>, };

/**
 * The question of `GET /tables/{id}/replay`.
 */
export type ReplayFilter = { 
/**
 * As whom; if it is missing, as oneself.
 */
as?: string, };

/**
 * `POST /replay`: a game that was played anywhere. One of `share` and `record` is needed.
 */
export type ReplayOf = { 
/**
 * Its share code.
 */
share?: string, 
/**
 * Its record.
 */
record?: unknown, 
/**
 * As whom; if it is missing, as a spectator.
 */
as?: string, };

/**
 * What somebody said.
 */
export type Said = { 
/**
 * From which seat; nothing, if it was no player.
 */
seat?: Seat, 
/**
 * What they are called.
 */
name: Name, 
/**
 * What they said.
 */
text: ChatText, };

/**
 * The question of `GET /tables/{id}/scenario`.
 */
export type ScenarioFilter = { 
/**
 * After how many actions it ends; if it is missing, after all.
 */
actions?: number, };

/**
 * `POST /scenario`: a game that was played anywhere. One of `share` and `record` is needed.
 */
export type ScenarioOf = { 
/**
 * Its share code.
 */
share?: string, 
/**
 * Its record.
 */
record?: unknown, 
/**
 * After how many actions it ends; if it is missing, after all.
 */
actions?: number, };

/**
 * One place at the table, counted clockwise from 0.
 */
export type Seat = number;

/**
 * Who may sit on a seat of a new table.
 */
export type SeatChoice = "open" | "invited" | { "bot": string };

/**
 * One seat of a table.
 */
export type SeatInfo = { 
/**
 * Who sits there, or may.
 */
who: Occupant, 
/**
 * What the player is called, or which bot it is.
 */
name?: Name, 
/**
 * What the player added to the deal. Those of all seats are published together, when it begins.
 */
contribution?: Contribution, 
/**
 * Whether the player has resigned.
 */
resigned?: boolean, 
/**
 * Whether the player is gone, and the table goes on without them.
 */
absent?: boolean, };

/**
 * The answer to `POST /tables/{id}/sit`.
 */
export type Seated = { 
/**
 * Which seat it is.
 */
seat: Seat, };

/**
 * A set of seats.
 */
export type Seats = Array<number>;

/**
 * Which tokens of a player, which is to say which devices.
 */
export type SessionScope = "this" | "others" | "all";

/**
 * The keys of an object.
 */
export type Shape = { 
/**
 * The keys, in the order in which the values come.
 */
keys: Array<string>, 
/**
 * The value of the first key, if it is always the same text and so is not sent.
 */
is?: string, };

/**
 * `POST /me/sign-out`: tokens that are to be good for nothing from now on.
 */
export type SignOut = { 
/**
 * Which of the player's.
 */
which?: SessionScope, };

/**
 * `POST /tables/{id}/sit`.
 */
export type Sit = { 
/**
 * Which seat; the first one that is free, if none is named.
 */
seat?: Seat, 
/**
 * The table's code, where it needs one.
 */
code?: Code, 
/**
 * What the player adds to the deal.
 */
contribution?: Contribution, };

/**
 * Who may look on.
 */
export type Spectators = "none" | "live" | { "delayed": number };

/**
 * How a finished game stands.
 */
export type Standing = { 
/**
 * Each seat's points, in the game's own measure.
 */
scores: BySeat<number>, 
/**
 * The seats that won; several share a win.
 */
winners: Seats, };

/**
 * How far a table has come.
 */
export type State = "open" | "playing" | "over";

/**
 * How long the players may think. What the rules say of a decision goes first.
 */
export type TableClock = "none" | { "decision": number } | { "game": { 
/**
 * For the whole game.
 */
seconds: number, 
/**
 * More after each action.
 */
increment: number, } };

/**
 * The filters of `GET /tables`. Private tables are never listed.
 */
export type TableFilter = { 
/**
 * Only tables of this game.
 */
game?: string, 
/**
 * Only tables that have come so far.
 */
state?: State, 
/**
 * Only tables with a free seat, or only full ones.
 */
free?: boolean, };

/**
 * Which table.
 */
export type TableId = string;

/**
 * A table, as everybody sees it who may know of it.
 */
export type TableInfo = { 
/**
 * Which table.
 */
id: TableId, 
/**
 * The name of the game.
 */
game: string, 
/**
 * The version of the game's rules.
 */
rules: number, 
/**
 * What the table chose of the game's options.
 */
options: unknown, 
/**
 * How far it has come.
 */
state: State, 
/**
 * Who sits where.
 */
seats: Array<SeatInfo>, 
/**
 * The seat of the host; nothing once the host has left.
 */
host: Seat | null, 
/**
 * Whether it is known only to those who have its link.
 */
private: boolean, 
/**
 * Whether it begins as soon as every seat is taken.
 */
autostart: boolean, 
/**
 * Who may look on.
 */
spectators: Spectators, 
/**
 * How long the players may think.
 */
clock: TableClock, 
/**
 * Who plays for somebody who is gone.
 */
absent: Absent, 
/**
 * For how many seconds somebody may be gone before the table goes on without them.
 */
grace: number, 
/**
 * The house's promise to deal from a seed that it has already chosen.
 */
commitment: Commitment, 
/**
 * How it ended, once it has.
 */
standing?: Standing, 
/**
 * The table at which they play again.
 */
rematch?: TableId, 
/**
 * How many were shown the door and may not come again, unless the host forgives them.
 */
kicked?: number, };

/**
 * A table in a list.
 */
export type TableLine = { 
/**
 * Which table.
 */
id: TableId, 
/**
 * The name of the game.
 */
game: string, 
/**
 * How far it has come.
 */
state: State, 
/**
 * The names of those who sit there, in seat order; nothing where nobody does.
 */
names: Array<Name | null>, 
/**
 * How many seats are free.
 */
free: number, 
/**
 * The caller's own seat.
 */
you?: Seat, 
/**
 * Whether the table waits for the caller.
 */
your_turn: boolean, };

/**
 * The answer to `GET /tables`: the newest first.
 */
export type Tables = { 
/**
 * As many as are listed.
 */
tables: Array<TableLine>, };

/**
 * A secret that says who somebody is. It is not printed.
 *
 * ```
 * let token = facedown_protocol::Token::new("c2VjcmV0").unwrap();
 * assert_eq!(format!("{token:?}"), "Token(..)");
 * ```
 * ```compile_fail,E0277
 * let token = facedown_protocol::Token::new("c2VjcmV0").unwrap();
 * assert_eq!(format!("{token}"), "Token(..)");
 * ```
 */
export type Token = string;

/**
 * What one entry of the table's journal means for one viewer. Whatever is not there has not changed.
 *
 * The names of the fields are short, because there are so many of these.
 */
export type Update = { 
/**
 * The number of the entry: one more than that of the update before.
 */
n: number, 
/**
 * The id of the viewer's own message that this is the outcome of.
 */
a?: ClientId, 
/**
 * Who acted in the place of the player.
 */
by?: By, 
/**
 * What the viewer is told, each as the game has it, in shorthand.
 */
e?: unknown[], 
/**
 * What has changed in what everybody sees, as a difference: see [`delta`](crate::delta).
 */
v?: unknown, 
/**
 * What has changed in what this viewer sees beyond what everybody sees, as a difference.
 */
o?: unknown, 
/**
 * Everything that the viewer's seat may do now, each in shorthand. A seat that is not waited for may do nothing.
 */
l?: unknown[], 
/**
 * The seats that may act now.
 */
w?: Seats, 
/**
 * How much time each seat has left.
 */
c?: BySeat<number | null>, 
/**
 * What has changed in what everybody may know of the table, as a difference.
 */
t?: unknown, 
/**
 * What somebody said.
 */
m?: Said, };

/**
 * `POST /link`: the other device.
 */
export type UseLink = { 
/**
 * What the first device was given.
 */
code: Code, };

/**
 * What the house and a client both know.
 */
export type Vocabulary = { 
/**
 * Which keys belong together, numbered from 1.
 */
shapes: Array<Shape>, 
/**
 * Texts, and short lists of numbers and the like, numbered from 0.
 */
words: (string | (string | number | boolean | null)[])[], };

/**
 * Everything that the viewer may see: the answer to hello.
 */
export type Welcome = { 
/**
 * The version of the protocol that the house speaks.
 */
version: number, 
/**
 * The number of the last entry of the table's journal.
 */
n: number, 
/**
 * The viewer's own seat; nothing for a spectator.
 */
you: Seat | null, 
/**
 * What everybody may know of the table.
 */
table: TableInfo, 
/**
 * What updates do not spell out.
 */
vocabulary: Vocabulary, 
/**
 * What everybody sees of the game, as the game has it; nothing before it begins.
 */
view: unknown, 
/**
 * What the viewer sees beyond that, to be laid over it; nothing for a spectator.
 */
own?: unknown, 
/**
 * Everything that the viewer's seat may do now, each as the game has it.
 */
legal: unknown[] | null, 
/**
 * The seats that may act now.
 */
waiting: Seats, 
/**
 * How much time each seat has left.
 */
clocks?: BySeat<number | null>, 
/**
 * What has happened since the number that the client had; nothing if it had none, or one that is too old.
 */
missed?: Array<Missed>, };

/**
 * The version of the protocol.
 */
export const VERSION = 2;
