import { beforeEach, describe, expect, it } from "vitest";
import type { PatchFrame } from "@/lib/contract/views/frames";
import type { LiveListener, StreamStatus } from "./live-connection";
import { FORGET_MS, inOneTask, LiveRelay } from "./live-relay";
import type { FromWorker } from "./live-source";
import type { ViewUpdate } from "./live-views";
import { viewKey, type WantedView } from "./view-key";

const view = (query: string): WantedView => ({ kind: "entries", query, offset: 0, limit: 50 });
const [A, B] = [view("a"), view("b")];
const state = (total: number): ViewUpdate => ({ kind: "state", state: { head: { total }, rows: [] } });

let now: number;
let calls: string[];
let held: Map<string, ViewUpdate>;
let status: StreamStatus;
let listener: LiveListener;
let relay: LiveRelay;

beforeEach(() => {
  now = 0;
  calls = [];
  held = new Map();
  status = { phase: "live", beat: null, beatAgeMs: 7, build: "", viewer: "", loss: "", isWithdrawn: false };
  relay = new LiveRelay(
    (of) => {
      listener = of;
      return {
        get status() {
          return status;
        },
        want: (views) => calls.push(`want ${views.map(({ query }) => query).join()}`),
        start: () => calls.push("start"),
        stop: () => calls.push("stop"),
        reopen: (evenYoung) => calls.push(evenYoung ? "reopen even a young one" : "reopen"),
        handOver: () => calls.push("hand over"),
        updateOf: (key) => held.get(key) ?? null,
      };
    },
    () => now,
  );
});

function aPage() {
  const heard: FromWorker[] = [];
  const say = relay.join((message) => heard.push(message));
  const views = () => heard.flatMap((message) => (message.t === "view" ? [message.update] : []));
  return { heard, say, views };
}

