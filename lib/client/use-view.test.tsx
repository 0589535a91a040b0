import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ViewState, ViewStateOf } from "@/lib/contract/views/view";
import type { StreamStatus } from "./live-connection";
import type { PageListener } from "./live-source";
import { LiveStore } from "./live-store";
import { useView } from "./use-view";
import { viewKey } from "./view-key";

const page = vi.hoisted(() => ({ live: null as unknown, past: null as number | null }));
vi.mock("./live-provider", () => ({ useLive: () => page.live, useLiveIfAny: () => page.live }));
vi.mock("./past", () => ({ usePast: () => page.past }));

// As the provider of the live connection does.
notifyManager.setScheduler(queueMicrotask);

const WINDOW = { offset: 0, limit: 50 };
const KEY = viewKey({ kind: "entries", query: "", ...WINDOW });
const state = (name: string) => ({ head: {}, rows: [{ id: name }] });

let cache: QueryClient;
let told: PageListener;
beforeEach(() => {
  page.past = null;
  cache = new QueryClient();
  const store = new LiveStore(cache, { now: 1_000, clusters: [], problems: [] }, "", () => 0);
  store.connect((listener) => {
    told = listener;
    return { want: () => undefined, wake: () => undefined, handOver: () => undefined, signedOut: () => undefined, close: () => undefined };
  });
  page.live = store;
});

function Rows() {
  const { state: shown, problem } = useView("entries", "", WINDOW, state("painted") as ViewState as ViewStateOf<"entries">);
  return <p>{problem ?? shown?.rows.map(({ id }) => id).join() ?? "on its way"}</p>;
}

const drawn = () =>
  render(
    <QueryClientProvider client={cache}>
      <Rows />
    </QueryClientProvider>,
  );
const hear = (change: Partial<StreamStatus>) =>
  act(async () => told.status({ phase: "lost", beat: null, beatAgeMs: 0, build: "", viewer: "", loss: "", isWithdrawn: false, ...change }));
const bring = (name: string) => act(async () => told.view(KEY, { kind: "state", state: state(name) }));
const text = () => document.body.textContent;

describe("a view that is shown", () => {
  it.each(["signed out", "not allowed"] as const)("is taken away from whoever is %s, and is not there again before the stream brings it", async (loss) => {
    drawn();
    await bring("one");
    await hear({ loss });
    expect(text()).toBe("one");
    await hear({ loss, isWithdrawn: true });
    expect([text(), cache.getQueryData(["view", KEY])]).toEqual(["This page is hidden until you have access again.", undefined]);
    await hear({ phase: "lost" });
    expect(text()).toBe("on its way");
    await bring("two");
    expect(text()).toBe("two");
  });

  it("is taken away where only the server had painted it", async () => {
    drawn();
    expect(text()).toBe("painted");
    await hear({ loss: "not allowed", isWithdrawn: true });
    await hear({ phase: "lost" });
    expect(text()).toBe("on its way");
  });

  it("stays where the server cannot be reached", async () => {
    drawn();
    await bring("one");
    await hear({ loss: "" });
    expect(text()).toBe("one");
  });
});
