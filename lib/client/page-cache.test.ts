import { beforeEach, describe, expect, it, vi } from "vitest";
import { pageCache } from "./page-cache";

const KEY = ["view", "entries"];

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("the cache of a page", () => {
  it("leaves no timer behind on the server, which would keep the page that is drawn", () => {
    const cache = pageCache();
    cache.setQueryData(KEY, { rows: ["vm-1"] });
    expect(cache.getQueryData(KEY)).toEqual({ rows: ["vm-1"] });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("forgets in a browser what nothing has used for a minute", () => {
    vi.stubGlobal("window", {});
    const cache = pageCache();
    cache.setQueryData(KEY, { rows: ["vm-1"] });
    vi.advanceTimersByTime(59_000);
    expect(cache.getQueryData(KEY)).toEqual({ rows: ["vm-1"] });
    vi.advanceTimersByTime(2_000);
    expect(cache.getQueryData(KEY)).toBeUndefined();
  });
});
