// What the board offers for what is selected. It judges nothing: whatever makes sense for what lies there is offered, and the server says
// what is not permitted.
import type { Action, At, PieceId, Place, Side, Target, Zone } from "../../../protocol/games/spellbook";
import { fromHand, isUnseen } from "./hand";
import { isLand, isSpell } from "./printed";
import { cardOf, isFaceDown, seen, type Thing } from "./scene";
import type { Scene } from "./table";

/** Something that needs an answer before it becomes an action. */
export type Ask =
  | { type: "aim"; what: "attack" | "block" | "attach" | "arrow" | "damage"; things: Thing[] }
  | { type: "counters"; on: Target[]; title: string }
  | { type: "marks"; thing: Thing }
  | { type: "ability"; thing: Thing }
  | { type: "nth"; things: Thing[] }
  | { type: "damage"; from: Thing | null; to: Target }
  | { type: "players"; what: "control" | "reveal"; things: Thing[] };

export type Group = "first" | "move" | "mark" | "show" | "more";

export interface Verb {
  id: string;
  label: string;
  group: Group;
  /** The key that does the same. */
  key?: string;
  act?: Action;
  ask?: Ask;
}

const PLAIN_MOVES: readonly { id: string; label: string; zone: Zone; at?: At; key?: string }[] = [
  { id: "to-battlefield", label: "Put into play", zone: "battlefield", key: "p" },
  { id: "to-graveyard", label: "Graveyard", zone: "graveyard", key: "y" },
  { id: "to-exile", label: "Exile", zone: "exile", key: "x" },
  { id: "to-hand", label: "Hand", zone: "hand", key: "h" },
  { id: "to-top", label: "Top of library", zone: "library" },
  { id: "to-bottom", label: "Bottom of library", zone: "library", at: "bottom" },
  { id: "to-random-bottom", label: "Bottom, random order", zone: "library", at: "random-bottom" },
  { id: "to-command", label: "Command zone", zone: "command" },
];

/** What can be done with these things by the viewer; nothing if they do not lie in one zone. */
export function verbsFor(scene: Scene, things: readonly Thing[]): Verb[] {
  const [first] = things;
  const { you } = scene;
  if (!first || you === null) return [];
  if (things.some(({ zone, seat }) => zone !== first.zone || seat !== first.seat)) return mixed(things);
  const isOwn = first.seat === you;
  switch (first.zone) {
    case "hand":
      return isOwn ? ofHand(scene, things) : [];
    case "battlefield":
      return isOwn ? ofBattlefield(scene, things) : ofTheirs(scene, things);
    case "stack":
      return ofStack(things, isOwn);
    case "command":
      return isOwn ? ofCommand(things) : marks(things);
    case "library":
      return [];
    case "aside":
      return [...moves(things), ...marks(things)];
    default:
      return isOwn ? [...casts(things), ...moves(things), ...marks(things)] : [...theirs(things), ...marks(things)];
  }
}

/** What happens when a thing is chosen twice, or dropped into play: the first thing that comes to mind. */
export function usual(scene: Scene, thing: Thing): Action | null {
  const { you } = scene;
  if (thing.seat !== you) return null;
  const card = seen(thing);
  const number = cardOf(thing);
  switch (thing.zone) {
    case "hand":
    case "command":
      if (number === null) return null;
      if (card && isLand(card)) return move([thing.piece], { zone: "battlefield" });
      return { type: "cast", card: number };
    case "battlefield":
      return { type: thing.tapped ? "untap" : "tap", pieces: [thing.piece] };
    case "stack":
      return { type: "resolve", piece: thing.piece, to: { zone: afterStack(thing) } };
    default:
      return null;
  }
}

/** Where a card goes from the stack when it has done what it does. */
export function afterStack(thing: Thing): Zone {
  const card = seen(thing);
  return thing.more.token?.kind === "ability" || (card && isSpell(card)) ? "graveyard" : "battlefield";
}

export function move(pieces: PieceId[], to: Place): Action {
  return { type: "move", pieces, to };
}

