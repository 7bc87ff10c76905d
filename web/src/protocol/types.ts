// Generated from the Rust types by `cargo xtask codegen`. Do not edit.

/**
 * Who plays for a player who is absent or has resigned.
 */
export type Absent = "fallback" | { "bot": string };

/**
 * Takes an action in the game.
 */
export type Act = { 
/**
 * An id chosen by the client. A message with an id that was used before is not carried out again.
 */
id: ClientId, 
/**
 * The number of the last update that the client had when it acted. If there was another since, the action is refused
 * as stale. If it is missing, only the rules decide.
 */
at?: number, 
/**
 * The action, in the game's own format.
 */
action: unknown, };

/**
 * How a table without a house has ended, and what its open keys show: the response to `GET /tables/{id}/audit` of a player's own
 * machine. A server has no such path.
 */
export type AuditReport = { 
/**
 * Who cheated and how, a sentence for each.
 */
findings: Array<string>, 
/**
 * How everything was checked; `null` if the keys are not open.
 */
checked: string | null, 
/**
 * Why the table has ended; `null` if the game was played to its end.
 */
ending: string | null, };

/**
 * Why an action is not permitted.
 */
export type Because = { 
/**
 * The id of the question.
 */
id: ClientId, 
/**
 * The refusal that the action would get; missing if it is permitted.
 */
refusal?: Refusal, };

/**
 * The description of a bot for players.
 */
