import { expect, it } from "vitest";
import { aLoss } from "@/lib/testing/history-answers";
import { anEntryRow, ROWS_NOW } from "@/lib/testing/rows";
import { entrySummary, lostEntrySummary } from "./entry-summary";
import type { EntryDetail } from "./use-last-seen";

const detail = { next: { kind: "nothing", at: null, latestAt: null, assumed: false }, addressReach: null } as unknown as EntryDetail;

it("has at most five lines: state, traffic with the message, location, next step, and the time with a link", () => {
  const failed = { state: "unhealthy", serving: "no-unhealthy", message: "first line\nsecond line" } as const;
  const row = anEntryRow({ ...failed, uid: "57fd", address: "10.20.1.9", network: "vpc", controller: "istiod-a", group: "web" });
  const moment = { at: ROWS_NOW, tense: { past: false }, isConfirmed: true } as const;
  const lines = entrySummary({ row, detail, services: null }, moment, "https://stolos.example").split("\n");
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain(`${row.cluster} ${row.namespace}/${row.name}: Unhealthy`);
  expect(lines[1]).toContain("Message: first line");
  expect(lines[2]).toContain("10.20.1.9 · vpc");
  expect(lines[2]).toContain("replica istiod-a · group web");
  expect(lines[3]).toMatch(/^Next: Istio /);
  expect(lines[4]).toMatch(/^As of 2026-08-12 04:16:12 UTC · https:\/\/stolos\.example\/c\/.*uid=57fd&at=2026-08-12T04:16:12Z$/);
});

it("of a lost machine has cause, headline, last message, location, and the time with a link", () => {
  const row = anEntryRow({ uid: "57fd", address: "10.20.1.9", network: "vpc", controller: "istiod-a", group: "web", message: "HTTP 503" });
  const loss = aLoss({ row, cause: "left", endedAt: ROWS_NOW - 60_000, disconnectedAt: ROWS_NOW - 70_000, notBefore: null });
  const headline = { lead: "Lost for 1 min", reason: ": disconnected, not back in time.", rest: "It was healthy when last seen." };
  const lines = lostEntrySummary({ loss, headline }, { at: ROWS_NOW, tense: { past: false }, isConfirmed: false }, "https://stolos.example").split("\n");
  expect(lines[0]).toBe(`${row.cluster} ${row.namespace}/${row.name}: disconnected 04:15:02, not back in time, deleted 04:15:12`);
  expect(lines[1]).toBe("Lost for 1 min: disconnected, not back in time. It was healthy when last seen. Last message: HTTP 503");
  expect(lines[2]).toContain("10.20.1.9 · vpc");
  expect(lines[3]).toMatch(/not confirmed since.*uid=57fd&at=2026-08-12T04:16:12Z$/);
});
