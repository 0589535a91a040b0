import { expect, it } from "vitest";
import { deletionOutcome } from "./origin";

it.each([
  ["auto-registered", "connected", true, "without-entry"],
  ["auto-registered", "overdue", true, "without-entry"],
  ["auto-registered", "connected", null, "without-entry"],
  ["auto-registered", "connected", false, "refused"],
  ["auto-registered", "disconnected", false, "refused"],
  ["auto-registered", "disconnected", true, "registers-anew"],
  ["auto-registered", "reconnecting", null, "registers-anew"],
  ["auto-registered", "never", true, "registers-anew"],
  // An unverified machine may or may not be connected.
  ["auto-registered", "ghost", true, "not-known"],
  ["auto-registered", "leaked", true, "not-known"],
  ["hand-written", "unmanaged", false, "by-hand"],
  ["hand-written-checked", "connected", true, "by-hand"],
  ["unreadable", "never", true, "not-known"],
] as const)("deletionOutcome for an entry of origin '%s' with the connection '%s' and hasGroup = %s is '%s'", (origin, connection, hasGroup, fate) => {
  expect(deletionOutcome({ origin, connection, hasGroup })).toBe(fate);
});
