import { expect, it } from "vitest";
import { reconnectRateOf } from "./reconnect-rate";

const MINUTE = 60_000;

it.each<[string, Parameters<typeof reconnectRateOf>[0], readonly unknown[]]>([
  ["a fleet at rest", { held: 600, began: 20, maxAgeMs: 30 * MINUTE }, [MINUTE, 20, "expected"]],
  ["three times as many", { held: 600, began: 60, maxAgeMs: 30 * MINUTE }, [MINUTE, 20, "expected"]],
  ["more than that", { held: 600, began: 61, maxAgeMs: 30 * MINUTE }, [MINUTE, 20, "more"]],
  ["few machines that connected at once", { held: 9, began: 9, maxAgeMs: 30 * MINUTE }, [MINUTE, 0.3, "expected"]],
  ["no connection", { held: 0, began: 0, maxAgeMs: 30 * MINUTE }, [MINUTE, 0, "expected"]],
  ["a short maximum age, whose window is a sixth of it", { held: 60, began: 10, maxAgeMs: MINUTE }, [10_000, 10, "expected"]],
  ["a long one, whose window is a minute", { held: 2880, began: 10, maxAgeMs: 1440 * MINUTE }, [MINUTE, 2, "expected"]],
  ["no maximum age", { held: 60, began: 60, maxAgeMs: null }, [MINUTE, null, "not-known"]],
])("%s", (_what, input, told) => {
  const { windowMs, expected, kind } = reconnectRateOf(input);
  expect([windowMs, expected, kind]).toEqual(told);
});
