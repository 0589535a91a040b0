import { describe, expect, it } from "vitest";
import type { LiveListener } from "./live-connection";
import { LiveRelay } from "./live-relay";
import type { FromWorker, ToWorker } from "./live-source";
import { LiveViews, type ViewUpdate } from "./live-views";
import { RelayedViews } from "./relayed-views";
import { viewKey, type WantedView } from "./view-key";

const view = (query: string): WantedView => ({ kind: "entries", query, offset: 0, limit: 50 });
const [A, B] = [view("a"), view("b")];
const KEY = viewKey(A);
const rows = [
  { id: "a", state: "healthy" },
  { id: "b", state: "healthy" },
];
const state: ViewUpdate = { kind: "state", state: { head: { total: 2, facets: [{ count: 1 }] }, rows } };

describe("the views of a page as its worker tells them", () => {
  it("draws again only what a patch names: other rows and other parts of the head keep their identity", () => {
    const views = new RelayedViews();
    views.take(KEY, state);
    const after = views.patch(KEY, { t: "patch", v: 1, n: 1, head: [4, 3], set: { "1": [2, "unhealthy"] } });
    if (after?.kind !== "state" || state.kind !== "state") throw new Error("no state");
    expect(after.state).toEqual({ head: { total: 3, facets: [{ count: 1 }] }, rows: [rows[0], { id: "b", state: "unhealthy" }] });
    expect(after.state.rows[0]).toBe(rows[0]);
    expect(after.state.head.facets).toBe(state.state.head.facets);
  });

  it("takes no patch of a view that is not here, was given up, or was refused", () => {
    const views = new RelayedViews();
    const patch = { t: "patch", v: 1, n: 1, head: [1, 2] } as const;
    const asFrame = { ...patch, head: [...patch.head] };
    expect(views.patch(KEY, asFrame)).toBeNull();
    views.take(KEY, state);
    views.keep([B]);
    expect(views.patch(KEY, asFrame)).toBeNull();
    views.take(KEY, { kind: "refused", problem: "no" });
    expect(views.patch(KEY, asFrame)).toBeNull();
  });

  it("is what the stream says, whatever a page wants, gives up and wants again while words are on their way", () => {
    for (let seed = 1; seed <= 200; seed++) expect(run(seed)).toEqual([]);
  });
});

/** Pages that change their minds over a slow port: what is wrong at the end, by view. */
function run(seed: number): string[] {
  let dice = seed;
  const random = (below: number) => {
    dice = (dice * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((dice / 2_147_483_648) * below);
  };
  const toPage: FromWorker[] = [];
  const toWorker: ToWorker[] = [];
  const page = new RelayedViews();
  const shown = new Map<string, ViewUpdate>();
  let listener: LiveListener | null = null;
  const stream = new LiveViews((key, update, patch) => listener?.view(key, update, patch));
  const relay = new LiveRelay(
    (of) => {
      listener = of;
      const status = { phase: "live", beat: null, beatAgeMs: 0, build: "", heldBack: false } as const;
      return {
        status,
        want: (all) => stream.want(all),
        start: () => undefined,
        stop: () => undefined,
        reopen: () => undefined,
        updateOf: (key) => stream.updateOf(key),
      };
    },
    () => 0,
  );
  const tell = relay.join((message) => toPage.push(message));
  const counters = new Map<number, number>();
  let [total, wanted] = [0, [A]];
  const want = (views: WantedView[]) => {
    wanted = views;
    page.keep(views);
    toWorker.push({ t: "want", views, turn: 0 });
  };
  const hear = () => {
    const message = toPage.shift();
    if (message?.t === "view") shown.set(message.key, page.take(message.key, message.update));
    const update = message?.t === "patch" ? page.patch(message.key, message.patch) : null;
    if (message?.t === "patch" && update !== null) shown.set(message.key, update);
  };
  const speak = () => {
    const message = toWorker.shift();
    if (message !== undefined) tell(message);
  };
  const frames = () => {
    for (const { id } of stream.requests) {
      const n = counters.get(id) ?? -1;
      counters.set(id, n + 1);
      stream.take(n < 0 ? { t: "snapshot", v: id, n: 0, head: { total: ++total }, rows: [] } : { t: "patch", v: id, n: n + 1, head: [1, ++total] });
    }
  };
  const choices = [[A], [B], [A, B], []];
  want(wanted);
  for (let step = 0; step < 60; step++) [() => want(choices[random(4)] ?? []), hear, hear, speak, frames][random(5)]?.();
  while (toWorker.length > 0) speak();
  frames();
  while (toPage.length > 0) hear();
  return wanted.flatMap((one) =>
    JSON.stringify(shown.get(viewKey(one))) === JSON.stringify(stream.updateOf(viewKey(one))) ? [] : [`${seed}: ${viewKey(one)}`],
  );
}
