// A table that is being set up: what the form holds, and the request that it becomes.
import type { BotInfo, GameInfo, NewTable, OptionInfo, SeatChoice, Spectators, TableClock } from "../../protocol/types";
import { preferences } from "../../lib/preferences.svelte";
import { botOf, usualSeats } from "../../lib/tables";

export type Value = OptionInfo["usual"];
/** Who sits on a seat: the host, somebody with the link, anybody, or a bot. */
export type Sitter = "you" | "invited" | "open" | `bot:${string}`;

export class Draft {
  readonly game: GameInfo;
  sitters = $state<Sitter[]>([]);
  values = $state<Record<string, Value>>({});
  /** Whether only those with the link find the table. A seat for anybody is for those who find it in the lobby. */
  isPrivate = $state(true);
  spectators = $state<"none" | "live" | "delayed">("live");
  clock = $state<"none" | "decision" | "game">("none");
  seconds = $state(60);
  minutes = $state(10);
  increment = $state(5);
  /** Who plays for somebody who is gone: the rules' own choice, or a bot. */
  absent = $state("fallback");
  grace = $state(60);

  constructor(game: GameInfo) {
    this.game = game;
    const others = Array.from({ length: usualSeats(game) - 1 }, (): Sitter => `bot:${botOf(game, preferences.level)}`);
    this.sitters = ["you", ...others];
    this.values = Object.fromEntries(game.options.map(({ key, usual }) => [key, usual]));
  }

  get bots(): BotInfo[] {
    return this.game.bots;
  }

  /** Whether one person plays with bots: nobody waits for anybody then. */
  get isSolo(): boolean {
    return this.sitters.every((sitter) => sitter === "you" || sitter.startsWith("bot:"));
  }

  /** Seats somebody. Whoever wants anybody to come wants the table to be found. */
  seat(at: number, sitter: Sitter): void {
    if (sitter === "you") {
      const old = this.sitters.indexOf("you");
      if (old >= 0) this.sitters[old] = this.sitters[at] ?? "invited";
    }
    this.sitters[at] = sitter;
    if (sitter === "open") this.isPrivate = false;
  }

  /** Lists the table or not. At a table that nobody can find, a seat for anybody is one for a friend. */
  list(isPrivate: boolean): void {
    this.isPrivate = isPrivate;
    if (isPrivate) this.sitters = this.sitters.map((sitter) => (sitter === "open" ? "invited" : sitter));
  }

  get hasFreeSeats(): boolean {
    return this.sitters.some((sitter) => sitter === "open" || sitter === "invited");
  }

  resize(count: number): void {
    const wanted = Math.min(this.game.most, Math.max(this.game.least, count));
    const last = this.sitters.at(-1);
    const more: Sitter = last && last !== "you" ? last : `bot:${botOf(this.game, preferences.level)}`;
    while (this.sitters.length < wanted) this.sitters.push(more);
    this.sitters.length = wanted;
  }

  /** An option that depends on another one means nothing without it. */
  matters(option: OptionInfo): boolean {
    return option.needs === undefined || this.values[option.needs] === true;
  }

  request(): NewTable {
    const chosen = this.game.options.filter(
      (option) => this.matters(option) && JSON.stringify(this.values[option.key]) !== JSON.stringify(option.usual),
    );
    const sit = this.sitters.indexOf("you");
    return {
      game: this.game.name,
      options: Object.fromEntries(chosen.map(({ key }) => [key, this.values[key]])),
      seats: this.sitters.map(seatChoice),
      private: this.isPrivate,
      autostart: true,
      spectators: this.#spectators(),
      clock: this.#clock(),
      absent: this.absent === "fallback" ? "fallback" : { bot: this.absent },
      grace: this.grace,
      pace: preferences.speed,
      ...(sit >= 0 ? { sit } : {}),
    };
  }

  #spectators(): Spectators {
    return this.spectators === "delayed" ? { delayed: 60 } : this.spectators;
  }

  #clock(): TableClock {
    if (this.clock === "decision") return { decision: this.seconds };
    if (this.clock === "game") return { game: { seconds: this.minutes * 60, increment: this.increment } };
    return "none";
  }
}

function seatChoice(sitter: Sitter): SeatChoice {
  if (sitter.startsWith("bot:")) return { bot: sitter.slice(4) };
  return sitter === "invited" ? "invited" : "open";
}
