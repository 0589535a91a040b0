import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";
import { Heard } from "@/lib/testing/heard";

const VIEWS = [
  { id: 1, kind: "shell", query: "", offset: 0, limit: 0 },
  { id: 2, kind: "entries", query: "", offset: 0, limit: 60 },
  // Those that the writer changes: of a list by harm they leave the first rows as others fall ill.
  { id: 3, kind: "entries", query: "q=bench", offset: 0, limit: 60 },
];

const PATIENCE_MS = 60_000;

/** A browser that shows the list of entries, and in another tab a filtered one: when each of its words came for the first time, and how long its snapshots took. */
export interface Honest {
  readonly beganMs: number;
  /** When a frame with these words came; milliseconds since 1970, or undefined. */
  seenAt(words: string): number | undefined;
  end(): void;
}

/** Opens the stream of one page and resolves once it has all its snapshots. */
export async function openHonest(address: string): Promise<Honest> {
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const began = performance.now();
  const headers = { "content-type": "application/json", origin: address };
  const { statusCode, body } = await request(`${address}/api/live`, { method: "POST", headers, body: JSON.stringify({ views: VIEWS }), dispatcher: agent });
  if (statusCode !== 200) throw new Error(`The honest reader was answered ${statusCode}: ${await body.text()}`);
  const heard = new Heard(/bench-\d+-\d+\./g);
  let broken: Error | null = null;
  body.on("error", (error) => {
    broken = error;
  });
  body.on("data", (part: Buffer) => heard.take(part, Date.now()));
  while (!VIEWS.every(({ id }) => heard.hasSnapshot(id))) {
    if (broken !== null) throw broken;
    if (performance.now() - began > PATIENCE_MS) throw new Error("The honest reader has not all its snapshots after a minute.");
    await wait(5);
  }
  return { beganMs: performance.now() - began, seenAt: (words) => heard.firstAt(words), end: () => void agent.destroy() };
}

/** Asks for the health of the server, each time over a connection that stays, until it is ended; gives the milliseconds of each answer. */
export function askHealth(address: string): { end(): Promise<readonly number[]> } {
  const agent = new Agent({ connections: 1 });
  const took: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      const ok = await request(`${address}/api/healthz`, { dispatcher: agent, headersTimeout: PATIENCE_MS / 2 }).then(
        async ({ statusCode, body }) => (await body.text()) === "ok\n" && statusCode === 200,
        () => false,
      );
      took.push(ok ? performance.now() - began : Number.POSITIVE_INFINITY);
      await wait(50);
    }
  })();
  const end = async () => {
    isOver = true;
    await asking;
    await agent.close();
    return took;
  };
  return { end };
}
