import { expect, it } from "vitest";
import { ANSWER_LIMITS, scaledTimings, WATCH_TIMINGS } from "./watch-timings";

it("a faster clock shortens what is waited for, and not how long an answer may take", () => {
  const fast = scaledTimings(WATCH_TIMINGS, 4);
  const changed = Object.keys(WATCH_TIMINGS).filter((name) => !(ANSWER_LIMITS as readonly string[]).includes(name));
  const read = (timings: object, names: readonly string[]) => names.map((name) => [name, Reflect.get(timings, name)].flat());
  expect(read(fast, ANSWER_LIMITS)).toEqual([
    ["probeLimitMs", 4_000],
    ["doubtMs", 3_000],
    ["pageMs", 30_000],
    ["streamedListSilenceMs", 8_000],
  ]);
  expect(read(fast, changed)).toEqual(read(WATCH_TIMINGS, changed).map(([name, ...ms]) => [name, ...ms.map((one) => one / 4)]));
  expect(fast.silenceMs).toBe(5_000);
});
