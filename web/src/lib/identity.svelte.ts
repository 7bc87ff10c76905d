// Who the player is in this browser: a guest with a secret token, made up when first needed.
import type { Guest } from "../protocol/types";
import { api, setToken, Refused } from "./api";
import { tidied } from "./names";
import { stored, store, storedJson } from "./storage";

type Known = Pick<Guest, "player" | "name" | "token">;

class Identity {
  #known = $state.raw<Known | null>(storedJson<Known>("me"));
  #wish = $state(tidied(stored("name") ?? "") || madeUp());
  #hasChosen = $state(stored("named") !== null || storedJson<Known>("me") !== null);

  constructor() {
    setToken(this.#known?.token);
  }

  get token(): string | undefined {
    return this.#known?.token;
  }

  /** What the player is called, or will be. */
  get name(): string {
    return this.#known?.name ?? this.#wish;
  }

  /** Whether the player has chosen the name, and it was not made up for them. */
  get hasChosenName(): boolean {
    return this.#hasChosen;
  }

  get isKnown(): boolean {
    return this.#known !== null;
  }

  /** Registers a guest, unless there is one already. */
  async ensure(): Promise<void> {
    if (!this.#known) this.become(await api.newGuest(this.#wish));
  }

  become(guest: Guest): void {
    this.#known = { player: guest.player, name: guest.name, token: guest.token };
    store("me", JSON.stringify(this.#known));
    this.#hasChosen = true;
    setToken(guest.token);
  }

  /** Changes the name, also at the tables where the player sits. */
  async rename(name: string): Promise<void> {
    if (this.#known) {
      const renamed = await api.rename(name);
      this.#known = { ...this.#known, name: renamed.name };
      store("me", JSON.stringify(this.#known));
    }
    this.#wish = name;
    this.#hasChosen = true;
    store("name", name);
    store("named", "yes");
  }

  /** Runs a request that needs a guest. If the server no longer knows this one, a new guest is registered. */
  async doing<T>(what: () => Promise<T>): Promise<T> {
    await this.ensure();
    try {
      return await what();
    } catch (error) {
      if (!(error instanceof Refused) || error.kind !== "unauthorized") throw error;
      this.forget();
      await this.ensure();
      return await what();
    }
  }

  forget(): void {
    this.#known = null;
    store("me", null);
    setToken(undefined);
  }
}

const FIRST = ["Quiet", "Sly", "Lucky", "Velvet", "Midnight", "Brass", "Clever", "Humble", "Rusty", "Marble", "Paper", "Ginger"];
const SECOND = ["Fox", "Magpie", "Otter", "Heron", "Badger", "Moth", "Lynx", "Raven", "Hare", "Newt", "Stoat", "Owl"];

function madeUp(): string {
  const pick = (list: string[]) => list[Math.floor(Math.random() * list.length)] ?? "Guest";
  const name = `${pick(FIRST)} ${pick(SECOND)}`;
  store("name", name);
  return name;
}

export const me = new Identity();
