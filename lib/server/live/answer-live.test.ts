import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scopeFromPermissions } from "@/lib/domain/source/scope";
import { RefusedChanges } from "@/lib/server/access/refused-changes";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { RateLimit, rateOf } from "@/lib/server/http/rate-limit";
import { ManualClock } from "@/lib/testing/manual-clock";
import { answerLive } from "./answer-live";
import { Hub } from "./hub";

const VIEWER = {
  subject: "somebody",
  scope: scopeFromPermissions(new Map()),
  mayWrite: false,
  clientOf: () => undefined,
  identity: { signIn: "local", name: null } as const,
};
const SHELL = { id: 1, kind: "shell", query: "", offset: 0, limit: 0 };

let clock: ManualClock;
let requests: RateLimit;
let hub: Hub;
let server: Server;
let address: string;
let sockets: Socket[];
beforeEach(() => {
  // What is refused has its line in the log.
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  clock = new ManualClock(0);
  hub = aHub(100);
  requests = new RateLimit(rateOf(50), clock.monotonic);
  sockets = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  hub.closeAll();
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function aHub(streams: number): Hub {
  const fleet = liveFleet([], clock.now);
  const beat = () => ({ now: clock.now(), clusters: [], problems: [{ context: null, title: "x".repeat(20_000), detail: "", fix: "" }] });
  const limits = { streams, streamsOfViewer: streams };
  return new Hub({ fleet, lists: new StandingLists(fleet), clock, pace: { beatMs: 5_000, frameMs: 50 }, build: "b", beat, newId: () => "id", limits });
}

async function serve(patienceMs?: number): Promise<void> {
  const answer = answerLive(
    async () => ({ hub, requests, refusedChanges: new RefusedChanges(clock.monotonic), signIn: { kind: "local", viewerOf: async () => VIEWER } }),
    patienceMs,
  );
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/live`;
}

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(address).origin, ...headers },
    body: JSON.stringify(body),
  });
}

/** Reads until these words have come. */
async function heard(answer: Response, words: string): Promise<string> {
  const reader = answer.body?.getReader();
  let text = "";
  while (!text.includes(words)) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    text += new TextDecoder().decode(part.value);
  }
  return text;
}

/** A reader that asks for a stream and takes nothing of it. */
function aDeafReader(): Socket {
  const socket = connect(Number(new URL(address).port), "127.0.0.1", () => socket.write("GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  socket.pause();
  sockets.push(socket);
  return socket;
}

describe("a stream from the server in front", () => {
  it("begins with hello, a beat and the views that were asked for, and no proxy keeps it", async () => {
    await serve();
    const answer = await post({ views: [SHELL] });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    expect(answer.headers.get("cache-control")).toContain("no-transform");
    expect(await heard(answer, '"t":"snapshot"')).toMatch(/^event: hello\ndata: \{"stream":"id".*\n\nevent: beat\n/);
  });

  it("has other views once they are set", async () => {
    await serve();
    const stream = await fetch(address);
    expect((await post({ stream: "id", views: [SHELL] })).status).toBe(204);
    expect(await heard(stream, '"t":"snapshot"')).toContain('"t":"snapshot","v":1');
  });

  it("is closed when its reader goes, and ends for the reader when the server ends it", async () => {
    await serve();
    const abort = new AbortController();
    await fetch(address, { signal: abort.signal });
    expect(hub.streams).toBe(1);
    abort.abort();
    await vi.waitFor(() => expect(hub.streams).toBe(0));
    const stream = await fetch(address);
    hub.closeAll();
    expect(await stream.text()).toContain("event: beat");
  });

  it("keeps a bounded rest for a reader that takes nothing, and is closed when that has lasted", async () => {
    await serve(100);
    const sent = vi.fn();
    server.once("connection", (socket: Socket) => sent.mockImplementation(() => socket.writableLength));
    aDeafReader();
    await vi.waitFor(() => expect(hub.streams).toBe(1));
    // More than the sockets of both ends hold.
    for (let at = 0; at < 800; at++) {
      clock.advance(5_000);
      await new Promise(setImmediate);
      expect(sent()).toBeLessThan(400_000);
    }
    await vi.waitFor(() => expect(hub.streams).toBe(0));
  });
});

describe("a crowd of requests", () => {
  it("does not keep whoever else asks from an answer until all of it is answered", async () => {
    await serve();
    const answered: string[] = [];
    vi.spyOn(hub, "setViews").mockImplementation(() => {
      answered.push("of the crowd");
      return true;
    });
    // All of it is read before any of it is looked at.
    const answer = answerLive(async () => ({
      hub,
      requests,
      refusedChanges: new RefusedChanges(clock.monotonic),
      signIn: { kind: "local", viewerOf: async () => VIEWER },
    }));
    const incoming = () =>
      Object.assign(Readable.from([Buffer.from('{"stream":"id","views":[]}')]), {
        ...{ method: "POST", headers: { host: "localhost", "sec-fetch-site": "same-origin", "content-type": "application/json" } },
      });
    const response = { writeHead: () => ({ end: () => undefined }) };
    const crowd = Array.from({ length: 40 }, () => answer(incoming() as never, response as never));
    const other = (async () => {
      while (answered.length === 0) await new Promise(setImmediate);
      answered.push("somebody else");
    })();
    await Promise.all([...crowd, other]);
    expect(answered.indexOf("somebody else")).toBeLessThan(12);
  });
});

describe("what the server in front refuses", () => {
  const problemOf = async (answer: Response) => ((await answer.json()) as { detail: string }).detail;

  it.each([
    ["a page of another site", () => post({ views: [] }, { origin: "http://elsewhere.example" }), 403, /another site/],
    ["somebody who does not say where he comes from", () => fetch(address, { method: "POST", body: "{}" }), 403, /a page of this server/],
    ["another type", () => post({ views: [] }, { "content-type": "text/plain" }), 415, /application\/json/],
    ["another shape", () => post({ views: 3 }), 400, /./],
    ["a stream that nobody has", () => post({ stream: "other", views: [] }), 404, /open another/],
    ["views that cost too much", () => post({ views: Array.from({ length: 128 }, (_, id) => ({ ...SHELL, id, kind: "entries", limit: 500 })) }), 413, /8000/],
    ["a body that is too large", () => post({ views: "x".repeat(70_000) }), 413, /at most 65536 bytes/],
  ])("%s", async (_what, ask, status, words) => {
    await serve();
    const answer = await ask();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
    expect(await problemOf(answer)).toMatch(words);
    expect(hub.streams).toBe(0);
  });

  it("one who asks more often than a viewer may, to one, and who may come again later", async () => {
    requests = new RateLimit({ perSecond: 0.2, burst: 3 }, clock.monotonic);
    await serve();
    const ask = () => post({ stream: "other", views: [] });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([404, 404, 404]);
    const answer = await ask();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "5"]);
    expect(await problemOf(answer)).toContain("STOLOS_REQUESTS_PER_VIEWER");
    clock.advance(5_000);
    expect([(await ask()).status, (await ask()).status]).toEqual([404, 429]);
  });

  it("a stream that is one too many, which may come again later", async () => {
    hub = aHub(1);
    await serve();
    await fetch(address);
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "10"]);
    expect(await problemOf(answer)).toContain("STOLOS_MAX_STREAMS");
  });
});
