import { beforeEach, describe, expect, it } from "vitest";
import type { Answer } from "@/lib/server/kube/kube-error";
import { ManualClock } from "@/lib/testing/manual-clock";
import { type Look, ReviewQueue } from "./review-queue";

const OK: Answer<unknown> = { ok: true, value: null };
const LIMITS = { perSecond: 50, firstPerSecond: 250 };

let clock: ManualClock;
let queue: ReviewQueue;
let asked: string[];
let answer: Answer<unknown>;

beforeEach(() => {
  clock = new ManualClock(0);
  queue = new ReviewQueue(clock, LIMITS);
  asked = [];
  answer = OK;
});

const aLook = (neededBy: number, kind: Look["kind"] = "renewal"): Look => ({ neededBy, kind, failed: null });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Asks so many questions of one look. */
function ask(name: string, look: Look, count = 1): readonly Promise<Answer<unknown>>[] {
  const post = async () => {
    asked.push(name);
    return answer;
  };
  return Array.from({ length: count }, () => queue.client({ post }, look).post("", null));
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 20) {
    clock.advance(20);
    await settled();
  }
}

describe("the line of questions to one API server", () => {
  it("lets through fifty a second, however many wait, and those of newcomers beside them", async () => {
    ask("renewal", aLook(10_000), 1_000);
    ask("newcomer", aLook(10_000, "first"), 1_000);
    await pass(2_000);
    const count = (name: string) => asked.filter((one) => one === name).length;
    // What may go out at once at the beginning is a tenth of a second's.
    expect([count("renewal"), count("newcomer")]).toEqual([2 * 50 + 5, 2 * 250 + 25]);
    expect([queue.asked, queue.waiting]).toEqual([asked.length, 2_000 - asked.length]);
  });

  it("lets through no more than fifty in any second, the first one after a pause too", async () => {
    await pass(5_000);
    const times: number[] = [];
    const post = async () => {
      times.push(clock.now());
      return OK;
    };
    const { post: inLine } = queue.client({ post }, aLook(10_000));
    for (let count = 0; count < 300; count++) void inLine("", null);
    await settled();
    await pass(4_000);
    const inSecondOf = (from: number) => times.filter((at) => at >= from && at < from + 1_000).length;
    expect(Math.max(...times.map(inSecondOf))).toBe(50);
  });

  it("keeps its pace where every timer is late", async () => {
    queue = new ReviewQueue({ monotonic: clock.monotonic, setTimer: (call, ms) => clock.setTimer(call, ms + 15) }, LIMITS);
    ask("one", aLook(10_000), 1_000);
    await pass(10_000);
    expect(asked.length).toBeGreaterThan(0.97 * 10 * 50);
  });

  it("asks first for whoever's decisions grow too old first, and in the order of coming for those that do together", async () => {
    await pass(100);
    ask("fills the line", aLook(0), 5);
    for (const [name, neededBy] of [
      ["late", 9_000],
      ["soon", 2_000],
      ["soon too", 2_000],
      ["later", 60_000],
    ] as const)
      ask(name, aLook(neededBy));
    await pass(200);
    expect(asked.slice(5)).toEqual(["soon", "soon too", "late", "later"]);
  });

  it("starves nobody: what waits long is needed before what has come after it", async () => {
    ask("one who waits", aLook(12_000));
    ask("fills the line", aLook(0), 5);
    for (let second = 0; second < 20; second++) {
      ask("others", aLook(clock.now() + 8_000), 51);
      await pass(1_000);
    }
    expect(asked.indexOf("one who waits")).toBeGreaterThan(-1);
  });

  it("looks for new rights behind all renewals, but for one question in 25", async () => {
    ask("renewal", aLook(60_000), 1_000);
    ask("more", aLook(0, "more"), 100);
    await pass(4_000);
    expect(asked.filter((one) => one === "more").length).toBe(8);
  });

  it.each([
    ["429 with Retry-After", { kind: "too-many-requests", message: "", retryAfterMs: 30_000 }, 30_000],
    ["429 without it", { kind: "too-many-requests", message: "", retryAfterMs: null }, 1_000],
    ["503 with Retry-After", { kind: "server-error", message: "", status: 503, retryAfterMs: 7_000 }, 7_000],
  ] as const)("asks nothing before the end of the pause that %s asks for, and nobody waits for it", async (_claim, error, pauseMs) => {
    answer = { ok: false, error };
    const first = ask("first", aLook(10_000));
    const waiting = ask("waiting", aLook(10_000), 100);
    await Promise.all(first);
    expect(await Promise.all(waiting)).toContainEqual({ ok: false, error });
    const before = asked.length;
    for (const at of [0, pauseMs - 20]) {
      clock.advance(at);
      expect(await Promise.all(ask("too soon", aLook(60_000)))).toEqual([{ ok: false, error }]);
    }
    expect(asked).toHaveLength(before);
    answer = OK;
    clock.advance(20);
    expect(await Promise.all(ask("after it", aLook(60_000)))).toEqual([OK]);
  });

  it("says once that the API server gives no answers, and once that it does again; a token that it does not take is an answer", async () => {
    const told: (string | null)[] = [];
    queue = new ReviewQueue(clock, LIMITS, (error) => told.push(error?.kind ?? null));
    for (const kind of ["unreachable", "timed-out", "unauthorized", null, "unreachable"] as const) {
      answer = kind === null ? OK : { ok: false, error: { kind, message: "" } };
      await Promise.all(ask("one", aLook(10_000)));
    }
    expect(told).toEqual(["unreachable", null, "unreachable"]);
  });

  it("asks nothing any more once it has ended, and says nothing of what breaks then", async () => {
    const told: unknown[] = [];
    queue = new ReviewQueue(clock, LIMITS, (error) => told.push(error));
    const waiting = ask("waiting", aLook(10_000), 20);
    await settled();
    const before = asked.length;
    queue.end();
    answer = { ok: false, error: { kind: "unreachable", message: "" } };
    await pass(60_000);
    expect([asked.length, (await Promise.all(waiting)).filter(({ ok }) => !ok).length]).toEqual([before, 20 - before]);
    expect((await Promise.all(ask("late", aLook(10_000))))[0]?.ok).toBe(false);
    expect(told).toEqual([]);
  });

  it("asks no more questions of a look once one of them has failed", async () => {
    answer = { ok: false, error: { kind: "unreachable", message: "" } };
    const look = aLook(10_000);
    const answers = ask("one", look, 30);
    await pass(1_000);
    expect((await Promise.all(answers)).filter(({ ok }) => ok)).toEqual([]);
    expect(asked.length).toBeLessThan(10);
  });
});
