import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { FreshnessAnnouncer } from "./freshness-announcer";

const world = { kind: "live" as PageFreshness["kind"] };
vi.mock("@/lib/client/status", () => ({ useFreshness: () => ({ kind: world.kind, asOf: 0, reason: "" }) }));

const SECOND = 1_000;
const LOST = "Not live: what the page shows is not confirmed.";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

/** Renders the announcer. `becomes` changes the freshness, waits, and returns the announced text. Milliseconds. */
function page() {
  world.kind = "live";
  const { container, rerender } = render(<FreshnessAnnouncer />);
  let heard = container.textContent;
  return {
    becomes: (kind: PageFreshness["kind"], withinMs = SECOND) => {
      world.kind = kind;
      rerender(<FreshnessAnnouncer />);
      act(() => void vi.advanceTimersByTime(withinMs));
      const before = heard;
      heard = container.textContent;
      return heard === before ? "" : heard;
    },
  };
}

describe("the announcements of freshness for screen readers", () => {
  it("are empty while the page is live", () => {
    expect(page().becomes("live", 60 * SECOND)).toBe("");
  });

  it("report a loss once, whatever follows it, and the return within a second", () => {
    const { becomes } = page();
    expect(becomes("stale")).toBe(LOST);
    expect(becomes("stale", 60 * SECOND)).toBe("");
    expect(becomes("catching-up")).toBe("");
    expect(becomes("live")).toBe("Live again.");
    expect(becomes("live", 60 * SECOND)).toBe("");
    expect(becomes("stale"), "the next loss is news").toBe(LOST);
  });

  it("leave out a loss that ends at once", () => {
    const { becomes } = page();
    expect(becomes("stale", 200)).toBe("");
    expect(becomes("live", 60 * SECOND)).toBe("");
  });

  it("report that the page shows the past, and that it is live again", () => {
    const { becomes } = page();
    expect(becomes("past")).toBe("The page shows the past.");
    expect(becomes("live")).toBe("Live again.");
  });
});