export type BotInfo = { 
/**
 * Its name in commands and requests.
 */
name: string, 
/**
 * Its name for people.
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
 * Who acted for a player.
 */
export type By = "clock" | "absent";

/**
 * One `T` for each seat.
 */
export type BySeat<T> = Array<T>;

/**
 * The server is about to close the connection.
 */
export type Bye = { 
/**
 * The reason.
 */
reason: ByeReason, };

/**
 * Why the server closes a connection.
 */
export type ByeReason = "slow" | "too-fast" | "too-large" | "no-hello" | "closing" | "removed" | "kicked" | "started" | "replaced" | "gone" | "signed-out";

/**
 * Sends a chat message to everybody at the table.
 */
export type Chat = { 
/**
 * An id chosen by the client. A message with an id that was used before is not sent again.
 */
id: ClientId, 
/**
 * The text of the message.
 */
text: ChatText, };

/**
 * A chat message.
 */
export type ChatText = string;

/**
 * A value of an option.
 */
export type Choice = { 
/**
 * The value in the options.
 */
value: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * What it means, in a sentence.
 */
about: string, };

/**
 * An id that a client gives to a message, so that it is carried out only once however often it is sent.
 */
export type ClientId = string;

/**
 * A secret with which its bearer may join a table, or sign in another device.
 */
export type Code = string;

/**
 * A hash that binds the house to a seed which nobody else knows yet.
 */
export type Commitment = string;

/**
 * A player's contribution to the randomness of the deal: any text of at most 256 bytes, given after the commitment and
 * before the deal.
 */
export type Contribution = string;

/**
 * Some copies of a card in a deck.
 */
export type DeckEntry = { 
/**
 * The card, as actions name it: 32 hexadecimal digits.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * How many copies.
 */
count: number, 
/**
 * Whether the server has the words of this card.
 */
known: boolean, };

/**
 * Something about one line of a deck that its owner should know.
 */
export type DeckNote = { 
/**
 * The line, counted from 1; missing if it is about the whole list.
 */
line?: number, 
/**
 * What there is to say.
 */
text: string, };

/**
 * The response to `POST /decks`.
 */
export type DeckRead = { 
/**
 * What its owner calls it.
 */
name?: string, 
/**
 * The cards that begin in the command zone.
 */
commanders: Array<DeckEntry>, 
/**
 * The cards that are shuffled into the library.
 */
main: Array<DeckEntry>, 
/**
 * The cards that may be exchanged between games, the companion first.
 */
sideboard: Array<DeckEntry>, 
/**
 * What the reader has to say about single lines. No line is dropped without a note.
 */
notes: Array<DeckNote>, 
/**
 * What the format has to say about the deck. It is advice: the table does not refuse the deck for it.
 */
advice: Array<string>, };

/**
 * A message that the client sent again had been carried out before.
 */
export type Done = { 
/**
 * The id of the message.
 */
id: ClientId, 
/**
 * The number of its entry in the journal.
 */
n: number, };

/**
 * A message from a client.
 *
 * It is serialised with the tag `type`, and parsed with [`FromClient::read`], because serde cannot borrow a `RawValue`
 * from a tagged enum.
 */
export type FromClient = { "type": "hello" } & Hello | { "type": "act" } & Act | { "type": "chat" } & Chat | { "type": "why" } & Why | { "type": "ping", };

/**
 * A message from the server.
 *
 * Each has the tag `type`, except updates, which are by far the most frequent and have none. [`FromServer::read`] parses
 * them all.
 */
export type FromServer = { "type": "welcome" } & Welcome | { "type": "refused" } & Refused | { "type": "done" } & Done | { "type": "because" } & Because | { "type": "reminder" } & Reminder | { "type": "presence" } & Presence | { "type": "words" } & Words | { "type": "pong", } | { "type": "bye" } & Bye | Update;

/**
 * A game of this server.
 */
export type GameInfo = { 
/**
 * Its name in requests.
 */
name: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * What the game is about, in a sentence.
 */
about: string, 
/**
 * The version of its rules.
 */
rules: number, 
/**
 * The smallest number of players.
 */
least: number, 
/**
 * The largest number of players.
 */
most: number, 
/**
 * Its options, in the order of the form.
 */
options: Array<OptionInfo>, 
/**
 * Its bots, the weakest first.
 */
bots: Array<BotInfo>, };

/**
 * A finished game with all cards open: the response to `GET /tables/{id}/summary` and `POST /summary`.
 */
export type GameSummary = { 
/**
 * The view at the end with all cards open, in the game's own format.
 */
view: unknown, 
/**
 * The statistics, in the order in which they are shown.
 */
statistics: Array<Statistic>, 
/**
 * The share code, with which anybody can replay the game.
 */
share: string, };

/**
 * The response to `GET /games`.
 */
export type Games = { 
/**
 * All games.
 */
games: Array<GameInfo>, };

/**
 * A player with a new token: the response to `POST /guests` and `POST /link`.
 */
export type Guest = { 
/**
 * The id of the player.
 */
player: string, 
/**
 * The name of the player.
 */
name: Name, 
/**
 * The token that authenticates the player. It is sent only this once.
 */
token: Token, };

/**
 * Authenticates the client.
 */
export type Hello = { 
/**
 * The version of the protocol that the client speaks.
 */
version: number, 
/**
 * The player's token; missing for an anonymous spectator.
 */
token?: Token, 
/**
 * The table's code, if the table is private.
 */
code?: Code, 
/**
 * The number of the last update that the client has, if it was connected before.
 */
since?: number, };

/**
 * A deck of the house.
 */
export type HouseDeck = { 
/**
 * What programs call it, in kebab case.
 */
key: string, 
/**
 * What it is about, in a sentence.
 */
about: string, 
/**
 * What it is built for, such as `commander`.
 */
format: string, 
/**
 * Its cards.
 */
deck: DeckRead, };

/**
 * The response to `GET /decks`: decks for players who bring none.
 */
export type HouseDecks = { 
/**
 * The decks.
 */
decks: Array<HouseDeck>, };

/**
 * `POST /tables/{id}/kick`: the host removes a player.
 */
export type Kick = { 
/**
 * The player's seat.
 */
seat: Seat, };

/**
 * Why the server refuses something. Refusals by the rules of a game have the game's own names.
 */
export type Kind = "not-json" | "unknown-kind" | "malformed" | "too-large" | "too-fast" | "hello-first" | "hello-twice" | "unsupported-version" | "foreign-origin" | "unauthorized" | "not-found" | "bad-code" | "no-spectators" | "not-seated" | "not-host" | "not-alone" | "kicked" | "no-such-seat" | "seat-taken" | "table-full" | "already-seated" | "not-started" | "already-started" | "seats-free" | "game-over" | "game-not-over" | "resigned" | "out-of-turn" | "out-of-time" | "stale" | "no-such-action" | "id-reused" | "unknown-game" | "unknown-bot" | "bad-options" | "too-many-tables" | "too-many-tables-here" | "too-many-guests" | "too-many-replays" | "chat-too-fast" | "chat-full" | "bad-signature" | "bad-key" | "other-genesis" | "table-closed" | "ahead" | "too-many-entries" | "damaged" | "dealer" | "unavailable" | "internal";

/**
 * How strong a bot is, among those of its game.
 */
export type Level = "easy" | "medium" | "hard";

/**
 * The response to `POST /me/link`: a code that signs in another device, once and for a short time.
 */
export type Link = { 
/**
 * The code that the other device sends to `POST /link`.
 */
code: Code, 
/**
 * How many seconds the code is valid.
 */
seconds: number, };

/**
 * The answer to `GET /tables/{id}/log`: one page of the caller's log.
 */
export type Log = { 
/**
 * The number of the first entry on this page; 0 on the first page of the log.
 */
first: number, 
/**
 * One entry for each number from `first` on.
 */
entries: Array<Missed>, };

/**
 * The query of `GET /tables/{id}/log`.
 */
export type LogFilter = { 
/**
 * Only entries before this number; if it is missing, the last ones.
 */
before?: number, };

/**
 * The response to `GET /me`: the player who has the token.
 */
export type Me = { 
/**
 * The id of the player.
 */
player: string, 
/**
 * The name of the player.
 */
name: Name, };

/**
 * An update that the client has missed, without changes of the view, which the welcome contains.
 */
export type Missed = { 
/**
 * The number of the entry.
 */
n: number, 
/**
 * The id of the viewer's message that this entry acknowledges.
 */
a?: ClientId, 
/**
 * Who acted for the player, if the player did not.
 */
by?: By, 
/**
 * The seat of that player.
 */
s?: Seat, 
/**
 * The events that the viewer gets, in the game's own format.
 */
e?: unknown[], 
/**
 * A chat message.
 */
m?: Said, };

/**
 * The name of a player.
 */
export type Name = string;

/**
 * `POST /guests`: registers a guest.
 */
export type NewGuest = { 
/**
 * The name of the guest.
 */
name: Name, };

/**
 * `POST /tables`: creates a table.
 */
export type NewTable = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * The options of the game that differ from their defaults.
 */
options?: unknown, 
/**
 * Who may take each seat.
 */
seats: Array<SeatChoice>, 
/**
 * Whether the table is not listed and needs a code.
 */
private?: boolean, 
/**
 * Whether the game starts as soon as every seat is taken.
 */
autostart?: boolean, 
/**
 * Who may watch.
 */
spectators?: Spectators, 
/**
 * The time limits.
 */
clock?: TableClock, 
/**
 * Who plays for an absent player.
 */
absent?: Absent, 
/**
 * How many seconds a player may be disconnected before they count as absent.
 */
grace?: number, 
/**
 * How fast bots move.
 */
pace?: Pace, 
/**
 * The seat that the host takes at once; missing if the host only watches.
 */
sit?: Seat, 
/**
 * The host's contribution to the deal.
 */
contribution?: Contribution, };

