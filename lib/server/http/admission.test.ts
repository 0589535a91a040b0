import { beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ADMISSION_LIMITS, Admission, type AdmissionLimits, type Leave } from "./admission";

let clock: ManualClock;
let busy: boolean;
let log: string[];
let running: Map<string, Leave>;

beforeEach(() => {
  clock = new ManualClock(0);
  busy = true;
  log = [];
  running = new Map();
});

/** Runs two at once, so that the tests show an order. */
const admissionOf = (limits: Partial<AdmissionLimits> = {}) =>
  new Admission(
    () => ({ ...ADMISSION_LIMITS, running: 2, ...limits }),
    clock,
    () => busy,
  );

/** Sends a request. `log` records its start or refusal. */
async function send(admission: Admission, client: string, name: string, signal?: AbortSignal): Promise<void> {
  const leave = await admission.enter(client, signal);
  log.push(`${leave === null ? "refuse" : "start"} ${name}`);
  if (leave !== null) running.set(name, leave);
}

async function end(...names: string[]): Promise<void> {
  for (const name of names) running.get(name)?.();
  await turn();
}

const turn = async () => {
  for (let at = 0; at < 3; at++) await new Promise(setImmediate);
};

describe("the admission of requests", () => {
  it("runs as many at once as its limit and starts the next when one ends", async () => {
    const admission = admissionOf();
    for (const name of ["a1", "a2", "a3", "a4"]) void send(admission, "a", name);
    await turn();
    expect(log).toEqual(["start a1", "start a2"]);
    await end("a1");
    expect(log).toEqual(["start a1", "start a2", "start a3"]);
    await end("a1");
    expect(log).toHaveLength(3);
  });

  it("starts a client with one request before the rest of a client with many", async () => {
    const admission = admissionOf();
    for (let at = 1; at <= 20; at++) void send(admission, "a", `a${at}`);
    void send(admission, "b", "b1");
    void send(admission, "c", "c1");
    await turn();
    await end("a1");
    await end("a2");
    expect(log.slice(2)).toEqual(["start b1", "start c1"]);
    await end("b1", "c1");
    expect(log.slice(4)).toEqual(["start a3", "start a4"]);
  });

  it("refuses requests beyond the queue of one client, and none of another client", async () => {
    const admission = admissionOf({ queuedOfClient: 3 });
    for (let at = 1; at <= 7; at++) void send(admission, "a", `a${at}`);
    void send(admission, "b", "b1");
    await turn();
    expect(log).toEqual(["start a1", "start a2", "refuse a6", "refuse a7"]);
    expect(admission.queued).toBe(4);
  });

  it("refuses the newest request of the longest queue when the whole queue is full", async () => {
    const admission = admissionOf({ queued: 4 });
    for (let at = 1; at <= 6; at++) void send(admission, "a", `a${at}`);
    await turn();
    void send(admission, "b", "b1");
    await turn();
    expect(log).toEqual(["start a1", "start a2", "refuse a6"]);
    for (const name of ["c1", "d1", "e1"]) void send(admission, name, name);
    await turn();
    expect([log.slice(3), admission.queued]).toEqual([["refuse a5", "refuse a4", "refuse e1"], 4]);
  });

  it("starts more while the process is idle, because then all running ones wait for something else", async () => {
    const admission = admissionOf({ runningWhileIdle: 4 });
    for (const name of ["a1", "a2", "a3", "a4", "a5"]) void send(admission, name, name);
    await turn();
    busy = false;
    clock.advance(100);
    await turn();
    expect(log).toEqual(["start a1", "start a2", "start a3", "start a4"]);
  });

  it("gives one client at most its share of an idle process", async () => {
    const admission = admissionOf({ runningOfClient: 3 });
    for (let at = 1; at <= 6; at++) void send(admission, "a", `a${at}`);
    busy = false;
    clock.advance(200);
    void send(admission, "b", "b1");
    clock.advance(20);
    await turn();
    expect(log).toEqual(["start a1", "start a2", "start a3", "start b1"]);
  });

  it("refuses a request that waited for ten seconds", async () => {
    const admission = admissionOf();
    for (const name of ["a1", "a2", "a3"]) void send(admission, "a", name);
    clock.advance(10_000);
    await turn();
    expect(log).toEqual(["start a1", "start a2"]);
    clock.advance(20);
    await turn();
    expect(log).toEqual(["start a1", "start a2", "refuse a3"]);
    expect([admission.queued, clock.timers]).toEqual([0, 0]);
  });

  it("drops a queued request whose client has gone", async () => {
    const admission = admissionOf();
    const gone = new AbortController();
    for (const name of ["a1", "a2"]) void send(admission, "a", name);
    void send(admission, "a", "a3", gone.signal);
    void send(admission, "a", "a4");
    gone.abort();
    await turn();
    await end("a1");
    expect(log).toEqual(["start a1", "start a2", "refuse a3", "start a4"]);
  });

  it("never lets new clients overtake one that waits", async () => {
    const admission = admissionOf({ running: 1 });
    for (const name of ["v1", "v2", "v3"]) void send(admission, "v", name);
    await turn();
    for (let at = 1; at <= 5; at++) {
      void send(admission, `x${at}`, `x${at}`);
      await turn();
      await end([...running.keys()].at(-1) ?? "");
    }
    expect(log).toEqual(["start v1", "start x1", "start v2", "start x2", "start x3", "start v3"]);
  });

  it("starts another client after 250 ms when one request holds the only place of a busy process", async () => {
    const admission = admissionOf({ running: 1 });
    void send(admission, "a", "a1");
    void send(admission, "a", "a2");
    void send(admission, "b", "b1");
    await turn();
    clock.advance(240);
    await turn();
    expect(log).toEqual(["start a1"]);
    clock.advance(20);
    await turn();
    expect(log).toEqual(["start a1", "start b1"]);
    clock.advance(1_000);
    await turn();
    expect(log).toEqual(["start a1", "start b1"]);
  });

  it("starts nothing while it pauses for connections", async () => {
    const pauses: (() => void)[] = [];
    const limits = { ...ADMISSION_LIMITS, running: 1 };
    const admission = new Admission(
      () => limits,
      clock,
      () => busy,
      (then) => pauses.push(then),
    );
    void send(admission, "a", "a1");
    await turn();
    await end("a1");
    void send(admission, "b", "b1");
    await turn();
    expect(log).toEqual(["start a1"]);
    for (const then of pauses) then();
    await turn();
    expect(log).toEqual(["start a1", "start b1"]);
  });
});
