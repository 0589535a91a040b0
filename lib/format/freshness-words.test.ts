import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Freshness, NO_CLUSTER, shownVerdict } from "@/lib/domain/verdict/freshness";
import { freshnessBanner, freshnessSentence, RIGHTS_UNCHECKED, sourceLine } from "./freshness-words";
import { momentOf, tenseOf } from "./text/tense";

const now = Date.UTC(2026, 10, 21, 4, 17, 0);
const stale: Freshness = { kind: "stale", asOf: now - 48_000, reason: "no answer" };

describe("the line of one source", () => {
  const live: Freshness = { kind: "live", asOf: now - 2_000 };
  it("is its own, also where the page as a whole is not live", () => {
    expect(sourceLine(live, live, now)).toBe("live · 2.0 s");
    expect(sourceLine(live, stale, now)).toBe("live · 2.0 s");
  });

  it.each([
    ["live · 0.3 s", { kind: "live", asOf: now - 399 }],
    ["live · 0.0 s", { kind: "live", asOf: now + 20 }],
    ["live · 12 s", { kind: "live", asOf: now - 12_900 }],
    ["stale · 48 s", stale],
    ["starting", { kind: "starting", asOf: null, reason: "" }],
    ["catching up · 2.0 s", { kind: "catching-up", asOf: now - 2_000, reason: "" }],
    ["denied", { kind: "denied", asOf: now, reason: "" }],
    ["absent", { kind: "absent", asOf: null, reason: "" }],
  ] as const)("is %s for %o", (line, source) => {
    expect(sourceLine(source, live, now)).toBe(line);
  });

  it("is not known where the page has lost Stolos", () => {
    expect(sourceLine(live, { ...stale, lost: "stolos" }, now)).toBe("not known · 48 s");
  });
});

describe("the banner", () => {
  it("is there for everything but live", () => {
    expect(freshnessBanner({ kind: "live", asOf: now }, now, "utc")).toBeNull();
    for (const kind of ["starting", "catching-up", "stale", "denied", "absent"] as const) {
      expect(freshnessBanner({ kind, asOf: null, reason: "" }, now, "utc")?.todo).toMatch(/\.$/);
    }
  });

  it("says since when and why, and that nothing is confirmed since", () => {
    expect(freshnessBanner(stale, now, "utc")).toEqual({
      title: "Not live",
      sentence: "No update from the API server for 48 s. No answer. The last data is from 2026-11-21 04:16:12 UTC.",
      todo: "Stolos retries. If it lasts, check the network path to the API server.",
    });
  });

  it("advises no check of the network if the certificate is not trusted", () => {
    const banner = freshnessBanner({ ...stale, reason: "Its certificate has expired", failure: "tls" }, now, "utc");
    expect([banner?.sentence, banner?.todo]).toEqual(["Its certificate has expired. The last data is from 2026-11-21 04:16:12 UTC.", "Stolos retries."]);
  });

  it("does not blame the API server where the page has lost Stolos itself", () => {
    const lost: Freshness = { ...stale, reason: "this page has lost its connection to Stolos", lost: "stolos" };
    const banner = freshnessBanner(lost, now, "utc");
    expect(banner?.sentence).toBe("This page has lost its connection to Stolos. The last data is from 2026-11-21 04:16:12 UTC.");
    expect(JSON.stringify(banner)).not.toContain("API server");
  });

  it("says since when it could not be checked what the viewer may see, and that it goes on by itself", () => {
    const unchecked: Freshness = { ...stale, reason: RIGHTS_UNCHECKED, lost: "check" };
    expect(freshnessBanner(unchecked, now, "utc")).toEqual({
      title: "Could not be checked",
      sentence:
        "The API server could not check your permissions for 48 s. The last data is from 2026-11-21 04:16:12 UTC. The page shows nothing newer until they are checked.",
      todo: "Stolos retries, and this page then continues. If it lasts, check the network path to the API server.",
    });
    expect(shownVerdict({ state: "healthy", vouched: true }, unchecked)).toEqual({ state: "healthy", past: true, tone: "idle" });
  });

  it("keeps not allowed, not installed and empty apart", () => {
    const words = (kind: "denied" | "absent") => freshnessSentence({ kind, asOf: null, reason: "list workloadentries" }, now);
    expect(words("denied")).toContain("Empty here means not visible, not none.");
    expect(words("absent")).toContain("does not have the kind");
    const bannerOf = (failure?: string) => {
      const banner = freshnessBanner({ kind: "denied", asOf: null, reason: "", ...(failure !== undefined && { failure }) }, now, "utc");
      return [banner?.title, /permission/.test(banner?.todo ?? "")];
    };
    expect([bannerOf(), bannerOf("forbidden"), bannerOf(NO_CLUSTER), bannerOf("unauthorized")]).toEqual([
      ["Not allowed", true],
      ["Not allowed", true],
      ["No cluster", false],
      ["Credentials not accepted", false],
    ]);
  });
});

describe("the tense of a page", () => {
  it("is present while it is live, and past at the moment it last knew", () => {
    expect(tenseOf({ kind: "live", asOf: now }, "utc", now)).toEqual({ past: false });
    expect(tenseOf(stale, "utc", now)).toEqual({ past: true, at: "at 04:16:12", moment: now - 48_000 });
    expect(tenseOf({ ...stale, asOf: null }, "utc", now)).toMatchObject({ past: true, at: "when last seen" });
  });

  it("names the day where the moment is of another one, and the year where it is of another one", () => {
    const at = (asOf: number) => tenseOf({ ...stale, asOf }, "utc", now);
    expect(at(now - 5 * 3_600_000)).toMatchObject({ at: "at 20 Nov 23:17:00" });
    expect(at(Date.UTC(2025, 10, 21, 4, 17, 0))).toMatchObject({ at: "at 21 Nov 2025 04:17:00" });
  });

  it("lets no countdown run on while nothing is confirmed", () => {
    fc.assert(
      fc.property(fc.nat(), (later) => {
        expect(momentOf(tenseOf(stale, "utc", now), now + later)).toBe(now - 48_000);
        expect(momentOf({ past: false }, now + later)).toBe(now + later);
      }),
    );
  });
});
