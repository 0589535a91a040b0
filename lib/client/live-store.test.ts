import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Heartbeat } from "@/lib/contract/status";
import type { StreamStatus } from "./live-connection";
import type { PageListener } from "./live-source";
import { LiveStore } from "./live-store";
import { viewKey, type WantedView } from "./view-key";

const A: WantedView = { kind: "entries", query: "", offset: 0, limit: 50 };
const beat = (now: number): Heartbeat => ({ now, clusters: [], problems: [] });

const heard = (phase: StreamStatus["phase"], change: Partial<StreamStatus> = {}): StreamStatus => ({
  ...{ phase, beat: null, beatAgeMs: 0, build: "", viewer: "", loss: "", isWithdrawn: false },
  ...change,
});

function aStore(build = "", viewer = "") {
  let now = 100;
  const cache = new QueryClient();
  const store = new LiveStore(cache, beat(1_000), build, () => now, viewer);
  const wanted: (readonly WantedView[])[] = [];
  const [wake, handOver, signedOut] = [vi.fn(), vi.fn(), vi.fn()];
  let listener: PageListener | null = null;
  const close = store.connect((of) => {
    listener = of;
    return { want: (views) => wanted.push(views), wake, handOver, signedOut, close: () => undefined };
  });
  const told = (): PageListener => {
    if (listener === null) throw new Error("the store has connected");
    return listener;
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { store, cache, wanted, told, pass, close, wake, handOver, signedOut };
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

  it("says that the page stands still while one of its views may show a cluster that could not be checked, the frame apart", async () => {
    const { store, told } = aStore();
    const unchecked = { kind: "stale" as const, asOf: 1, reason: "", lost: "check" as const };
    const cluster = { sources: [], skewMs: null, version: null };
    const clusters = [
      { ...cluster, cluster: "eu", freshness: unchecked },
      { ...cluster, cluster: "us", freshness: { kind: "live" as const, asOf: 1, reason: "" } },
    ];
    store.want({ ...A, kind: "shell" });
    store.want({ ...A, query: "cluster=us" });
    told().status(heard("live", { beat: { now: 1, clusters, problems: [] } }));
    expect(store.status.standsStill).toBe(false);
    for (const query of ["cluster=eu", ""]) {
      const leave = store.want({ ...A, query });
      await Promise.resolve();
      expect(store.status.standsStill).toBe(true);
      leave();
      await Promise.resolve();
      expect(store.status.standsStill).toBe(false);
    }
    store.want(A);
    await Promise.resolve();
    told().status(heard("live", { beat: beat(2) }));
    expect(store.status.standsStill).toBe(false);
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
    told().status(heard("live", { beat: beat(5_000), beatAgeMs: 3_000 }));
    expect(store.serverNow()).toBe(8_000);
    pass(1_000);
    told().status(heard("lost", { beat: beat(5_000), beatAgeMs: 4_000 }));
    expect(store.serverNow()).toBe(9_000);
  });

  it("is lost since the moment it first heard so, until it is live again", () => {
    const { store, told, pass } = aStore();
    const since: (number | null)[] = [];
    store.subscribe(() => since.push(store.status.since));
    told().status(heard("lost"));
    pass(5_000);
    told().status(heard("lost"));
    told().status(heard("connecting"));
    told().status(heard("live", { beat: beat(9_000) }));
    expect(since).toEqual([1_000, 1_000, 1_000, null]);
  });

  it("doubts everything it has after a sleep, until it is live again", () => {
    const { store, told } = aStore();
    told().status(heard("live", { beat: beat(5_000) }));
    told().doubt();
    expect(store.status).toMatchObject({ phase: "lost", since: 0 });
    told().status(heard("connecting", { beat: beat(5_000) }));
    expect(store.status.since).toBe(0);
    told().status(heard("live", { beat: beat(6_000) }));
    expect(store.status).toMatchObject({ phase: "live", since: null });
  });

  it("knows a stream that is held back from one that is out of reach", () => {
    const { store, told } = aStore();
    told().status(heard("lost"));
    expect(store.status.loss).toBe("out of reach");
    told().status(heard("lost", { loss: "held back" }));
    expect(store.status.loss).toBe("held back");
  });

  it("asks for a stream at once where somebody signs in", () => {
    const { store, wake, handOver, signedOut } = aStore();
    store.wake();
    store.handOver();
    store.signedOut();
    for (const told of [wake, handOver, signedOut]) expect(told).toHaveBeenCalledTimes(1);
  });

  describe("and a server of another build", () => {
    const reload = vi.fn();
    beforeEach(() => {
      vi.useFakeTimers();
      reload.mockClear();
      vi.stubGlobal("window", { location: { reload } });
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });

    it("believes nothing of a stream of somebody else, and loads itself anew", () => {
      const { store, told } = aStore("one", "jane");
      told().status(heard("live", { beat: beat(2_000), viewer: "jane" }));
      expect(store.status.beat.now).toBe(2_000);
      told().status(heard("live", { beat: beat(3_000), viewer: "joe" }));
      expect(store.status).toMatchObject({ phase: "lost", loss: "another viewer", beat: { now: 2_000 } });
      vi.advanceTimersByTime(10_000);
      expect(reload).toHaveBeenCalledTimes(1);
    });

    it.each(["", "one"])("believes none of it, and loads itself anew (drawn by %j)", (drawnBy) => {
      const { store, told, pass } = aStore(drawnBy);
      pass(20_000);
      told().status(heard("live", { build: "one" }));
      told().status(heard("lost"));
      told().status(heard("live", { beat: beat(9_000), build: "two" }));
      expect(store.status).toMatchObject({ phase: "lost", loss: "another version", beat: { now: 1_000 } });
      vi.advanceTimersByTime(0);
      expect(reload).toHaveBeenCalledTimes(1);
    });

    it("knows it by the first word of the stream, where another server had drawn the page", () => {
      const { store, told } = aStore("one");
      told().status(heard("connecting", { build: "two" }));
      expect(store.status.loss).toBe("another version");
    });

    it("does not load itself again and again while two versions answer in turn", () => {
      const { store, told } = aStore("one");
      told().status(heard("live", { build: "two" }));
      vi.advanceTimersByTime(9_800);
      expect(reload).not.toHaveBeenCalled();
      told().status(heard("live", { beat: beat(2_000), build: "one" }));
      vi.advanceTimersByTime(60_000);
      expect(reload).not.toHaveBeenCalled();
      expect(store.status.phase).toBe("live");
    });
  });

  it("asks anew for what the page shows of the record once a stream that was lost has come back, as rights may be less since", async () => {
    const { cache, told } = aStore();
    const isStale = (key: string) => cache.getQueryState([key, "of a machine"])?.isInvalidated;
    for (const key of ["past", "history", "view"]) cache.setQueryData([key, "of a machine"], {});
    told().status(heard("live", { beat: beat(1_000) }));
    told().status(heard("live", { beat: beat(2_000) }));
    told().status(heard("lost"));
    expect(["past", "history", "view"].map(isStale)).toEqual([false, false, false]);
    told().status(heard("live", { beat: beat(3_000) }));
    expect(["past", "history", "view"].map(isStale)).toEqual([true, true, false]);
  });

  it("has what stands open asked for anew once a lost stream has come back, and once the viewer is not let in any more, but not while it is out of reach", () => {
    const { store, told } = aStore();
    const askedAfter = (status: StreamStatus) => {
      told().status(status);
      return store.askedAnew;
    };
    const lost = (loss: StreamStatus["loss"], isWithdrawn = false) => askedAfter(heard("lost", { loss, isWithdrawn }));
    expect([askedAfter(heard("live", { beat: beat(1_000) })), askedAfter(heard("live", { beat: beat(2_000) }))]).toEqual([0, 0]);
    expect([lost(""), lost("held back"), lost("signed out"), askedAfter(heard("live", { beat: beat(3_000) }))]).toEqual([0, 0, 0, 1]);
    expect([lost(""), lost("not allowed", true), lost("not allowed", true), askedAfter(heard("live", { beat: beat(4_000) }))]).toEqual([1, 2, 2, 3]);
  });

  it("takes away what views and the record told once the viewer is not let in any more, once for each time", () => {
    const { store, cache, told } = aStore();
    const keys = ["view", "past", "history"];
    const fill = () => {
      for (const key of keys) cache.setQueryData([key, "of a machine"], { told: "a secret" });
    };
    const kept = () => keys.map((key) => cache.getQueryData([key, "of a machine"]));
    fill();
    told().status(heard("lost", { loss: "signed out" }));
    expect([kept().length, kept().includes(undefined), store.withdrawals]).toEqual([3, false, 0]);
    told().status(heard("lost", { loss: "signed out", isWithdrawn: true }));
    expect([kept(), store.withdrawals, store.status.isWithdrawn]).toEqual([[undefined, undefined, undefined], 1, true]);
    told().status(heard("live", { beat: beat(1_000) }));
    fill();
    told().status(heard("lost", { loss: "not allowed", isWithdrawn: true }));
    expect([kept(), store.withdrawals]).toEqual([[undefined, undefined, undefined], 2]);
  });
});
