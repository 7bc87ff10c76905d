// What the viewer is doing at the board: what is selected, aimed, dragged, read, and which panel is open.
import { getContext, setContext } from "svelte";
import { store, stored } from "../../../lib/storage";
import type { Action, Place, Seat, Target, Zone } from "../../../protocol/games/spellbook";
import { isLand, isSpell } from "../model/printed";
import { cardOf, seen, type Key, type Thing } from "../model/scene";
import { NOTHING, only, turned } from "../model/select";
import { ORDERS, type Order } from "../model/sort";
import type { Scene } from "../model/table";
import { aimed, moveFrom, usual, verbsFor, type Ask, type Verb } from "../model/verbs";

export type Panel =
  | { type: "ask"; ask: Exclude<Ask, { type: "aim" }> }
  | { type: "zone"; seat: Seat; zone: Zone }
  | { type: "token" }
  | { type: "dice" }
  | { type: "tools" }
  | { type: "verbs" }
  | { type: "player"; seat: Seat }
  | { type: "number"; what: NumberAsk }
  | { type: "concede" };

const SHOWING = "spellbook large";

export type NumberAsk = "draw" | "look" | "bottom" | "mill" | "random" | "undo";

/** What a press must move to be a drag, in pixels, and how long it must last to be a wish to read, in milliseconds. */
const FAR = 7;
const LONG = 450;

export interface Dragging {
  things: Thing[];
  /** How wide the card is that follows the pointer. */
  width: number;
  x: number;
  y: number;
}

const KEY = Symbol("spellbook");

export function share(control: Control): Control {
  return setContext(KEY, control);
}

export function control(): Control {
  return getContext<Control>(KEY);
}

export class Control {
  readonly #scene: () => Scene;
  readonly #act: (action: Action) => void;
  readonly canAct: () => boolean;
  readonly name: (seat: number) => string;

  selected: ReadonlySet<Key> = $state.raw(NOTHING);
  aim: Extract<Ask, { type: "aim" }> | null = $state.raw(null);
  panel: Panel | null = $state.raw(null);
  /** What is shown large. */
  reading: Thing | null = $state.raw(null);
  /** Read because it was asked for, and not only pointed at. */
  isHeld = $state(false);
  /** The next one that is chosen joins those that are. */
  isAdding = $state(false);
  /** In which order the hand is held on this page. */
  handOrder: Order = $state("as they lie");
  /** Cards are shown large when they are pointed at. */
  isShowing = $state(stored(SHOWING) !== "no");
  dragging: Dragging | null = $state.raw(null);
  /** Where the keyboard is. */
  cursor: Key | null = $state(null);