/** Moves things as they are best moved from where they lie: from the hand to where nobody sees them, nobody learns which they were. */
export function moveFrom(scene: Scene, things: readonly Thing[], to: Place, side?: Side): Action {
  const [first] = things;
  if (first?.zone === "hand" && isUnseen(to, side)) {
    return fromHand(
      scene.players[first.seat]!.hand,
      things.map(({ key }) => key),
      to,
      side,
    );
  }
  return { ...move(pieces(things), to), ...(side ? { side } : {}) };
}

function pieces(things: readonly Thing[]): PieceId[] {
  return things.map(({ piece }) => piece);
}

function moves(things: readonly Thing[], first: readonly string[] = []): Verb[] {
  const here = things[0]!.zone;
  const isMany = things.length > 1;
  const all = PLAIN_MOVES.filter(
    ({ id, zone }) =>
      (zone !== here || zone === "library") &&
      (id !== "to-random-bottom" || isMany) &&
      (id !== "to-command" || things.every(({ isCommander }) => isCommander)),
  ).map(({ id, label, zone, at, key }): Verb => ({
    id,
    label,
    group: first.includes(id) ? "first" : "move",
    act: move(pieces(things), { zone, ...(at === undefined ? {} : { at }) }),
    ...(key ? { key } : {}),
  }));
  return [...all, { id: "to-nth", label: "Into library at…", group: "move", ask: { type: "nth", things: [...things] } }];
}

function ofHand(scene: Scene, things: readonly Thing[]): Verb[] {
  const cards = things.flatMap((thing) => cardOf(thing) ?? []);
  const put = (id: string, label: string, zone: Zone, side: Side): Verb => ({
    id,
    label,
    group: "move",
    act: moveFrom(scene, things, { zone }, side),
  });
  const hidden = (verb: Verb): Verb =>
    verb.act?.type === "move" && isUnseen(verb.act.to) ? { ...verb, act: moveFrom(scene, things, verb.act.to) } : verb;
  const verbs = [...casts(things), ...moves(things, ["to-battlefield"])].map(hidden);
  return [
    ...verbs.map((verb) => (verb.id === "to-graveyard" ? { ...verb, label: "Discard", group: "first" as const } : verb)),
    put("face-down", "Play face down", "battlefield", "down"),
    put("exile-face-down", "Exile face down", "exile", "down"),
    {
      id: "tapped",
      label: "Put into play tapped",
      group: "move",
      act: { type: "move", pieces: pieces(things), to: { zone: "battlefield" }, tapped: true },
    },
    { id: "reveal", label: "Show to all", group: "show", key: "v", act: { type: "reveal", cards, to: "all" } },
    ...(scene.rivals.length > 1
      ? [
          {
            id: "reveal-to",
            label: "Show to…",
            group: "show" as const,
            ask: { type: "players" as const, what: "reveal" as const, things: [...things] },
          },
        ]
      : []),
  ];
}

/** One card can be cast, with either side up. */
function casts(things: readonly Thing[]): Verb[] {
  const [thing] = things;
  const card = thing && cardOf(thing);
  if (things.length !== 1 || !thing || card === null || card === undefined) return [];
  const words = seen(thing);
  if (words && isLand(words) && !words.isDouble) return [];
  const cast: Verb = { id: "cast", label: "Cast", group: "first", key: "c", act: { type: "cast", card } };
  if (!words?.isDouble) return [cast];
  return [cast, { id: "cast-back", label: "Cast other side", group: "first", act: { type: "cast", card, side: "back" } }];
}

function ofBattlefield(scene: Scene, things: readonly Thing[]): Verb[] {
  const isTapped = things.every(({ tapped }) => tapped);
  const single = things.length === 1 ? things[0]! : null;
  const all = [...things];
  const verbs: Verb[] = [
    {
      id: "tap",
      label: isTapped ? "Untap" : "Tap",
      group: "first",
      key: "q",
      act: { type: isTapped ? "untap" : "tap", pieces: pieces(isTapped ? all : all.filter(({ tapped }) => !tapped)) },
    },
    ...combat(scene, all),
    ...moves(things, ["to-graveyard"]),
    ...marks(things),
  ];
  if (!single) return verbs;
  return [...verbs, ...ofOne(scene, single)];
}

