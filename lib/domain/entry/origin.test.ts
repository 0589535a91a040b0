import { expect, it } from "vitest";
import { deletionFate } from "./origin";

it.each([
  ["auto-registered", "connected", true, "without-entry"],
  ["auto-registered", "overdue", true, "without-entry"],
  ["auto-registered", "connected", null, "without-entry"],
  ["auto-registered", "connected", false, "refused"],
  ["auto-registered", "disconnected", false, "refused"],
  ["auto-registered", "disconnected", true, "registers-anew"],
  ["auto-registered", "reconnecting", null, "registers-anew"],
  ["auto-registered", "never", true, "registers-anew"],
  // Nobody knows whether such a machine is connected.
  ["auto-registered", "ghost", true, "not-known"],
  ["auto-registered", "leaked", true, "not-known"],
  ["hand-written", "unmanaged", false, "by-hand"],
  ["hand-written-checked", "connected", true, "by-hand"],
  ["unreadable", "never", true, "not-known"],
] as const)("the machine of an %s entry that is %s, its group there = %s: %s", (origin, connection, hasGroup, fate) => {
  expect(deletionFate({ origin, connection, hasGroup })).toBe(fate);
});
