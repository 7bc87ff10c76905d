// The keys of the board: single letters for what is done most, arrows from thing to thing.
import type { Key as Binding } from "../../../lib/keys";
import type { Action } from "../../../protocol/games/spellbook";
import { DIRECTIONS, nextTo } from "../model/spatial";
import type { Control, Panel } from "./control.svelte";

export function keysOf(table: Control, root: HTMLElement | undefined): Binding[] {
  const moves = DIRECTIONS.map((direction): Binding => ({ key: direction, run: () => root && step(table, root, direction) }));
  const escape: Binding = {
    key: "Escape",
    what: "select nothing",
    run: () => table.clear(),
  };
  return [...moves, escape, ...(table.canAct() ? acting(table) : [])];
}

function acting(table: Control): Binding[] {
  const { scene } = table;
  const { view, you } = scene;
  const act = (key: string, what: string, action: Action): Binding => ({ key, what, run: () => table.act(action) });
  const open = (key: string, what: string, panel: Panel): Binding => ({ key, what, run: () => (table.panel = panel) });
  const back: Binding = act("Backspace", "take back", { type: "take-back" });
  if (view.phase.type === "mulligans") return [act("m", "mulligan", { type: "mulligan" }), back];
  if (view.phase.type !== "playing" || you === null) return [];
  const isMine = view.turn.active === you;
  const onSelected = table.verbs.flatMap(({ key, label, act, ask }): Binding[] =>
    key ? [{ key, what: label, run: () => table.run({ ...(act ? { act } : {}), ...(ask ? { ask } : {}) }) }] : [],
  );
  const { things } = table;
  const plus = things.map(({ piece }) => piece);
  const counted: Binding[] =
    things.length > 0 && things.every(({ zone }) => zone === "battlefield")
      ? [
          {
            key: "=",
            what: "a +1/+1 counter",
            run: () => plus.forEach((on) => table.act({ type: "count", on, counter: "+1/+1", by: 1 })),
          },
          {
            key: "-",
            what: "a +1/+1 counter less",
            run: () => plus.forEach((on) => table.act({ type: "count", on, counter: "+1/+1", by: -1 })),
          },
        ]
      : [];
  const reading: Binding[] =
    things.length === 1 ? [{ key: "r", what: "read the card", run: () => table.read(things[0]!, true) }] : [];
  return [
    ...onSelected,
    ...counted,
    ...reading,
    act("d", "draw a card", { type: "draw", count: 1 }),
    open("e", "draw several cards", { type: "number", what: "draw" }),
    act("s", "shuffle the library", { type: "shuffle" }),
    act("u", "untap all", { type: "untap-all" }),
    open("w", "look at the top of the library", { type: "number", what: "look" }),
    act("f", "search the library", { type: "search" }),
    open("t", "make a token", { type: "token" }),
    open("i", "dice and coins", { type: "dice" }),
    open("g", "your graveyard", { type: "zone", seat: you, zone: "graveyard" }),
    open(".", "all actions", { type: "tools" }),
    act("[", "lose 1 life", { type: "life", seat: you, by: -1 }),
    act("]", "gain 1 life", { type: "life", seat: you, by: 1 }),
    isMine ? act("n", "next step", { type: "next-step" }) : act("n", "ask to wait", { type: "hold" }),
    ...(isMine
      ? [act(" ", "next step", { type: "next-step" }), act("0", "end the turn", { type: "end-turn" })]
      : [act(" ", "let go on", { type: "pass" })]),
    back,
  ];
}

/** Moves the focus to the next thing in a direction. */
function step(table: Control, root: HTMLElement, direction: (typeof DIRECTIONS)[number]): void {
  const all = [...root.querySelectorAll<HTMLElement>("[data-thing]")].filter((one) => !one.closest("dialog"));
  const middle = (element: HTMLElement) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const here = all.find((one) => one === document.activeElement) ?? all.find(({ dataset }) => dataset.thing === table.cursor);
  if (!here) return all.at(-1)?.focus();
  const others = all.filter((one) => one !== here);
  others[nextTo(middle(here), others.map(middle), direction)]?.focus();
}
