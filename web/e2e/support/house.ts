// A server for tests: the real program with the built page in it, on a port of its own, with a database that is thrown away.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = process.env.FACEDOWN_BIN ?? fileURLToPath(new URL("../../../target/debug/facedown", import.meta.url));

export interface House {
  url: string;
  stop: () => Promise<void>;
  /** Stops it for good and throws its database away. */
  discard: () => Promise<void>;
  /** Starts it again at the same address, with everything that it had. */
  start: () => Promise<void>;
}

/** Opens a house. Bots do not pretend to think, unless it is said how long. */
export async function openHouse(botPause = 0): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), "facedown-e2e-"));
  // All browsers of a test come from one address and load the page again and again.
  writeFileSync(
    join(folder, "house.toml"),
    "[limits]\nrequests-per-second = 1000\nrequest-burst = 10000\ntables-per-player = 1000\ntables-per-address = 1000\nguest-burst = 10000\nreplay-burst = 10000\n",
  );
  let listen = "127.0.0.1:0";
  let child: ChildProcess | null = null;
  const house: House = {
    url: "",
    async start() {
      const args = [
        "serve",
        "--listen",
        listen,
        "--data",
        join(folder, "house.db"),
        "--config",
        join(folder, "house.toml"),
        "--bot-pause",
        String(botPause),
      ];
      const started = spawn(BIN, [...args, "--log", "warn"], { stdio: ["ignore", "pipe", "inherit"] });
      child = started;
      house.url = await new Promise<string>((done, failed) => {
        let said = "";
        started.stdout.on("data", (chunk: Buffer) => {
          said += chunk.toString();
          const address = said.match(/http:\/\/\S+/);
          if (address) done(address[0]);
        });
        started.on("error", failed);
        started.on("exit", (code) => failed(new Error(`the house closed at once (${code}): ${said}`)));
      });
      listen = house.url.replace("http://", "");
    },
    async stop() {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null) return;
      const gone = new Promise((done) => running.once("exit", done));
      running.kill("SIGTERM");
      await gone;
    },
    async discard() {
      await house.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await house.start();
  return house;
}
