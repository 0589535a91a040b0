import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LiveSource, PageListener } from "./live-source";
import { loadedSource } from "./loaded-source";
import type { WantedView } from "./view-key";

const ENTRIES: WantedView = { kind: "entries", query: "", offset: 0, limit: 50 };

let said: string[];
let load: ReturnType<typeof vi.fn<() => Promise<(listener: PageListener) => LiveSource>>>;
const listener: PageListener = { view: () => undefined, doubt: () => undefined, status: ({ phase }) => said.push(`status ${phase}`) };
const begin = (): LiveSource => ({
  want: (views) => said.push(`want ${views.map(({ kind }) => kind).join()}`),
  wake: () => said.push("wake"),
  handOver: () => said.push("hand over"),
  signedOut: () => said.push("signed out"),
  close: () => said.push("close"),
});
const soon = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  load = vi.fn(async () => begin);
});

afterEach(() => {
  vi.useRealTimers();
});

it("a source that is still being loaded gets what the page wanted last, and from then on everything at once", async () => {
  const source = loadedSource(listener, load);
  source.want([]);
  source.want([ENTRIES]);
  source.handOver();
  expect(said).toEqual([]);
  await soon();
  expect(said).toEqual(["want entries"]);
  source.want([]);
  source.wake();
  source.handOver();
  source.signedOut();
  source.close();
  expect(said.slice(1)).toEqual(["want ", "wake", "hand over", "signed out", "close"]);
});

it("where it cannot be loaded the page is told that it is not live, and it is asked for again until it comes", async () => {
  load.mockRejectedValueOnce(new Error("out of reach")).mockRejectedValueOnce(new Error("out of reach"));
  const source = loadedSource(listener, load);
  source.want([ENTRIES]);
  await soon();
  expect(said).toEqual(["status lost"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(said).toEqual(["status lost", "status lost"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(said.slice(2)).toEqual(["want entries"]);
  expect(load).toHaveBeenCalledTimes(3);
});

it("what wakes the page asks for it at once, and does not ask twice at a time", async () => {
  load.mockRejectedValueOnce(new Error("out of reach"));
  const source = loadedSource(listener, load);
  source.wake();
  await soon();
  expect(load).toHaveBeenCalledTimes(1);
  source.wake();
  source.wake();
  await soon();
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(said).toEqual(["status lost", "want "]);
});

it("a page that is gone opens no stream any more, and asks for nothing", async () => {
  const gone = loadedSource(listener, load);
  gone.close();
  load.mockRejectedValueOnce(new Error("out of reach"));
  const failed = loadedSource(listener, load);
  await soon();
  failed.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(said).toEqual(["status lost"]);
  expect(load).toHaveBeenCalledTimes(2);
});