/**
 * The response to `POST /tables` and `POST /tables/{id}/rematch`.
 */
export type NewTableInfo = { 
/**
 * The id of the table.
 */
table: TableId, 
/**
 * The code for others to join, if the table is private or has invited seats.
 */
code?: Code, };

/**
 * Who has a seat, or may take it.
 */
export type Occupant = "open" | "invited" | "kept" | "bot" | "player";

/**
 * One field of a game's options, with its default.
 */
export type OptionInfo = { 
/**
 * Its default.
 */
usual: boolean | number | string | string[] | null, 
/**
 * The name of the field.
 */
key: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * What it means, in a sentence.
 */
about: string, 
/**
 * The key of a `bool` option. This one has no effect unless that one is true.
 */
needs?: string, } & ({ "kind": "bool", } | { "kind": "number", 
/**
 * The smallest allowed value.
 */
least: number, 
/**
 * The largest allowed value.
 */
most: number, 
/**
 * The unit, in the plural.
 */
unit: string, 
/**
 * What `null` means to people, if the option may be `null`.
 */
none?: string, } | { "kind": "choice", 
/**
 * The values to choose from.
 */
choices: Array<Choice>, } | { "kind": "ranking", 
/**
 * The values to choose from.
 */
choices: Array<Choice>, });

