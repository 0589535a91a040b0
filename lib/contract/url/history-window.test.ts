import { describe, expect, it } from "vitest";
import { hrefAtMoment } from "./history-window";

const T = Date.UTC(2026, 10, 21, 3, 12, 24);

describe("an address with a moment", () => {
  it.each([
    ["/", "/?at=2026-11-21T03:12:24Z"],
    ["/entries?q=zone%3Aa&sort=name", "/entries?q=zone%3Aa&sort=name&at=2026-11-21T03:12:24Z"],
    ["/groups?at=2020-01-01T00:00:00Z", "/groups?at=2026-11-21T03:12:24Z"],
    ["/c/a/entries/b/c?uid=1#yaml", "/c/a/entries/b/c?uid=1&at=2026-11-21T03:12:24Z#yaml"],
    ["#main", "#main"],
    ["https://istio.io/x", "https://istio.io/x"],
    ["//elsewhere/x", "//elsewhere/x"],
    ["/api/strip/cell?index=1", "/api/strip/cell?index=1"],
  ])("an address with a moment: %s becomes %s", (href, there) => {
    expect(hrefAtMoment(href, T)).toBe(there);
  });

  it("an address with a moment gets the window of the page unless it has its own", () => {
    expect(hrefAtMoment("/groups", T, "6h")).toBe("/groups?window=6h&at=2026-11-21T03:12:24Z");
    expect(hrefAtMoment("/groups?window=1h", T, "6h")).toBe("/groups?window=1h&at=2026-11-21T03:12:24Z");
  });

  it("an address with a moment loses `at=` when the moment is now", () => {
    expect(hrefAtMoment("/entries?at=2026-11-21T03:12:24Z&q=x", null)).toBe("/entries?q=x");
    expect(hrefAtMoment("/?at=2026-11-21T03:12:24Z", null)).toBe("/");
  });
});
