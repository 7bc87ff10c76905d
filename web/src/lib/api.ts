// The server's HTTP API, typed. A refused request throws `Refused`.
import type {
  AuditReport,
  Games,
  GameSummary,
  Guest,
  Kind,
  Link,
  Log,
  Me,
  NewTable,
  NewTableInfo,
  Pace,
  PeerTableInfo,
  PeerTables,
  Refusal,
  Rematch,
  Replay,
  ReplayOf,
  ScenarioOf,
  OwnSeat,
  Sit,
  TableFilter,
  TableInfo,
  Tables,
  SessionScope,
} from "../protocol/types";

/** What `facedown scenario` takes. */
export type Scenario = Record<string, unknown>;

let bearer: string | undefined;

/** Sets the token for all further requests; called by the identity. */
export function setToken(token: string | undefined): void {
  bearer = token;
}

/** A request that the server refused. */
export class Refused extends Error {
  readonly kind: string;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.kind = refusal.kind;
  }
}

export const api = {
  newGuest: (name: string) => ask<Guest>("POST", "/guests", { name }),
  me: () => ask<Me>("GET", "/me"),
  rename: (name: string) => ask<Me>("POST", "/me", { name }),
  signOut: (which: SessionScope) => ask<void>("POST", "/me/sign-out", { which }),
  myTables: () => ask<Tables>("GET", "/me/tables"),
  makeLink: () => ask<Link>("POST", "/me/link"),
  useLink: (code: string) => ask<Guest>("POST", "/link", { code }),
  join: (code: string) => ask<NewTableInfo>("POST", "/join", { code }),
  games: () => ask<Games>("GET", "/games"),
  tables: (filter: TableFilter) => ask<Tables>("GET", `/tables${query(filter)}`),
  newTable: (table: NewTable) => ask<NewTableInfo>("POST", "/tables", table),
  table: (id: string, code?: string) => ask<TableInfo>("GET", `/tables/${id}${query({ code })}`),
  peerTables: () => ask<PeerTables>("GET", "/peers"),
  peerTable: (id: string, code?: string) => ask<PeerTableInfo>("GET", `/peers/${id}${query({ code })}`),
  sit: (id: string, sit: Sit) => ask<OwnSeat>("POST", `/tables/${id}/sit`, sit),
  leave: (id: string) => ask<void>("POST", `/tables/${id}/leave`),
  kick: (id: string, seat: number) => ask<void>("POST", `/tables/${id}/kick`, { seat }),
  forgive: (id: string) => ask<void>("POST", `/tables/${id}/forgive`),
  start: (id: string) => ask<void>("POST", `/tables/${id}/start`),
  resign: (id: string) => ask<void>("POST", `/tables/${id}/resign`),
  setPace: (id: string, pace: Pace) => ask<void>("POST", `/tables/${id}/pace`, { pace }),
  rematch: (id: string, rematch: Rematch) => ask<NewTableInfo>("POST", `/tables/${id}/rematch`, rematch),
  log: (id: string, before: number, code?: string) => ask<Log>("GET", `/tables/${id}/log${query({ before, code })}`),
  record: (id: string, code?: string) => ask<unknown>("GET", `/tables/${id}/record${query({ code })}`),
  replay: (id: string, as?: string, code?: string) => ask<Replay>("GET", `/tables/${id}/replay${query({ as, code })}`),
  summary: (id: string, code?: string) => ask<GameSummary>("GET", `/tables/${id}/summary${query({ code })}`),
  audit: (id: string, code?: string) => ask<AuditReport>("GET", `/tables/${id}/audit${query({ code })}`),
  replayOf: (what: ReplayOf) => ask<Replay>("POST", "/replay", what),
  scenario: (id: string, actions: number, code?: string) =>
    ask<Scenario>("GET", `/tables/${id}/scenario${query({ actions, code })}`),
  scenarioOf: (what: ScenarioOf) => ask<Scenario>("POST", "/scenario", what),
};

/** A sentence for people about anything that went wrong. */
export function sentence(error: unknown): string {
  if (error instanceof Refused) return messageFor(error);
  return "Can’t reach the server. Check your connection and try again.";
}

/** Sentences for refusals whose own message is meant for programs. */
const TECHNICAL: Partial<Record<Kind, string>> = {
  malformed: "The server could not read that. Check what you entered and try again.",
  "not-json": "The server could not read that. Reload the page and try again.",
  "no-such-action": "That move is not possible now. Have another look.",
  "unknown-kind": "This page is out of date. Reload it.",
  "id-reused": "Something went wrong. Reload the page and try again.",
  "hello-first": "Something went wrong. Reload the page and try again.",
  "hello-twice": "Something went wrong. Reload the page and try again.",
  "foreign-origin": "This page may not talk to the server. Open it at the server’s own address.",
  "too-large": "That is too long.",
  unauthorized: "The server no longer knows you. Go to the lobby to play as a new guest.",
  unavailable: "The server can’t do that right now. Try again in a moment.",
  internal: "Something went wrong on the server. Try again in a moment.",
  "bad-code": "This code does not work. Check it, or ask for a new link.",
};

/** The sentence that a player reads about a refusal. */
export function messageFor({ kind, message }: Pick<Refusal, "kind" | "message">): string {
  return TECHNICAL[kind as Kind] ?? upper(message);
}

function upper(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** A request to a path of the API, for what has a module of its own. */
export const askServer = <T>(method: string, path: string, body?: unknown): Promise<T> => ask<T>(method, path, body);

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = {};
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(`/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  throw new Refused(await refusal(response));
}

/** The refusal in a response. A response that is none, for instance from a proxy, counts as `unavailable`. */
async function refusal(response: Response): Promise<Refusal> {
  try {
    const body = (await response.json()) as Refusal;
    if (typeof body.kind === "string" && typeof body.message === "string") return body;
  } catch {
    // Not JSON: handled below.
  }
  return { kind: "unavailable", message: "" };
}

function query(parts: object): string {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== "");
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}