/**
 * The response to `POST /tables/{id}/sit`.
 */
export type OwnSeat = { 
/**
 * The seat that the player got.
 */
seat: Seat, };

/**
 * How fast bots move, compared with the server's default.
 */
export type Pace = "slow" | "normal" | "fast" | "instant";

/**
 * A player at a table.
 */
export type PeerSeat = { 
/**
 * The name of the player.
 */
name: Name, 
/**
 * The player's Ed25519 key, in hexadecimal digits.
 */
key: string, 
/**
 * The player's nonce for this table, in hexadecimal digits.
 */
nonce: string, };

/**
 * What a table without a trusted server is doing.
 */
export type PeerState = "open" | "agreeing" | "playing" | "over" | "closed";

/**
 * Everything that the relay says about a table: the response to `GET /peers/{id}`.
 *
 * The relay is not trusted: a peer computes the genesis from this, and players compare it with each other.
 */
export type PeerTableInfo = { 
/**
 * The id of the table.
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
 * The options of the game.
 */
options: unknown, 
/**
 * Who has each seat; `null` for a free one.
 */
seats: Array<PeerSeat | null>, 
/**
 * After how many seconds a player's own machine plays for it; 0 is never.
 */
think: number, 
/**
 * After how many seconds the others may say that a silent player has left.
 */
grace: number, 
/**
 * How many players together can replace one who has left; `null` if nobody can.
 */
escrow: number | null, 
/**
 * Whether the table is not listed and needs a code.
 */
private: boolean, 
/**
 * The relay's Ed25519 key, in hexadecimal digits.
 */
relay: string, 
/**
 * What the table is doing.
 */
state: PeerState, 
/**
 * How many entries it has.
 */
entries: number, 
/**
 * The date when it was made, in milliseconds since 1970.
 */
created: number, };

/**
 * A table without a trusted server in a list.
 */
export type PeerTableLine = { 
/**
 * The id of the table.
 */
id: TableId, 
/**
 * The name of the game.
 */
game: string, 
/**
 * What the table is doing.
 */
state: PeerState, 
/**
 * The names of the players in seat order; `null` for a free seat.
 */
names: Array<Name | null>, 
/**
 * How many seats are free.
 */
free: number, };

/**
 * The response to `GET /peers`.
 */
export type PeerTables = { 
/**
 * The public tables that are not over, the newest first, up to the limit of the list.
 */
tables: Array<PeerTableLine>, };

/**
 * Which players are connected. It has no number, because it is not part of the game.
 */
export type Presence = { 
/**
 * The seats whose players are connected.
 */
here: Seats, };

/**
 * `POST /decks`: reads a deck in any of the usual formats. Nothing is stored.
 */
export type ReadDeck = { 
/**
 * The deck as text: a list, or the contents of a file.
 */
text: string, 
/**
 * The format for which there is to be advice, such as `commander`.
 */
format?: string, };

/**
 * Why something was not done. Also the body of every HTTP error.
 */
