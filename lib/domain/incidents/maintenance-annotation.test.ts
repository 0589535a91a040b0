import { describe, expect, it } from "vitest";
import { MAINTENANCE_EXAMPLE, parseMaintenance } from "./maintenance-annotation";

const FROM = Date.UTC(2026, 10, 30, 22);
const HOUR = 3_600_000;
const window = (from: number, until: number, reason: string) => ({ kind: "window", window: { from, until, reason } });

describe("a maintenance annotation", () => {
  it.each<[string, string, ReturnType<typeof window>]>([
    ["in minutes", MAINTENANCE_EXAMPLE, window(FROM, FROM + HOUR, "Kernel update")],
    [
      "in seconds, fractions and another zone",
      "from=2026-11-30T23:00:30+01:00 until=2026-11-30T23:00:00.5Z reason=x",
      window(FROM + 30_000, FROM + HOUR + 500, "x"),
    ],
    ["with until first", "until=2026-11-30T23:00Z from=2026-11-30T22:00Z reason=x", window(FROM, FROM + HOUR, "x")],
    ["with a reason that looks like a field", `${MAINTENANCE_EXAMPLE} until=tomorrow`, window(FROM, FROM + HOUR, "Kernel update until=tomorrow")],
    ["of several lines", "\n from=2026-11-30T22:00Z\tuntil=2026-11-30T23:00Z\nreason= new\r\n disks \n", window(FROM, FROM + HOUR, "new disks")],
    ["of exactly 30 days", "from=2026-11-30T22:00Z until=2026-12-30T22:00Z reason=x", window(FROM, FROM + 30 * 24 * HOUR, "x")],
    ["with hostile characters", `${MAINTENANCE_EXAMPLE}\0\u001B[31m\uD83D`, window(FROM, FROM + HOUR, "Kernel update\uFFFD [31m\uFFFD")],
  ])("announces a window: %s", (_, text, expected) => {
    expect(parseMaintenance(text)).toEqual(expected);
  });

  it.each<[string, string, string | null, string]>([
    ["", "missing", "from", ""],
    ["reason=x", "missing", "from", ""],
    ["from=2026-11-30T22:00Z reason=x", "missing", "until", ""],
    ["from=2026-11-30T22:00Z until=2026-11-30T23:00Z", "missing", "reason", ""],
    ["from=2026-11-30T22:00Z until=2026-11-30T23:00Z reason= \t", "missing", "reason", ""],
    ["reason=x from=2026-11-30T22:00Z until=2026-11-30T23:00Z", "missing", "from", ""],
    ["from= until=2026-11-30T23:00Z reason=x", "missing", "from", ""],
    ["from=2026-11-30T22:00Z from=2026-11-30T22:30Z until=2026-11-30T23:00Z reason=x", "repeated", "from", "from=2026-11-30T22:30Z"],
    ["from=2026-11-30T22:00Z to=2026-11-30T23:00Z reason=x", "unknown-field", null, "to=2026-11-30T23:00Z"],
    ["Kernel update", "unknown-field", null, "Kernel"],
    ['{"from": "2026-11-30T22:00Z"}', "unknown-field", null, '{"from":'],
    [`${"x".repeat(300)} reason=x`, "unknown-field", null, `${"x".repeat(59)}…`],
    ["from=22:00 until=2026-11-30T23:00Z reason=x", "no-time", "from", "22:00"],
    ["from=2026-11-30T22:00 until=2026-11-30T23:00Z reason=x", "no-time", "from", "2026-11-30T22:00"],
    ["from=2026-11-30T22:00Z until=2026-02-30T23:00Z reason=x", "no-time", "until", "2026-02-30T23:00Z"],
    ["from=2026-11-30T22:00Z until=2026-11-30T24:00Z reason=x", "no-time", "until", "2026-11-30T24:00Z"],
    ["from=2026-11-30T22:00Z until=2026-11-30T22:00Z reason=x", "not-after-from", "until", "2026-11-30T22:00Z"],
    ["from=2026-11-30T22:00Z until=2026-11-30T21:00Z reason=x", "not-after-from", "until", "2026-11-30T21:00Z"],
    ["from=2026-11-30T22:00Z until=2027-11-30T23:00Z reason=x", "too-long", "until", "2027-11-30T23:00Z"],
  ])("has the first fault of %j", (text, code, field, quote) => {
    expect(parseMaintenance(text)).toEqual({ kind: "fault", fault: { code, field, text: quote } });
  });

  it("cuts a long reason after 200 characters", () => {
    const parsed = parseMaintenance(`from=2026-11-30T22:00Z until=2026-11-30T23:00Z reason=${"x".repeat(100_000)}`);
    expect(parsed.kind === "window" && parsed.window.reason).toBe(`${"x".repeat(199)}…`);
  });
});