  readonly things: Thing[] = $derived.by(() => [...this.selected].flatMap((key) => this.#scene().things.get(key) ?? []));
  readonly verbs: Verb[] = $derived.by(() => verbsFor(this.#scene(), this.things));

  #press: {
    thing: Thing;
    x: number;
    y: number;
    id: number;
    width: number;
    canDrag: boolean;
    timer: ReturnType<typeof setTimeout> | undefined;
  } | null = null;
  #wasDrag = false;

  constructor(scene: () => Scene, act: (action: Action) => void, canAct: () => boolean, name: (seat: number) => string) {
    this.#scene = scene;
    this.#act = act;
    this.canAct = canAct;
    this.name = name;
  }

  get scene(): Scene {
    return this.#scene();
  }

  act = (action: Action): void => {
    this.#act(action);
    this.panel = null;
    if (MOVES.includes(action.type)) this.clear();
  };

  clear(): void {
    this.selected = NOTHING;
    this.aim = null;
    this.isAdding = false;
  }

  choose(thing: Thing, isMore = false): void {
    this.cursor = thing.key;
    if (this.aim) return this.point(thing.piece);
    if (isMore || this.isAdding) {
      this.selected = turned(this.selected, thing.key);
    } else {
      const isOnly = this.selected.size === 1 && this.selected.has(thing.key);
      this.selected = isOnly ? NOTHING : only(thing.key);
    }
  }

  chooseAll(things: readonly Thing[]): void {
    this.selected = only(...things.map(({ key }) => key));
  }

  /** Points what is aimed at a player or a thing. */
  point(target: Target): void {
    const { aim } = this;
    if (!aim) return;
    this.aim = null;
    this.run(aimed(this.scene, aim, target));
  }

  ask(ask: Ask): void {
    if (ask.type === "aim") {
      this.aim = ask;
      this.panel = null;
    } else this.panel = { type: "ask", ask };
  }

  run = (verb: Pick<Verb, "act" | "ask">): void => {
    if (verb.act) this.act(verb.act);
    else if (verb.ask) this.ask(verb.ask);
  };

  /** Does the first thing that comes to mind with this. */
  use(thing: Thing): void {
    const action = usual(this.scene, thing);
    if (action && this.canAct()) this.act(action);
  }

  /** Moves things by dropping them, or by choosing a place for them. */
  drop(things: readonly Thing[], to: Place): void {
    const [first] = things;
    if (!first || !this.canAct()) return;
    const isSame = things.every(({ zone, seat }) => zone === to.zone && (to.seat === undefined || seat === to.seat));
    if (isSame && to.zone !== "battlefield") return;
    const card = things.length === 1 ? cardOf(first) : null;
    const words = seen(first);
    const isFromHand = first.zone === "hand" || first.zone === "command";
    const wantsStack = to.zone === "stack" || (to.zone === "battlefield" && isFromHand && words !== null && isSpell(words));
    if (wantsStack && card !== null && !(words && isLand(words))) return this.act({ type: "cast", card });
    if (to.zone === "stack") return;
    if (first.zone === "stack") return this.act({ type: "resolve", piece: first.piece, to });
    this.act(moveFrom(this.scene, things, to));
  }

  read(thing: Thing | null, isHeld = false): void {
    this.reading = thing;
    this.isHeld = isHeld && thing !== null;
  }

  sortHand(): void {
    this.handOrder = ORDERS[(ORDERS.indexOf(this.handOrder) + 1) % ORDERS.length]!;
  }

  turnShowing(): void {
    this.isShowing = !this.isShowing;
    store(SHOWING, this.isShowing ? null : "no");
  }

  /** A finger or a mouse goes down on a thing: it may become a tap, a drag or a wish to read. */
  down(thing: Thing, event: PointerEvent, width: number, canDrag = true): void {
    if (event.button !== 0) return;
    this.#wasDrag = false;
    const timer = event.pointerType === "mouse" ? undefined : setTimeout(() => this.#long(thing), LONG);
    this.#press = { thing, x: event.clientX, y: event.clientY, id: event.pointerId, width, timer, canDrag };
  }

  moved = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    if (!this.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
      clearTimeout(press.timer);
      if (!press.canDrag || !this.canAct() || this.aim) return;
      const isAmong = this.selected.has(press.thing.key);
      this.read(null);
      this.dragging = { things: isAmong ? this.things : [press.thing], width: press.width, x: event.clientX, y: event.clientY };
      return;
    }
    this.dragging = { ...this.dragging, x: event.clientX, y: event.clientY };
  };

  up = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    clearTimeout(press.timer);
    this.#press = null;
    const { dragging } = this;
    if (!dragging) return;
    this.dragging = null;
    this.#wasDrag = true;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-drop]");
    under?.dispatchEvent(
      new CustomEvent("drop-things", { detail: { things: dragging.things, x: event.clientX, y: event.clientY } }),
    );
  };

  cancelled = (): void => {
    clearTimeout(this.#press?.timer);
    this.#press = null;
    this.dragging = null;
  };

  /** Whether a click is the end of a drag or of a long press, and means nothing. */
  get isSpent(): boolean {
    const was = this.#wasDrag;
    this.#wasDrag = false;
    return was;
  }

  #long(thing: Thing): void {
    this.#press = null;
    this.#wasDrag = true;
    this.read(thing, true);
  }
}

/** After these, nothing is selected any more: it lies elsewhere. */
const MOVES: readonly Action["type"][] = ["move", "cast", "resolve", "from-hand", "attack", "block", "attach", "control"];

/** What a place on which things can be dropped is told. */
export type Dropped = CustomEvent<{ things: Thing[]; x: number; y: number }>;

/** Marks an element as a place for things; they go there through `drop`, or through what is given. */
export function takes(control: Control, to: Place, take?: (dropped: Dropped["detail"], element: HTMLElement) => void) {
  return (element: HTMLElement) => {
    element.dataset.drop = to.zone;
    const drop = (event: Event) => {
      const { detail } = event as Dropped;
      if (take) take(detail, element);
      else control.drop(detail.things, to);
    };
    element.addEventListener("drop-things", drop);
    return () => element.removeEventListener("drop-things", drop);
  };
}