export type Refusal = { 
/**
 * A short name for programs: that of a [`Kind`], or one of the game's own.
 */
kind: string, 
/**
 * The id of the rule of the game that was broken.
 */
rule?: string, 
/**
 * A sentence for people, which says what to do instead.
 */
message: string, };

/**
 * A message of the client was refused.
 */
export type Refused = { 
/**
 * The id of the message, if it had one.
 */
id?: ClientId, 
/**
 * A short name for programs: that of a [`Kind`], or one of the game's own.
 */
kind: string, 
/**
 * The id of the rule of the game that was broken.
 */
rule?: string, 
/**
 * A sentence for people, which says what to do instead.
 */
message: string, };

/**
 * `POST /tables/{id}/rematch`: takes the player's seat at the rematch, which is created if necessary.
 */
export type Rematch = { 
/**
 * The player's contribution to the deal.
 */
contribution?: Contribution, };

/**
 * The viewer's time is running out.
 */
export type Reminder = { 
/**
 * The time left, in milliseconds.
 */
left: number, };

/**
 * The messages that a viewer would have got: a welcome after the deal, and all updates since then.
 */
export type Replay = { 
/**
 * The messages, in order.
 */
frames: Array<FromServer>, };

/**
 * The query of `GET /tables/{id}/replay`.
 */
export type ReplayFilter = { 
/**
 * Whose view to show; the caller's own if it is missing.
 */
as?: string, };

/**
 * `POST /replay`: replays any game. One of `share` and `record` is needed.
 */
export type ReplayOf = { 
/**
 * The share code of the game.
 */
share?: string, 
/**
 * The record of the game.
 */
record?: unknown, 
/**
 * Whose view to show; a spectator's if it is missing.
 */
as?: string, };

/**
 * A chat message.
 */
export type Said = { 
/**
 * The seat of its author; missing for a spectator.
 */
seat?: Seat, 
/**
 * The name of its author.
 */
name: Name, 
/**
 * Its text.
 */
text: ChatText, };

/**
 * The query of `GET /tables/{id}/scenario`.
 */
export type ScenarioFilter = { 
/**
 * The number of actions of the scenario; all if it is missing.
 */
actions?: number, };

/**
 * `POST /scenario`: makes a scenario of any game. One of `share` and `record` is needed.
 */
export type ScenarioOf = { 
/**
 * The share code of the game.
 */
share?: string, 
/**
 * The record of the game.
 */
record?: unknown, 
/**
 * The number of actions of the scenario; all if it is missing.
 */
actions?: number, };

/**
 * One place at the table, counted clockwise from 0.
 */
export type Seat = number;

/**
 * Who may take a seat of a new table.
 */
export type SeatChoice = "open" | "invited" | { "bot": string };

/**
 * One seat of a table.
 */
export type SeatInfo = { 
/**
 * Who has the seat, or may take it.
 */
who: Occupant, 
/**
 * The name of the player or the bot. No two bots of a table have the same name.
 */
name?: Name, 
/**
 * Which of the game's bots it is.
 */
bot?: string, 
/**
 * The player's contribution to the deal. All contributions are published together when the game starts.
 */
contribution?: Contribution, 
/**
 * Whether the player has resigned.
 */
resigned?: boolean, 
/**
 * Whether the player is absent, and somebody else plays for them.
 */
absent?: boolean, };

/**
 * A set of seats.
 */
export type Seats = Array<number>;

/**
 * Which sessions of a player to revoke. Every device has a session with its own token.
 */
export type SessionScope = "this" | "others" | "all";

/**
 * `POST /tables/{id}/pace`: a player alone against bots changes how fast they move.
 */
export type SetPace = { 
/**
 * The new pace.
 */
pace: Pace, };

/**
 * The keys of a kind of object.
 */
export type Shape = { 
/**
 * The keys, in the order in which the values come.
 */
keys: Array<string>, 
/**
 * The value of the first key, if it is always the same string and therefore not sent.
 */
is?: string, };

