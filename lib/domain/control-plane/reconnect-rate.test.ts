import { expect, it } from "vitest";
import { reconnectRateOf } from "./reconnect-rate";

const MINUTE = 60_000;

it.each<[string, Parameters<typeof reconnectRateOf>[0], readonly unknown[]]>([
  ["a fleet at rest", { held: 600, began: 100, maxAgeMs: 30 * MINUTE }, [5 * MINUTE, 100, "expected"]],
  ["three times as many", { held: 600, began: 300, maxAgeMs: 30 * MINUTE }, [5 * MINUTE, 100, "expected"]],
  ["more than that", { held: 600, began: 301, maxAgeMs: 30 * MINUTE }, [5 * MINUTE, 100, "more"]],
  ["few machines that connected at once", { held: 9, began: 9, maxAgeMs: 30 * MINUTE }, [5 * MINUTE, 1.5, "expected"]],
  ["nobody", { held: 0, began: 0, maxAgeMs: 30 * MINUTE }, [5 * MINUTE, 0, "expected"]],
  ["a short maximum age, whose window is a sixth of it", { held: 60, began: 10, maxAgeMs: MINUTE }, [10_000, 10, "expected"]],
  ["a long one, whose window is five minutes", { held: 2880, began: 10, maxAgeMs: 1440 * MINUTE }, [5 * MINUTE, 10, "expected"]],
  ["no maximum age", { held: 60, began: 60, maxAgeMs: null }, [5 * MINUTE, null, "not-known"]],
])("%s", (_what, input, told) => {
  const { windowMs, expected, kind } = reconnectRateOf(input);
  expect([windowMs, expected, kind]).toEqual(told);
});
