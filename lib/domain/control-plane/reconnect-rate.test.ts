import { expect, it } from "vitest";
import { reconnectRateOf } from "./reconnect-rate";

const MINUTE = 60_000;

it.each<[string, Parameters<typeof reconnectRateOf>[0], readonly unknown[]]>([
  ["a fleet without an event", { held: 600, began: 20, maxAgeMs: 30 * MINUTE }, [MINUTE, 20, "expected"]],
  ["three times as many connections as expected", { held: 600, began: 60, maxAgeMs: 30 * MINUTE }, [MINUTE, 20, "expected"]],
  ["more than three times as many connections as expected", { held: 600, began: 61, maxAgeMs: 30 * MINUTE }, [MINUTE, 20, "more"]],
  ["few machines that connected at once", { held: 9, began: 9, maxAgeMs: 30 * MINUTE }, [MINUTE, 0.3, "expected"]],
  ["a fleet without a connection", { held: 0, began: 0, maxAgeMs: 30 * MINUTE }, [MINUTE, 0, "expected"]],
  ["a short maximum age, with a sixth of it as window", { held: 60, began: 10, maxAgeMs: MINUTE }, [10_000, 10, "expected"]],
  ["a long maximum age, with a minute as window", { held: 2880, began: 10, maxAgeMs: 1440 * MINUTE }, [MINUTE, 2, "expected"]],
  ["a fleet without a maximum age", { held: 60, began: 60, maxAgeMs: null }, [MINUTE, null, "not-known"]],
])("reconnectRateOf returns the right rate of %s", (_what, input, told) => {
  const { windowMs, expected, kind } = reconnectRateOf(input);
  expect([windowMs, expected, kind]).toEqual(told);
});