/**
 * `POST /me/sign-out`: revokes tokens of the player.
 */
export type SignOut = { 
/**
 * Which sessions to revoke.
 */
which?: SessionScope, };

/**
 * `POST /tables/{id}/sit`: takes a seat.
 */
export type Sit = { 
/**
 * The seat; the first free one if it is missing.
 */
seat?: Seat, 
/**
 * The table's code, if it needs one.
 */
code?: Code, 
/**
 * The player's contribution to the deal.
 */
contribution?: Contribution, };

/**
 * Who may watch a table.
 */
export type Spectators = "none" | "live" | { "delayed": number };

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
 * The state of a table.
 */
export type State = "open" | "playing" | "over";

/**
 * A statistic of a game.
 */
export type Statistic = { 
/**
 * What is counted. The game's message `statistic-…` has the words for it.
 */
key: string, 
/**
 * The number of each seat.
 */
numbers: Array<number>, 
/**
 * When the numbers grew, in order.
 */
moments: Array<StatisticMoment>, };

/**
 * A moment at which a number grew.
 */
export type StatisticMoment = { 
/**
 * The seat whose number grew.
 */
seat: Seat, 
/**
 * The number of actions at that moment.
 */
at: number, };

/**
 * `POST /summary`: summarises any game. One of `share` and `record` is needed.
 */
export type SummaryOf = { 
/**
 * Its share code.
 */
share?: string, 
/**
 * Its record.
 */
record?: unknown, };

/**
 * The time limits of a table. A limit that the rules set for a decision takes precedence.
 */
