import { afterEach, describe, expect, it } from "vitest";
import { scopeFromPermissions } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { ManualClock } from "@/lib/testing/manual-clock";
import { Hub } from "./hub";
import { openStream } from "./open-stream";

const VIEWER = { subject: "somebody", scope: scopeFromPermissions(new Map()), mayWrite: false };
const clock = new ManualClock(0);
const fleet = liveFleet([], clock.now);

/** Every beat has another problem to tell, and tells it whole. */
function aHub() {
  const problem = () => ({ context: null, title: `${clock.now()} ${"x".repeat(20_000)}`, detail: "", fix: "" });
  const beat = () => ({ now: clock.now(), clusters: [], problems: [problem()] });
  return new Hub({ fleet, lists: new StandingLists(fleet), clock, pace: { beatMs: 5_000, frameMs: 50 }, build: "", beat, newId: () => "id" });
}

let hub = aHub();
afterEach(() => {
  hub.closeAll();
  hub = aHub();
});

describe("a stream as an HTTP answer", () => {
  it("is one that no proxy keeps, and begins with hello", async () => {
    const response = openStream(hub, VIEWER, new AbortController().signal);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("no-transform");
    const part = await response.body?.getReader().read();
    expect(new TextDecoder().decode(part?.value)).toMatch(/^event: hello\ndata: \{.*\}\n\n/);
  });

  it("is closed once when the reader cancels, and does not complain", async () => {
    const abort = new AbortController();
    const response = openStream(hub, VIEWER, abort.signal);
    expect(hub.streams).toBe(1);
    await response.body?.cancel();
    expect(hub.streams).toBe(0);
    abort.abort();
    expect(hub.streams).toBe(0);
  });

  it("is closed when the request is given up, before or after it was opened", async () => {
    const abort = new AbortController();
    const response = openStream(hub, VIEWER, abort.signal);
    abort.abort();
    expect(hub.streams).toBe(0);
    openStream(hub, VIEWER, AbortSignal.abort());
    expect(hub.streams).toBe(0);
    const reader = response.body?.getReader();
    while (!(await reader?.read())?.done) expect(hub.streams).toBe(0);
  });

  it("ends for the reader when the server ends it", async () => {
    const reader = openStream(hub, VIEWER, new AbortController().signal).body?.getReader();
    hub.closeAll();
    let parts = 0;
    while (!(await reader?.read())?.done) parts++;
    expect(parts).toBe(2);
  });

  it("keeps no more than a quarter of a megabyte for a reader that does not read", async () => {
    const reader = openStream(hub, VIEWER, new AbortController().signal).body?.getReader();
    clock.advance(100 * 5_000);
    hub.closeAll();
    let bytes = 0;
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) bytes += part.value.byteLength;
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(300_000);
  });
});