describe("the relay of a browser's pages", () => {
  it("wants what any page wants, and tells each page of its own views only", () => {
    const [one, other] = [aPage(), aPage()];
    one.say({ t: "want", views: [A], turn: 0 });
    other.say({ t: "want", views: [A, B], turn: 0 });
    expect(calls.slice(-2)).toEqual(["want a,a,b", "start"]);
    listener.view(viewKey(B), state(1), null);
    expect([one.views(), other.views()]).toEqual([[], [state(1)]]);
  });

  it("asks again for a page that is new while nothing is shown any more: the server has just drawn it for its viewer", () => {
    aPage().say({ t: "want", views: [A], turn: 0 });
    status = { ...status, phase: "lost", loss: "not allowed", isWithdrawn: true };
    expect(calls).not.toContain("reopen");
    const late = aPage();
    late.say({ t: "want", views: [A], turn: 0 });
    expect(calls.at(-1)).toBe("reopen");
    late.say({ t: "want", views: [A, B], turn: 1 });
    expect(calls.filter((call) => call === "reopen")).toHaveLength(1);
  });

  it("tells a page that comes late how the stream is and what its views are", () => {
    held.set(viewKey(A), state(3));
    held.set(viewKey(B), { kind: "refused", problem: "no" });
    const late = aPage();
    late.say({ t: "want", views: [A, B], turn: 0 });
    expect(late.heard.at(-1)).toMatchObject({ t: "status", args: [{ phase: "live", beatAgeMs: 7 }] });
    expect(late.views()).toEqual([state(3), { kind: "refused", problem: "no" }]);
  });

  it("passes on what changed as it came, and the whole view only to a page that has nothing it follows", () => {
    const page = aPage();
    page.say({ t: "want", views: [A], turn: 0 });
    held.set(viewKey(A), state(1));
    listener.view(viewKey(A), state(1), null);
    const patch: PatchFrame = { t: "patch", v: 1, n: 1, head: [1, 2] };
    held.set(viewKey(A), state(2));
    listener.view(viewKey(A), state(2), patch);
    expect(page.heard.at(-1)).toEqual({ t: "patch", key: viewKey(A), patch, turn: 0 });
    expect(page.views()).toEqual([state(1)]);
    const late = aPage();
    late.say({ t: "want", views: [A], turn: 0 });
    expect(late.views()).toEqual([state(2)]);
  });

  it("does not repeat a view that the page has", () => {
    held.set(viewKey(A), state(3));
    const page = aPage();
    page.say({ t: "want", views: [A], turn: 0 });
    page.say({ t: "want", views: [A, B], turn: 0 });
    expect(page.views()).toEqual([state(3)]);
  });

  it("gives a page that was forgotten everything anew, for it has missed changes", () => {
    const [sleeper, other] = [aPage(), aPage()];
    sleeper.say({ t: "want", views: [A], turn: 0 });
    now = FORGET_MS;
    other.say({ t: "want", views: [A], turn: 0 });
    now += 1;
    relay.forgetSilent();
    held.set(viewKey(A), state(9));
    listener.view(viewKey(A), state(9), null);
    expect(sleeper.views()).toEqual([]);
    sleeper.say({ t: "here" });
    expect(sleeper.heard.at(-1)).toEqual({ t: "who", turn: 0 });
    sleeper.say({ t: "want", views: [A], turn: 0 });
    expect(sleeper.views()).toEqual([state(9)]);
  });

  it("says live to a page only once it has brought all its views", () => {
    const page = aPage();
    page.say({ t: "want", views: [A], turn: 0 });
    expect(page.heard.at(-1)).toMatchObject({ t: "status", args: [{ phase: "connecting" }] });
    held.set(viewKey(A), state(1));
    listener.view(viewKey(A), state(1), null);
    expect(page.heard.slice(-2)).toMatchObject([{ t: "view" }, { t: "status", args: [{ phase: "live" }] }]);
  });

  it("gives a page that slept everything anew, stamped with its new turn", () => {
    held.set(viewKey(A), state(3));
    const page = aPage();
    page.say({ t: "want", views: [A], turn: 0 });
    page.say({ t: "want", views: [A], turn: 1 });
    expect(page.views()).toEqual([state(3), state(3)]);
    expect(page.heard.map(({ turn }) => turn)).toEqual([0, 0, 1, 1]);
  });

  it("answers a page that asks whether it is there", () => {
    const page = aPage();
    page.say({ t: "want", views: [A], turn: 0 });
    page.say({ t: "here" });
    expect(page.heard.at(-1)).toEqual({ t: "here", turn: 0 });
  });

  it("stops the stream when the last page goes, by its word or without one", () => {
    const [one, other] = [aPage(), aPage()];
    one.say({ t: "want", views: [A], turn: 0 });
    other.say({ t: "want", views: [B], turn: 0 });
    one.say({ t: "bye" });
    expect(calls.slice(-2)).toEqual(["want b", "start"]);
    now = FORGET_MS + 1;
    relay.forgetSilent();
    expect(calls.slice(-2)).toEqual(["want ", "stop"]);
  });

  it("hands the stream over where a page says that the sign-in was renewed, and believes none any more where it is over", () => {
    const page = aPage();
    page.say({ t: "renewed" });
    page.say({ t: "over" });
    expect(calls).toEqual(["hand over", "reopen even a young one"]);
  });

  it("opens the stream anew when a page or the worker itself woke", () => {
    aPage().say({ t: "woke" });
    relay.wake();
    expect(calls).toEqual(["reopen", "reopen"]);
  });
});

it("passes on the messages of one task together, in their order, and those of the next task apart", async () => {
  const sent: (readonly string[])[] = [];
  const send = inOneTask<string>((messages) => sent.push(messages));
  send("a");
  send("b");
  expect(sent).toEqual([]);
  await Promise.resolve();
  send("c");
  await Promise.resolve();
  expect(sent).toEqual([["a", "b"], ["c"]]);
});