export type TableClock = "none" | { "decision": number } | { "game": { 
/**
 * Seconds for the whole game.
 */
seconds: number, 
/**
 * Seconds added after each action.
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
 * Only tables in this state.
 */
state?: State, 
/**
 * Only tables with a free seat, or only full ones.
 */
free?: boolean, };

/**
 * The id of a table.
 */
export type TableId = string;

/**
 * The public information about a table.
 */
export type TableInfo = { 
/**
 * The id of the table.
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
 * The options of the game.
 */
options: unknown, 
/**
 * Whether more can be done in the game than is listed: then nobody is sent legal actions.
 */
open_game?: boolean, 
/**
 * Whether it is open, in play or over.
 */
state: State, 
/**
 * Who sits where.
 */
seats: Array<SeatInfo>, 
/**
 * The seat of the host; `null` once the host has left.
 */
host: Seat | null, 
/**
 * Whether it is not listed and needs a code.
 */
private: boolean, 
/**
 * Whether the game starts as soon as every seat is taken.
 */
autostart: boolean, 
/**
 * Who may watch.
 */
spectators: Spectators, 
/**
 * The time limits.
 */
clock: TableClock, 
/**
 * Who plays for an absent player.
 */
absent: Absent, 
/**
 * How many seconds a player may be disconnected before they count as absent.
 */
grace: number, 
/**
 * How fast bots move.
 */
pace?: Pace, 
/**
 * The commitment to the seed that the cards are dealt from.
 */
commitment: Commitment, 
/**
 * The words that all players' screens must show, at a table without a house.
 */
words?: Array<string>, 
/**
 * The result, once the game is over.
 */
standing?: Standing, 
/**
 * The table of the rematch.
 */
rematch?: TableId, 
/**
 * How many players were kicked and may not return, unless the host forgives them.
 */
kicked?: number, };

/**
 * A table in a list.
 */
export type TableLine = { 
/**
 * The id of the table.
 */
id: TableId, 
/**
 * The name of the game.
 */
game: string, 
/**
 * Whether it is open, in play or over.
 */
state: State, 
/**
 * The names of the players in seat order; `null` for a free seat.
 */
names: Array<Name | null>, 
/**
 * How many seats are free.
 */
free: number, 
/**
 * The caller's seat.
 */
you?: Seat, 
/**
 * Whether the table is waiting for the caller.
 */
your_turn: boolean, };

/**
 * The response to `GET /tables`.
 */
export type Tables = { 
/**
 * The tables, the newest first, up to the limit of the list.
 */
tables: Array<TableLine>, };

/**
 * A secret that authenticates a player. It is never printed.
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
 * One entry of the table's journal, as one viewer sees it. A missing field means that nothing has changed.
 *
 * The names of the fields are short because updates are frequent.
 */
export type Update = { 
/**
 * The number of the entry: one more than that of the previous update.
 */
n: number, 
/**
 * The id of the viewer's message that this entry acknowledges.
 */
a?: ClientId, 
/**
 * Who acted for the player, if the player did not.
 */
by?: By, 
/**
 * The seat of that player.
 */
s?: Seat, 
/**
 * The events that the viewer gets, each in shorthand.
 */
e?: unknown[], 
/**
 * The difference of the public view: see [`delta`](crate::delta).
 */
v?: unknown, 
/**
 * The difference of what this viewer sees beyond the public view.
 */
o?: unknown, 
/**
 * The legal actions of the viewer's seat, each in shorthand. There are none if the seat may not act, or if the game is open.
 */
l?: unknown[], 
/**
 * The seats that the table waits for.
 */
w?: Seats, 
/**
 * The seats that may act now, if these are others than those in `w`, which is sent with it.
 */
p?: Seats, 
/**
 * How much time each seat has left.
 */
c?: BySeat<number | null>, 
/**
 * The difference of the public information about the table.
 */
t?: unknown, 
/**
 * A chat message.
 */
m?: Said, };

/**
 * `POST /link`: signs in another device.
 */
export type UseLink = { 
/**
 * The code that the first device got.
 */
code: Code, };

/**
 * The shapes and words that the server and a client both know.
 */
export type Vocabulary = { 
/**
 * Keys that occur together, numbered from 1.
 */
shapes: Array<Shape>, 
/**
 * Strings, and short lists of scalars, numbered from 0.
 */
words: (string | (string | number | boolean | null)[])[], };

/**
 * Everything that the viewer may see: the reply to a hello.
 */
export type Welcome = { 
/**
 * The version of the protocol that the server speaks.
 */
version: number, 
/**
 * The number of the last entry of the table's journal.
 */
n: number, 
/**
 * The viewer's seat; `null` for a spectator.
 */
you: Seat | null, 
/**
 * The public information about the table.
 */
table: TableInfo, 
/**
 * The vocabulary of the shorthand in updates.
 */
vocabulary: Vocabulary, 
/**
 * The public view of the game, in the game's own format; `null` before it starts.
 */
view: unknown, 
/**
 * What the viewer sees beyond the public view, to be laid over it; missing for a spectator.
 */
own?: unknown, 
/**
 * The legal actions of the viewer's seat, in the game's own format. There are none if the game is open.
 */
legal: unknown[] | null, 
/**
 * The seats that the table waits for.
 */
waiting: Seats, 
/**
 * The seats that may act now, if these are others than those that the table waits for.
 */
may_act?: Seats, 
/**
 * How much time each seat has left.
 */
clocks?: BySeat<number | null>, 
/**
 * The updates since the number that the client gave; missing if it gave none, or one that is too old.
 */
missed?: Array<Missed>, };

/**
 * Asks why an action is not permitted, without doing it.
 */
export type Why = { 
/**
 * An id chosen by the client, which the answer repeats.
 */
id: ClientId, 
/**
 * The action, in the game's own format.
 */
action: unknown, };

/**
 * What is printed on cards whose faces this connection is about to see for the first time.
 *
 * It comes before the welcome or update that shows the faces, without being asked for, so that neither a catalogue nor a request for
 * a card tells anybody what others hold. Long texts may be split into several of these.
 */
export type Words = { 
/**
 * The words of each card, by its face as 32 hexadecimal digits.
 */
words: Record<string, unknown>, };

/**
 * The version of the protocol.
 */
export const VERSION = 2;
