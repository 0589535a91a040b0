import { beforeEach, describe, expect, it, vi } from "vitest";
import { isInScope, type NamespaceScope, type WatchedKind } from "@/lib/domain/source/scope";
import type { WritingClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { ManualClock } from "@/lib/testing/manual-clock";
import { REVIEW_TIMES } from "./review-times";
import { serverScope } from "./server-scope";
import type { Told } from "./told";
import { ViewerSession } from "./viewer-session";

const { renewMs, mostAgeMs, failedMs } = REVIEW_TIMES;

const kinds = (...pairs: readonly (readonly [WatchedKind, NamespaceScope])[]) => new Map(pairs);
const known = (name: string, ...pairs: readonly (readonly [WatchedKind, NamespaceScope])[]): Told => ({ kind: "known", name, kinds: kinds(...pairs) });
const REJECTED: Told = { kind: "rejected" };
const FAILED: Told = { kind: "failed", error: { kind: "unreachable", message: "API server https://10.0.0.1: no answer" } };

let clock: ManualClock;
let told: Record<string, Told>;
let asked: string[];
let closed: string[];
let hangs: Set<string>;
/** What the API server answers to whatever is read or written as the viewer. */
let answer: Answer<unknown>;
/** How long an answer takes, in milliseconds. */
let slow: number;

beforeEach(() => {
  slow = 0;
  hangs = new Set();
  answer = { ok: true, value: {} };
  clock = new ManualClock(0);
  told = { eu: known("jane", ["workloadentries", ["shop"]]), us: REJECTED };
  asked = [];
  closed = [];
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

function aSession() {
  const server = serverScope({ known: ["eu", "us"], namespaces: null });
  for (const cluster of ["eu", "us"]) server.rights(cluster, kinds(["workloadentries", "all"], ["services", ["shop", "team"]]));
  const answered = async () => answer;
  const clientOf = (cluster: string) =>
    ({ cluster, close: async () => void closed.push(cluster), get: answered, post: answered, write: answered }) as Partial<WritingClient> as WritingClient;
  const clusters = ["eu", "us"].map((cluster) => ({
    ...{ cluster, client: clientOf(cluster) },
    ask: async () => {
      asked.push(cluster);
      if (slow > 0) await new Promise<void>((resolve) => void clock.setTimer(resolve, slow));
      if (hangs.has(cluster)) await new Promise(() => undefined);
      return told[cluster] ?? REJECTED;
    },
    askForMore: async () => null,
  }));
  return {
    server,
    session: new ViewerSession({
      ...{ words: { signIn: "token", rejected: "The API server does not take this token." }, clusters, server, readOnly: true, clock },
      times: REVIEW_TIMES,
    }),
  };
}

/** Lets what was asked be answered. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Lets so many seconds pass, each with its answers. */
async function seconds(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) {
    clock.advance(1_000);
    await settled();
  }
}

describe("a token", () => {
  it("stands for whom the cluster names, sees what it allows, and acts there by itself", async () => {
    const { session } = aSession();
    const viewer = await session.viewer();
    expect(viewer.identity).toEqual({ signIn: "token", name: "jane" });
    expect(isInScope(viewer.scope, "eu", "workloadentries", "shop")).toBe(true);
    expect(isInScope(viewer.scope, "eu", "workloadentries", "legacy")).toBe(false);
    expect([...viewer.scope.knownClusters]).toEqual(["eu"]);
    expect([viewer.clientOf("eu")?.cluster, viewer.clientOf("us")]).toEqual(["eu", undefined]);
  });

  it("never sees more than the server's own account", async () => {
    told.eu = known("root", ["workloadentries", "all"], ["services", "all"], ["nodes", "all"]);
    const { session, server } = aSession();
    const { scope } = await session.viewer();
    expect([...(scope.clusters.get("eu") ?? [])]).toEqual([
      ["workloadentries", "all"],
      ["services", ["shop", "team"]],
    ]);
    server.rights("eu", kinds(["workloadentries", ["team"]]));
    expect([...((await session.viewer()).scope.clusters.get("eu") ?? [])]).toEqual([["workloadentries", ["team"]]]);
  });

  it("learns of no cluster in which it sees nothing", async () => {
    told = { eu: known("nobody"), us: known("nobody", ["pods", "all"]) };
    const viewer = await aSession().session.viewer();
    expect([viewer.scope.clusters.size, viewer.scope.knownClusters.size, viewer.clientOf("eu")]).toEqual([0, 0, undefined]);
  });

  it("is not signed in any more once somebody signed out, also for who asked just before", async () => {
    const { session } = aSession();
    // The connections end with the session, and what was on its way with them.
    told = { eu: FAILED, us: FAILED };
    const waiting = session.viewer();
    session.signOut();
    await expect(waiting).rejects.toMatchObject({ status: 401 });
    expect(closed).toEqual(["eu", "us"]);
  });

  it("whose sign-in ended for another reason says that one to who asked just before", async () => {
    const { session } = aSession();
    told = { eu: FAILED, us: FAILED };
    const waiting = session.viewer();
    session.signOut("The provider has ended this sign-in.");
    await expect(waiting).rejects.toMatchObject({ status: 401, detail: "The provider has ended this sign-in." });
  });

  it("is reviewed once for all concurrent requests, and again after six seconds", async () => {
    const { session } = aSession();
    await Promise.all([session.viewer(), session.viewer()]);
    clock.advance(renewMs - 1);
    const first = await session.viewer();
    expect(asked).toEqual(["eu", "us"]);
    clock.advance(1);
    expect(await session.viewer()).toBe(first);
    expect(asked).toHaveLength(4);
  });

  it("that no cluster takes is refused with 401, and is asked about again no sooner than one that is taken", async () => {
    told = {};
    const { session } = aSession();
    for (const _ of [1, 2]) await expect(session.viewer()).rejects.toMatchObject({ status: 401 });
    expect(asked).toHaveLength(2);
  });

  it("that could not be asked about is refused with 503, without a word of which server kept silent", async () => {
    told = { eu: FAILED, us: REJECTED };
    const { session } = aSession();
    const refused = await session.viewer().catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(JSON.stringify(refused)).not.toContain("10.0.0.1");
    told.eu = known("jane", ["workloadentries", "all"]);
    clock.advance(failedMs);
    expect((await session.viewer()).identity).toEqual({ signIn: "token", name: "jane" });
  });

  it("is the same person while one of several clusters cannot be asked, and knows that there may be more", async () => {
    told.us = known("jane", ["workloadentries", "all"]);
    const { session } = aSession();
    const whole = await session.viewer();
    told.us = FAILED;
    clock.advance(mostAgeMs);
    const partial = await session.viewer();
    expect([whole.scope.isPartial, partial.scope.isPartial, [...partial.scope.knownClusters]]).toEqual([false, true, ["eu"]]);
    expect(partial.subject).toBe(whole.subject);
    expect(partial.held).toEqual({ clusters: new Set(["us"]), key: whole.scope.key });
    expect(partial.clientOf("us")).toBeUndefined();
  });

  it("is used by its last decision for ten seconds and no longer, where it cannot be checked", async () => {
    const { session } = aSession();
    const viewer = await session.viewer();
    told.eu = FAILED;
    clock.advance(mostAgeMs - 1);
    expect(await session.viewer()).toBe(viewer);
    await settled();
    clock.advance(1);
    await expect(session.viewer()).rejects.toMatchObject({ status: 503 });
  });

  it("comes in where the first look takes longer than its decisions count, for they are renewed at once", async () => {
    slow = mostAgeMs;
    const { session } = aSession();
    const coming = session.viewer();
    await settled();
    clock.advance(slow);
    slow = 0;
    expect((await coming).identity.name).toBe("jane");
    expect(asked).toEqual(["eu", "us", "eu", "us"]);
  });

  it("that nobody has answered for in time is refused with 503, not as if it were none", async () => {
    slow = mostAgeMs;
    const { session } = aSession();
    const coming = expect(session.viewer()).rejects.toMatchObject({ status: 503 });
    await seconds(25);
    await coming;
  });

  it("does not wait for a cluster that has failed while another one knows the viewer", async () => {
    told.us = FAILED;
    const { session } = aSession();
    await session.viewer();
    hangs.add("us");
    clock.advance(mostAgeMs);
    expect((await session.viewer()).identity.name).toBe("jane");
  });
});

describe("whoever follows a token", () => {
  async function followed() {
    const { session, server } = aSession();
    const changed = vi.fn();
    const unchecked = vi.fn<(since: ReadonlyMap<string, number>) => void>();
    const viewer = await session.viewer();
    const end = session.follow(viewer, { changed, unchecked });
    return { session, server, changed, unchecked, viewer, end };
  }

  it("hears within ten seconds that its rights are others, once, and nothing while they stay", async () => {
    const { changed } = await followed();
    clock.advance(renewMs);
    await settled();
    expect([changed.mock.calls.length, asked.length]).toEqual([0, 4]);
    told.eu = known("jane", ["workloadentries", ["team"]]);
    clock.advance(renewMs);
    await settled();
    clock.advance(renewMs);
    await settled();
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it("hears that it is not taken any more", async () => {
    const { changed } = await followed();
    told.eu = REJECTED;
    clock.advance(renewMs);
    await settled();
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["fails", () => (told.eu = FAILED)],
    ["is never answered", () => hangs.add("eu")],
  ])("keeps what it shows where a check %s, and hears after ten seconds since when", async (_claim, fail) => {
    const { changed, unchecked } = await followed();
    clock.advance(renewMs);
    await settled();
    fail();
    for (const ms of [renewMs, mostAgeMs - renewMs - 1]) {
      clock.advance(ms);
      await settled();
    }
    expect(unchecked).not.toHaveBeenCalled();
    await seconds(60);
    expect([changed.mock.calls, unchecked.mock.calls]).toEqual([[], [[new Map([["eu", renewMs]])]]]);
  });

  it.each([
    ["goes on where the rights are the same", known("jane", ["workloadentries", ["shop"]]), 0],
    ["ends where they are less", known("jane", ["workloadentries", ["team"]]), 1],
    ["ends where the token is not taken any more", REJECTED, 1],
    ["ends where somebody else has the token", known("joe", ["workloadentries", ["shop"]]), 1],
  ])("%s, once they can be checked again", async (_claim, next, ends) => {
    const { changed, unchecked } = await followed();
    told.eu = FAILED;
    await seconds(15);
    told.eu = next;
    clock.advance(failedMs);
    await settled();
    expect(changed).toHaveBeenCalledTimes(ends);
    if (ends === 0) expect(unchecked.mock.calls.map(([since]) => [...since.keys()])).toEqual([["eu"], []]);
  });

  it("hears of one cluster of several alone, and whoever has come meanwhile goes on too", async () => {
    told.us = known("jane", ["workloadentries", "all"]);
    const { session, changed, unchecked } = await followed();
    told.us = FAILED;
    await seconds(12);
    expect(unchecked.mock.calls.map(([since]) => [...since.keys()])).toEqual([["us"]]);
    const late = { changed: vi.fn(), unchecked: vi.fn() };
    session.follow(await session.viewer(), late);
    await seconds(12);
    expect([changed, late.changed, late.unchecked].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
    told.us = known("jane", ["workloadentries", "all"]);
    clock.advance(failedMs);
    await settled();
    // Who came late has the right to more now.
    expect([changed, late.changed].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  });

  it("hears at once that the server itself may read less", async () => {
    const { server, changed } = await followed();
    server.rights("us", kinds(["workloadentries", ["team"]]));
    expect(changed).not.toHaveBeenCalled();
    server.rights("eu", kinds(["workloadentries", ["team"]]));
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it("is asked about anew, at once, where the server itself may read more", async () => {
    const { server, changed } = await followed();
    told.eu = known("jane", ["workloadentries", ["shop"]], ["nodes", "all"]);
    server.rights("eu", kinds(["workloadentries", "all"], ["nodes", "all"]));
    await settled();
    expect([changed.mock.calls.length, asked.length]).toEqual([1, 4]);
  });

  it("hears that somebody signed out, and the token's connections are closed", async () => {
    const { session, changed } = await followed();
    session.close();
    expect([changed.mock.calls.length, closed, clock.timers]).toEqual([1, ["eu", "us"], 0]);
  });

  it("costs nothing once it has gone", async () => {
    const { end } = await followed();
    end();
    clock.advance(10 * renewMs);
    await settled();
    expect([asked.length, clock.timers]).toEqual([2, 0]);
  });
});

describe("something that the API server forbids a viewer", () => {
  const FORBIDDEN: Answer<unknown> = { ok: false, error: { kind: "forbidden", message: "cannot get" } };

  it.each<[string, (client: WritingClient) => Promise<unknown>]>([
    ["a read", (client) => client.get("/apis/networking.istio.io/v1/namespaces/shop/workloadentries/a")],
    ["a question", (client) => client.post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {})],
    ["a write", (client) => client.write({ verb: "delete", path: "/apis/networking.istio.io/v1/namespaces/shop/workloadentries/a", body: {} })],
  ])("has the viewer's rights asked anew at once, and withdraws what was lost: %s", async (_what, ask) => {
    const { session } = aSession();
    const viewer = await session.viewer();
    const changed = vi.fn();
    session.follow(viewer, { changed });
    const client = viewer.clientOf("eu");
    if (client === undefined) throw new Error("no client");
    const before = asked.length;
    await ask(client);
    expect(asked.slice(before)).toEqual([]);
    told.eu = known("jane");
    answer = FORBIDDEN;
    await ask(client);
    await settled();
    expect(asked.slice(before)).toEqual(["eu"]);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it("has them asked anew once, however often it is tried, until they would be asked anew anyway", async () => {
    const { session } = aSession();
    const viewer = await session.viewer();
    const leave = session.follow(viewer, { changed: vi.fn() });
    answer = FORBIDDEN;
    const before = asked.length;
    const tries = async (count: number) => {
      for (let at = 0; at < count; at++) {
        await viewer.clientOf("eu")?.get("/");
        await settled();
      }
      return asked.slice(before).filter((cluster) => cluster === "eu").length;
    };
    expect(await tries(20)).toBe(1);
    clock.advance(renewMs - 1);
    await settled();
    expect(await tries(20)).toBe(1);
    clock.advance(1);
    await settled();
    const renewed = asked.slice(before).filter((cluster) => cluster === "eu").length;
    expect(await tries(20)).toBe(renewed + 1);
    leave();
  });

  it("is asked about by whoever comes next where nobody follows", async () => {
    const { session } = aSession();
    const viewer = await session.viewer();
    answer = FORBIDDEN;
    const before = asked.length;
    await viewer.clientOf("eu")?.get("/");
    await settled();
    expect(asked.length).toBe(before);
    await session.viewer();
    expect(asked.slice(before)).toEqual(["eu"]);
  });
});
