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
    expect(Reflect.get(after.state.head, "facets")).toBe(Reflect.get(state.state.head, "facets"));
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

/** A page at the other end of a slow port: what it said is not heard at once, and neither is what it is told. */
class SlowPage {
  readonly views = new RelayedViews();
  readonly shown = new Map<string, ViewUpdate>();
  readonly toPage: FromWorker[] = [];
  readonly toWorker: ToWorker[] = [];
  readonly #tell: (message: ToWorker) => void;
  wanted: readonly WantedView[] = [];

  constructor(relay: LiveRelay) {
    this.#tell = relay.join((message) => this.toPage.push(message));
  }

  want(views: readonly WantedView[]): void {
    this.wanted = views;
    this.views.keep(views);
    this.toWorker.push({ t: "want", views, turn: 0 });
  }

  speak(): void {
    const message = this.toWorker.shift();
    if (message !== undefined) this.#tell(message);
  }

  hear(): void {
    const message = this.toPage.shift();
    if (message?.t !== "view" && message?.t !== "patch") return;
    const update = message.t === "view" ? this.views.take(message.key, message.update) : this.views.patch(message.key, message.patch);
    if (update !== null) this.shown.set(message.key, update);
  }
}

/** Two pages that change their minds: what is wrong in the end, by view. */
function run(seed: number): string[] {
  let dice = seed;
  const random = (below: number) => {
    dice = (dice * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((dice / 2_147_483_648) * below);
  };
  let listener: LiveListener | null = null;
  const stream = new LiveViews((key, update, patch) => listener?.view(key, update, patch));
  const status = { phase: "live", beat: null, beatAgeMs: 0, build: "", viewer: "", loss: "", isWithdrawn: false } as const;
  const rest = { status, start: () => undefined, stop: () => undefined, reopen: () => undefined, handOver: () => undefined };
  const relay = new LiveRelay(
    (of) => {
      listener = of;
      return { ...rest, want: (all) => stream.want(all), updateOf: (key) => stream.updateOf(key) };
    },
    () => 0,
  );
  const pages = [new SlowPage(relay), new SlowPage(relay)];
  const counters = new Map<number, number>();
  let total = 0;
  const frames = () => {
    for (const { id } of stream.requests) {
      const n = (counters.get(id) ?? -1) + 1;
      counters.set(id, n);
      stream.take(n === 0 ? { t: "snapshot", v: id, n, head: { matched: 0, total: ++total }, rows: [] } : { t: "patch", v: id, n, head: [2, ++total] });
    }
  };
  const choices = [[A], [B], [A, B], []];
  for (let step = 0; step < 120; step++) {
    const page = pages[random(2)];
    [() => page?.want(choices[random(4)] ?? []), () => page?.hear(), () => page?.hear(), () => page?.speak(), frames][random(5)]?.();
  }
  for (const page of pages) while (page.toWorker.length > 0) page.speak();
  frames();
  for (const page of pages) while (page.toPage.length > 0) page.hear();
  const isWrong = (page: SlowPage, key: string) => JSON.stringify(page.shown.get(key)) !== JSON.stringify(stream.updateOf(key));
  return pages.flatMap((page, at) => page.wanted.map(viewKey).flatMap((key) => (isWrong(page, key) ? [`seed ${seed}, page ${at}: ${key}`] : [])));
}
