import { afterEach, beforeEach, expect, vi } from "vitest";

/** A test that logs an error or a warning fails, unless it replaced the method itself and so claims the noise. */
const watched = ["error", "warn"] as const;

beforeEach(() => {
  for (const method of watched) vi.spyOn(console, method);
});

afterEach(() => {
  const noise = watched.flatMap((method) => (vi.isMockFunction(console[method]) ? console[method].mock.calls : []));
  vi.restoreAllMocks();
  expect(noise, "nothing was written to console.error or console.warn").toEqual([]);
});
