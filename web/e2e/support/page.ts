// Serves the page from a folder in front of a running server, so that a changed page is tested without building the server again:
// FACEDOWN_PAGE=dist/page. Everything else goes to the server unchanged.
import { existsSync, readFileSync } from "node:fs";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { extname, join } from "node:path";

export interface PageServer {
  url: string;
  close: () => Promise<void>;
}

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Listens on this port, or on any free one. The headers of the page are those that the server sends with its own. */
export async function servePage(folder: string, server: string, port = 0): Promise<PageServer> {
  const upstream = new URL(server);
  const policy = await headersOf(server);
  const front = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? "/", server);
    if (pathname.startsWith("/api/")) return forward(asked, answer, upstream);
    const name = extname(pathname) === "" ? "index.html" : pathname;
    const file = join(folder, name);
    if (!existsSync(file)) return answer.writeHead(404).end();
    const isPacked = existsSync(`${file}.br`) && (asked.headers["accept-encoding"] ?? "").includes("br");
    const headers = { ...policy, "content-type": TYPES[extname(name)] ?? "text/plain" };
    answer.writeHead(200, isPacked ? { ...headers, "content-encoding": "br" } : headers);
    return answer.end(readFileSync(isPacked ? `${file}.br` : file));
  });
  const sockets = new Set<{ destroy: () => unknown }>();
  front.on("upgrade", (asked, client, head) => {
    const socket = connect(Number(upstream.port), upstream.hostname, () => {
      const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
      for (let at = 0; at < asked.rawHeaders.length; at += 2) lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`);
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      socket.write(head);
      socket.pipe(client).pipe(socket);
    });
    sockets.add(client);
    const end = () => {
      sockets.delete(client);
      client.destroy();
      socket.destroy();
    };
    for (const one of [client, socket]) one.on("error", end).on("close", end);
  });
  await new Promise<void>((ready) => front.listen(port, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      front.closeAllConnections();
      await new Promise((closed) => front.close(closed));
    },
  };
}

function forward(asked: IncomingMessage, answer: ServerResponse, { hostname, port }: URL): void {
  const sent = request({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  sent.on("error", () => answer.destroy());
  asked.pipe(sent);
}

/** The headers with which the server protects its page, such as the content security policy. */
async function headersOf(server: string): Promise<Record<string, string>> {
  const { headers } = await fetch(server);
  const own = ["content-type", "content-length", "content-encoding", "etag", "cache-control", "vary", "date", "connection"];
  return Object.fromEntries([...headers].filter(([name]) => !own.includes(name) && !name.startsWith("transfer")));
}
