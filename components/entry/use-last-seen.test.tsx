import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { EntryHead } from "@/lib/contract/views/entries";
import { useLastSeenEntry } from "./use-last-seen";

vi.mock("@/lib/client/clock", () => ({ useNow: () => 5_000 }));

it("keeps the last values of a deleted entry, but not after the viewer lost permission", () => {
  const seen = { found: true, row: { name: "web-1" }, detail: {} } as unknown as EntryHead;
  const gone = { found: false, row: null, detail: null } as unknown as EntryHead;
  const { result, rerender } = renderHook(({ head, isWithdrawn }) => useLastSeenEntry(head, null, isWithdrawn), {
    initialProps: { head: seen as EntryHead | null, isWithdrawn: false },
  });
  rerender({ head: gone, isWithdrawn: false });
  expect([result.current.last?.row.name, result.current.goneAt]).toEqual(["web-1", 5_000]);
  rerender({ head: null, isWithdrawn: true });
  rerender({ head: null, isWithdrawn: false });
  expect(result.current).toEqual({ here: null, last: null, goneAt: null });
});
