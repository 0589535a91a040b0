import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import type { Beat } from "@/lib/contract/status";
import type { LiveListener } from "./live-connection";
import { LiveStore } from "./live-store";
import { viewKey, type WantedView } from "./view-key";

const A: WantedView = { kind: "entries", query: "", offset: 0, limit: 50 };
const beat = (now: number): Beat => ({ now, clusters: [], problems: [] });

function aStore() {
  let now = 100;
  const cache = new QueryClient();
  const store = new LiveStore(cache, beat(1_000), () => now);
  const wanted: (readonly WantedView[])[] = [];
  let listener: LiveListener | null = null;
  const close = store.connect((of) => {
    listener = of;
    return { want: (views) => wanted.push(views), close: () => undefined };
  });
  const told = (): LiveListener => {
    if (listener === null) throw new Error("the store has connected");
    return listener;
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { store, cache, wanted, told, pass, close };
}

describe("a page's live store", () => {
  it("tells what its parts want once for all that changes together, and each view once", async () => {
    const { store, wanted } = aStore();
    const [first, second] = [store.want(A), store.want(A)];
    await Promise.resolve();
    expect(wanted).toEqual([[A]]);
    first();
    await Promise.resolve();
    expect(wanted.at(-1)).toEqual([A]);
    second();
    await Promise.resolve();
    expect(wanted.at(-1)).toEqual([]);
  });

  it("keeps views that somebody wants, and no others", () => {
    const { store, cache, told } = aStore();
    const update = { kind: "state" as const, state: { head: {}, rows: [] } };
    told().view(viewKey(A), update);
    expect(cache.getQueryData(["view", viewKey(A)])).toBeUndefined();
    store.want(A);
    told().view(viewKey(A), update);
    expect(cache.getQueryData(["view", viewKey(A)])).toEqual(update);
  });

  it("counts server time from its last beat, less the beat's own age", () => {
    const { store, told, pass } = aStore();
    pass(250);
    expect(store.serverNow()).toBe(1_250);
    told().status({ phase: "live", beat: beat(5_000), beatAgeMs: 3_000, build: "" });
    expect(store.serverNow()).toBe(8_000);
    pass(1_000);
    told().status({ phase: "lost", beat: beat(5_000), beatAgeMs: 4_000, build: "" });
    expect(store.serverNow()).toBe(9_000);
  });

  it("is lost since the moment it first heard so, until it is live again", () => {
    const { store, told, pass } = aStore();
    const heard: (number | null)[] = [];
    store.subscribe(() => heard.push(store.status.since));
    told().status({ phase: "lost", beat: null, beatAgeMs: 0, build: "" });
    pass(5_000);
    told().status({ phase: "lost", beat: null, beatAgeMs: 0, build: "" });
    told().status({ phase: "connecting", beat: null, beatAgeMs: 0, build: "" });
    told().status({ phase: "live", beat: beat(9_000), beatAgeMs: 0, build: "" });
    expect(heard).toEqual([1_000, 1_000, 1_000, null]);
  });

  it("begins anew with a server of another build", () => {
    const reload = vi.fn();
    vi.stubGlobal("window", { location: { reload } });
    const { told } = aStore();
    told().status({ phase: "live", beat: null, beatAgeMs: 0, build: "one" });
    told().status({ phase: "lost", beat: null, beatAgeMs: 0, build: "" });
    expect(reload).not.toHaveBeenCalled();
    told().status({ phase: "live", beat: null, beatAgeMs: 0, build: "two" });
    expect(reload).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });
});
