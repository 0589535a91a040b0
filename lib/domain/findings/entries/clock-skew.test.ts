import { expect, it } from "vitest";
import { timestampOf } from "@/lib/domain/timestamp";
import { ago, anEntry, NOW } from "@/lib/testing/entries";
import { findingsWorld } from "@/lib/testing/findings-world";
import { clockSkew } from "./clock-skew";

const writer = (time: number) => ({ manager: "pilot-discovery", operation: "Update", subresource: "", time });
const at = (ms: number) => timestampOf(new Date(ms).toISOString());

it.each([
  { of: "a mark of a minute ago", entry: anEntry(), says: [] },
  { of: "no mark", entry: anEntry({ connectedAt: null }), says: [] },
  { of: "a mark that is no time", entry: anEntry({ connectedAt: timestampOf("yesterday") }), says: [] },
  { of: "a mark thirty seconds ahead, which istiod tolerates", entry: anEntry({ connectedAt: ago(-30_000) }), says: [] },
  { of: "a mark further ahead", entry: anEntry({ connectedAt: at(NOW + 30_001) }), says: [undefined] },
  { of: "a mark in the second of the write", entry: anEntry({ connectedAt: at(NOW - 58_000), lastWriter: writer(NOW - 60_000) }), says: [] },
  { of: "a mark after the write", entry: anEntry({ connectedAt: at(NOW - 50_000), lastWriter: writer(NOW - 60_000) }), says: [10] },
])("says of $of: $says", ({ entry, says }) => {
  const found = clockSkew.detect(entry, findingsWorld({ entries: [entry] }));
  expect(found).toEqual(
    says.map((aheadSeconds) => ({
      objects: [{ kind: "WorkloadEntry", namespace: entry.namespace, name: entry.name }],
      evidence: { connectedAt: entry.connectedAt?.text, replica: entry.controller, ...(aheadSeconds === undefined ? {} : { aheadSeconds }) },
    })),
  );
});

it("is asked again when a mark in the future is tolerated again", () => {
  const entry = anEntry({ connectedAt: at(NOW + 40_000) });
  const world = findingsWorld({ entries: [entry] });
  expect(clockSkew.due?.(entry, world)).toBe(NOW + 10_000);
  expect(clockSkew.due?.(anEntry(), world)).toBeNull();
});