function combat(scene: Scene, things: Thing[]): Verb[] {
  if (things.every(({ more }) => more.attacks))
    return [{ id: "no-attack", label: "Stop attacking", group: "first", key: "a", act: without(scene, things) }];
  const isMine = scene.view.turn.active === scene.you;
  const attacks: Verb = { id: "attack", label: "Attack", group: isMine ? "first" : "more", key: "a", ...attack(scene, things) };
  const blocks: Verb = {
    id: "block",
    label: "Block",
    group: isMine ? "more" : "first",
    key: "b",
    ask: { type: "aim", what: "block", things },
  };
  return isMine ? [attacks, blocks] : [blocks, attacks];
}

/** The attack without these. */
function without({ players, you }: Scene, things: readonly Thing[]): Action {
  const attackers = (players[you ?? -1]?.battlefield ?? []).flatMap(({ key, piece, more }) =>
    more.attacks && !things.some((thing) => thing.key === key) ? [{ piece, target: more.attacks }] : [],
  );
  return { type: "attack", attackers };
}

/** Attackers have one opponent, or must be aimed. */
function attack(scene: Scene, things: Thing[]): Pick<Verb, "act" | "ask"> {
  const [rival, other] = scene.rivals;
  if (rival === undefined || other !== undefined) return { ask: { type: "aim", what: "attack", things } };
  return { act: attackers(scene, things, { seat: rival }) };
}

/** Declares these besides what attacks already: a new declaration takes the place of the old one. */
function attackers({ players, you }: Scene, things: readonly Thing[], target: Target): Action {
  const others = (players[you ?? -1]?.battlefield ?? []).filter(({ key }) => !things.some((thing) => thing.key === key));
  const before = others.flatMap(({ piece, more }) => (more.attacks ? [{ piece, target: more.attacks }] : []));
  return { type: "attack", attackers: [...before, ...things.map(({ piece }) => ({ piece, target }))] };
}

function blockers({ players, you }: Scene, things: readonly Thing[], attacker: PieceId): Action {
  const others = (players[you ?? -1]?.battlefield ?? []).filter(({ key }) => !things.some((thing) => thing.key === key));
  const before = others.flatMap(({ piece, more }) => (more.blocks ? [{ piece, attacker: more.blocks }] : []));
  return { type: "block", blocks: [...before, ...things.map(({ piece }) => ({ piece, attacker }))] };
}

function ofOne(scene: Scene, thing: Thing): Verb[] {
  const isDown = isFaceDown(thing);
  const card = seen(thing);
  const verbs: Verb[] = [
    {
      id: "attach",
      label: thing.more.attached ? "Attach elsewhere…" : "Attach to…",
      group: "more",
      ask: { type: "aim", what: "attach", things: [thing] },
    },
    { id: "marks", label: "Size, note, colours…", group: "mark", ask: { type: "marks", thing } },
    { id: "ability", label: "Use an ability…", group: "first", ask: { type: "ability", thing } },
    { id: "copy", label: "Make a copy", group: "more", key: "k", act: { type: "copy", piece: thing.piece, count: 1 } },
  ];
  if (thing.more.attached)
    verbs.push({ id: "detach", label: "Take off", group: "more", act: { type: "attach", piece: thing.piece } });
  if (scene.rivals.length > 0)
    verbs.push({ id: "control", label: "Give to…", group: "more", ask: { type: "players", what: "control", things: [thing] } });
  if (isDown)
    verbs.push({ id: "up", label: "Turn up", group: "first", key: "f", act: { type: "turn", piece: thing.piece, side: "up" } });
  else if (card?.isDouble) {
    verbs.push({
      id: "over",
      label: "Turn over",
      group: "first",
      key: "f",
      act: { type: "turn", piece: thing.piece, side: thing.side === "back" ? "up" : "back" },
    });
  }
  if (!isDown && cardOf(thing) !== null)
    verbs.push({ id: "down", label: "Turn face down", group: "more", act: { type: "turn", piece: thing.piece, side: "down" } });
  return verbs;
}

