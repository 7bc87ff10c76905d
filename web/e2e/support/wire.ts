// Acts at a table over a WebSocket, without the page, to reach the state in which a test begins.
import type { Page } from "@playwright/test";
import { viewOf, type Json } from "../../src/protocol/delta";
import { VERSION } from "../../src/protocol/types";

export interface Seen<View, Action> {
  view: View;
  /** Empty, if this player is not waited for. */
  legal: Action[];
}

/** What a player sees of a table and may do there, without going there. */
export async function look<View, Action = unknown>(page: Page, table: string, token: string): Promise<Seen<View, Action>> {
  const { view, own, legal } = await visit<{ view: Json; own?: Json; legal: Action[] }>(page, table, token);
  return { view: viewOf(view, own) as View, legal };
}

/** Every action has an id of its own. */
let acts = 0;

/** Carries out an action for a player; resolves when the server has confirmed it. */
export async function act(page: Page, table: string, token: string, action: unknown): Promise<void> {
  acts += 1;
  await visit(page, table, token, { id: `way-${acts}`, action });
}

function visit<Answer>(page: Page, table: string, token: string, doing?: { id: string; action: unknown }): Promise<Answer> {
  return page.evaluate(
    ([path, token, version, doing]) =>
      new Promise<Answer>((done, failed) => {
        const socket = new WebSocket(`ws://${location.host}${path}`);
        const end = (answer: unknown) => {
          socket.close();
          done(answer as Answer);
        };
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", version, token }));
        socket.onerror = () => failed(new Error("no connection"));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(String(data)) as { type?: string; a?: string; message?: string } & {
            view?: unknown;
            own?: unknown;
            legal?: unknown[];
            waiting: number[];
            you: number;
          };
          if (message.type === "welcome") {
            if (doing) return socket.send(JSON.stringify({ type: "act", ...doing }));
            if (message.view)
              end({
                view: message.view,
                own: message.own,
                legal: message.waiting.includes(message.you) ? (message.legal ?? []) : [],
              });
          }
          if (message.type === "refused") failed(new Error(message.message));
          if (doing && (message.a === doing.id || message.type === "done")) end(null);
        };
      }),
    [`/api/v1/tables/${table}/ws`, token, VERSION, doing] as const,
  );
}
