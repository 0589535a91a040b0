import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FromWorker, ToWorker } from "./live-source";
import { openLiveSource } from "./open-live-source";
import { viewKey, type WantedView } from "./view-key";

/** A shared worker whose port stores the messages of the page. */
class FakeWorker extends EventTarget {
  static last: FakeWorker;
  readonly messages: ToWorker[] = [];
  readonly port = Object.assign(new EventTarget(), {
    postMessage: (message: ToWorker) => this.messages.push(message),
    start: () => undefined,
    close: () => undefined,
  });

  constructor() {
    super();
    FakeWorker.last = this;
  }

  send(...messages: readonly FromWorker[]): void {
    this.port.dispatchEvent(Object.assign(new Event("message"), { data: messages }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("SharedWorker", FakeWorker);
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { origin: "http://stolos.test" } }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("requests all views of a page again from the worker after a patch that does not fit, and shows nothing of it", () => {
  const view: WantedView = { kind: "entries", query: "", offset: 0, limit: 50 };
  const shown: unknown[] = [];
  const source = openLiveSource({ view: (_key, { kind, ...rest }) => shown.push(rest), status: () => undefined, doubt: () => undefined }, "");
  source.want([view]);
  const worker = FakeWorker.last;
  const key = viewKey(view);
  const whole = (id: string) => ({ kind: "state", state: { head: {}, rows: [{ id }] } }) as const;
  worker.send({ t: "view", key, update: whole("a"), turn: 0 });
  worker.send({ t: "patch", key, patch: { t: "patch", v: 1, n: 1, order: [0, 1, 0, 1] }, turn: 0 });
  expect(worker.messages.at(-1)).toEqual({ t: "want", views: [view], turn: 1 });
  worker.send({ t: "patch", key, patch: { t: "patch", v: 1, n: 2, order: [] }, turn: 0 });
  worker.send({ t: "view", key, update: whole("b"), turn: 1 });
  expect(shown).toEqual([{ state: whole("a").state }, { state: whole("b").state }]);
  source.close();
});