function ofTheirs(_scene: Scene, things: readonly Thing[]): Verb[] {
  const [thing] = things;
  const number = thing && cardOf(thing);
  const verbs = [...theirs(things), ...marks(things)];
  if (things.length !== 1 || !thing) return verbs;
  verbs.push({
    id: "ask-control",
    label: "Ask for control",
    group: "more",
    act: { type: "ask", seat: thing.seat, wish: { control: thing.piece } },
  });
  if (isFaceDown(thing) && number !== null && number !== undefined) {
    verbs.push({
      id: "ask-peek",
      label: "Ask to look at it",
      group: "show",
      act: { type: "ask", seat: thing.seat, wish: { peek: number } },
    });
  }
  verbs.push({ id: "copy", label: "Make a copy", group: "more", key: "k", act: { type: "copy", piece: thing.piece, count: 1 } });
  return verbs;
}

function theirs(things: readonly Thing[]): Verb[] {
  const single = things.length === 1 ? things[0]! : null;
  if (!single || single.zone !== "battlefield") return [];
  return [{ id: "damage", label: "Damage…", group: "first", ask: { type: "damage", from: null, to: single.piece } }];
}

function ofStack(things: readonly Thing[], isOwn: boolean): Verb[] {
  const [thing] = things;
  if (!thing || things.length > 1) return [];
  const arrow: Verb = {
    id: "arrow",
    label: "Point at…",
    group: "mark",
    key: "o",
    ask: { type: "aim", what: "arrow", things: [thing] },
  };
  if (!isOwn) return [arrow];
  const to = (zone: Zone, label: string, group: Group = "move", key?: string): Verb => ({
    id: `resolve-${zone}`,
    label,
    group,
    act: { type: "resolve", piece: thing.piece, to: { zone } },
    ...(key ? { key } : {}),
  });
  const after = afterStack(thing);
  return [
    to(after, "Resolve", "first", "p"),
    ...(["battlefield", "graveyard", "exile", "hand", "library"] as const).flatMap((zone) =>
      zone === after ? [] : [to(zone, STACK_MOVES[zone], zone === "graveyard" ? "first" : "move")],
    ),
    arrow,
  ];
}

const STACK_MOVES = {
  battlefield: "Into play",
  graveyard: "Countered: graveyard",
  exile: "Exile",
  hand: "Back to hand",
  library: "Top of library",
};

function ofCommand(things: readonly Thing[]): Verb[] {
  return [...casts(things), ...moves(things), ...marks(things)];
}

function marks(things: readonly Thing[]): Verb[] {
  const on = things.map(({ piece }) => piece);
  const title = things.length === 1 ? (seen(things[0]!)?.name ?? "Face-down card") : `${things.length} cards`;
  const verbs: Verb[] = [{ id: "counters", label: "Counters…", group: "mark", key: "+", ask: { type: "counters", on, title } }];
  if (things.length === 1)
    verbs.push({
      id: "arrow",
      label: "Point at…",
      group: "mark",
      key: "o",
      ask: { type: "aim", what: "arrow", things: [...things] },
    });
  if (things[0]!.zone === "battlefield" && things.length === 1) {
    verbs.push({
      id: "deal",
      label: "Deal damage to…",
      group: "mark",
      ask: { type: "aim", what: "damage", things: [...things] },
    });
  }
  if (things.length > 1) {
    verbs.push({ id: "random", label: "Pick one at random", group: "more", act: { type: "pick-at-random", among: on } });
    verbs.push({ id: "piles", label: "Put in a pile", group: "more", act: { type: "piles", piles: [on] } });
  }
  return verbs;
}

/** Things of several zones or players can only be counted and chosen among. */
function mixed(things: readonly Thing[]): Verb[] {
  return marks(things);
}

/** What an aim becomes once it is pointed at something; nothing if that makes no sense. */
export function aimed(scene: Scene, ask: Extract<Ask, { type: "aim" }>, target: Target): Pick<Verb, "act" | "ask"> {
  const [first] = ask.things;
  const piece = "seat" in target ? null : target;
  if (!first) return {};
  switch (ask.what) {
    case "attack":
      return { act: attackers(scene, ask.things, target) };
    case "block":
      return piece ? { act: blockers(scene, ask.things, piece) } : {};
    case "attach":
      return { act: { type: "attach", piece: first.piece, to: target } };
    case "arrow":
      return { act: { type: "arrow", from: first.piece, to: target } };
    case "damage":
      return { ask: { type: "damage", from: first, to: target } };
  }
}
