// Tables without a trusted server, and players who join them as their programs do: with keys and signatures.
import { createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from "node:crypto";
import type { Page } from "@playwright/test";
import { ANY } from "./games";

export interface PeerTable {
  table: string;
  code: string;
  relay: string;
}

export interface Player {
  key: KeyObject;
  public: string;
}

export async function newPeerTable(server: string, more: Record<string, unknown> = {}): Promise<PeerTable> {
  const settings = { game: ANY.name, rules: 1, options: {}, seats: 4, think: 60, grace: 300, escrow: null, ...more };
  return ask<PeerTable>(`${server}/api/v1/peers`, settings, "");
}

/** Joins with a new key. */
export async function joinPeerTable(server: string, at: PeerTable, name: string): Promise<Player> {
  const seed = randomBytes(32);
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  const key = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: "der", type: "pkcs8" });
  const raw = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32);
  const nonce = randomBytes(32);
  const message = Buffer.concat([about("join", at), text(name), nonce]);
  const signature = sign(null, message, key).toString("hex");
  const body = { name, key: raw.toString("hex"), nonce: nonce.toString("hex"), signature };
  await ask(`${server}/api/v1/peers/${at.table}/join`, body, at.code);
  return { key, public: raw.toString("hex") };
}

/** Lets the players agree on a genesis and, if they are to, say that they are done. `page` is any page of the server. */
export async function playPeers(page: Page, at: PeerTable, players: Player[], isOver: boolean): Promise<void> {
  const prove = (player: number, nonce: string) => {
    const { key, public: own } = players[player]!;
    const message = Buffer.concat([about("hello", at), Buffer.from(nonce, "hex")]);
    return { key: own, signature: sign(null, message, key).toString("hex") };
  };
  await page.exposeFunction("prove", prove);
  await page.evaluate(
    async ({ at, count, isOver }) => {
      const ends = Array.from({ length: count }, async (_, player) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/v1/peers/${at.table}/ws?code=${at.code}`);
        const send = (message: object) => socket.send(JSON.stringify(message));
        await new Promise<void>((done) => {
          socket.onmessage = async ({ data }) => {
            const message = JSON.parse(String(data)) as { type: string; nonce: string; table?: { state: string } };
            const prove = (globalThis as unknown as { prove: (player: number, nonce: string) => Promise<object> }).prove;
            if (message.type === "challenge") send({ type: "hello", v: 1, since: 0, seat: await prove(player, message.nonce) });
            if (message.type === "welcome") send({ type: "genesis", bytes: "AAEC" });
            if (message.type === "begun") {
              if (isOver) send({ type: "over" });
              else done();
            }
            if (message.table?.state === "over") done();
          };
        });
        socket.close();
      });
      await Promise.all(ends);
    },
    { at, count: players.length, isOver },
  );
}

function about(what: string, at: PeerTable): Buffer {
  return Buffer.concat([Buffer.from(`facedown/relay/v1/${what}`), Buffer.from(at.relay, "hex"), text(at.table)]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

async function ask<T>(url: string, body: object, code: string): Promise<T> {
  const headers = { "content-type": "application/json", "facedown-code": code };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
