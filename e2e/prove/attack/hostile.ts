import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";

/** How many views one stream may hold whose rows are as many as are given; and so many are asked for at a time by whoever knows no limit. */
const AS_MANY_AS_GIVEN = 13;
const WITHOUT_LIMIT = 128;
const AGAIN_MS = 3_000;

const agent = new Agent({ connections: null, headersTimeout: 0, bodyTimeout: 0 });
const headersOf = (origin: string) => ({ "content-type": "application/json", origin });
let asked = 0;

/** What the attack was answered with so far: how often each status. */
export type Answers = Readonly<Record<string, number>>;

/** The other process: `hostile ADDRESS STREAMS`. It ends with the one that started it, and tells what it was answered when asked. */
export async function runHostile(address: string, streams: number): Promise<void> {
  const answers: Record<string, number> = {};
  const count = (what: string) => {
    answers[what] = (answers[what] ?? 0) + 1;
  };
  process.on("message", () => process.send?.(answers));
  process.on("disconnect", () => process.exit(0));
  for (let at = 0; at < streams; at++) void attack(address, at, count);
  await wait(2_000);
  process.send?.(answers);
}

/** One hostile browser: one in four reads nothing, one in four asks for more than it may, the others for all that they may, again and again. */
async function attack(address: string, at: number, count: (what: string) => void): Promise<void> {
  if (at % 10 === 0) slowBody(address);
  for (;;) {
    try {
      if (at % 4 === 1) await askWithoutLimit(address, count);
      else await holdStream(address, at % 4 === 2, count);
    } catch {
      count("broken");
    }
    await wait(AGAIN_MS / 3);
  }
}

function views(count: number): readonly object[] {
  return Array.from({ length: count }, (_, id) => ({ id, kind: "entries", query: `q=!z${asked++}_I&sort=-age`, offset: 0, limit: 480 }));
}

async function askWithoutLimit(address: string, count: (what: string) => void): Promise<void> {
  const body = JSON.stringify({ views: views(WITHOUT_LIMIT) });
  const answer = await request(`${address}/api/live`, { method: "POST", headers: headersOf(address), body, dispatcher: agent });
  count(String(answer.statusCode));
  // Where it is not refused, the stream stays open.
  if (answer.statusCode === 200) for await (const _part of answer.body);
  else await answer.body.text();
}

async function holdStream(address: string, reads: boolean, count: (what: string) => void): Promise<void> {
  const body = JSON.stringify({ views: views(AS_MANY_AS_GIVEN) });
  const answer = await request(`${address}/api/live`, { method: "POST", headers: headersOf(address), body, dispatcher: agent });
  count(String(answer.statusCode));
  if (answer.statusCode !== 200) return void (await answer.body.text());
  let name = "";
  answer.body.on("error", () => undefined);
  answer.body.on("data", (part: Buffer) => {
    name ||= /"stream":"([^"]+)"/.exec(part.toString())?.[1] ?? "";
    // Whoever reads nothing leaves its socket full.
    if (!reads && name !== "") answer.body.pause();
  });
  while (!answer.body.destroyed) {
    await wait(AGAIN_MS);
    const again = JSON.stringify({ stream: name, views: views(AS_MANY_AS_GIVEN) });
    const set = await request(`${address}/api/live`, { method: "POST", headers: headersOf(address), body: again, dispatcher: agent });
    count(String(set.statusCode));
    await set.body.text();
    if (set.statusCode === 404) return;
  }
}

/** A body that never ends; cut, it begins again. */
function slowBody(address: string): void {
  const socket = connect(Number(new URL(address).port), "127.0.0.1", () => {
    socket.write("POST /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
  });
  socket.on("error", () => undefined);
  socket.resume();
  socket.once("close", () => setTimeout(() => slowBody(address), 1_000));
}
