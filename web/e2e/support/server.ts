// A server for tests: the real program with the built page in it, on a port of its own, with a temporary database.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { servePage, type PageServer } from "./page";

const BIN = process.env.FACEDOWN_BIN ?? fileURLToPath(new URL("../../../target/debug/facedown", import.meta.url));

export interface Server {
  url: string;
  stop: () => Promise<void>;
  /** Stops it and deletes its database. */
  discard: () => Promise<void>;
  /** Restarts it at the same address with the same database. */
  start: () => Promise<void>;
}

/** Starts a server. Bots answer at once unless `botPause` gives them a delay in milliseconds. */
export async function startServer(botPause = 0): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "facedown-e2e-"));
  // All browsers of a test come from one address and load the page again and again.
  writeFileSync(
    join(folder, "server.toml"),
    "[limits]\nrequests-per-second = 1000\nrequest-burst = 10000\ntables-per-player = 1000\ntables-per-address = 1000\nguest-burst = 10000\nreplay-burst = 10000\n",
  );
  let listen = "127.0.0.1:0";
  let child: ChildProcess | null = null;
  let page: PageServer | null = null;
  let port = 0;
  const server: Server = {
    url: "",
    async start() {
      const args = [
        "serve",
        "--listen",
        listen,
        "--data",
        join(folder, "server.db"),
        "--config",
        join(folder, "server.toml"),
        "--bot-pause",
        String(botPause),
      ];
      const started = spawn(BIN, [...args, "--log", "warn"], { stdio: ["ignore", "pipe", "inherit"] });
      child = started;
      server.url = await new Promise<string>((done, failed) => {
        let said = "";
        started.stdout.on("data", (chunk: Buffer) => {
          said += chunk.toString();
          const address = said.match(/http:\/\/\S+/);
          if (address) done(address[0]);
        });
        started.on("error", failed);
        started.on("exit", (code) => failed(new Error(`the server exited at once (${code}): ${said}`)));
      });
      listen = server.url.replace("http://", "");
      if (!process.env.FACEDOWN_PAGE) return;
      page = await servePage(process.env.FACEDOWN_PAGE, server.url, port);
      server.url = page.url;
      port = Number(new URL(page.url).port);
    },
    async stop() {
      const running = child;
      child = null;
      await page?.close();
      page = null;
      if (!running || running.exitCode !== null) return;
      const gone = new Promise((done) => running.once("exit", done));
      running.kill("SIGTERM");
      await gone;
    },
    async discard() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
