import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CspReport } from "@/lib/contract/answers/csp-report";
import { HOSTILE_LOG_TEXTS } from "@/lib/testing/hostile-log-texts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { PolicyReports } from "./policy-reports";

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => logged.push(String(line)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const lines = () => logged.map((line): unknown => JSON.parse(line));

/** As Chromium sends it. */
const ofEndpoint = (body: object) => [{ age: 7, type: "csp-violation", url: "http://127.0.0.1:3000/oncall", user_agent: "x", body }];
/** As Firefox and Safari send it. */
const ofAddress = (report: object) => ({ "csp-report": report });

const PICTURE = {
  ...{ documentURL: "https://stolos.example/c/eu/groups/shop/cart?at=1#x", effectiveDirective: "img-src", disposition: "enforce", statusCode: 200 },
  ...{
    blockedURL: "https://jane:secret@evil.example/x.png?stolen=eyJhbGciOiJFUzI1NiJ9.abc",
    sourceFile: "https://stolos.example/_next/a.js?v=1",
    lineNumber: 12,
  },
};

describe("a violation that a browser reports", () => {
  it.each([
    ["by its endpoint", ofEndpoint(PICTURE)],
    [
      "by its address",
      ofAddress({
        ...{ "document-uri": PICTURE.documentURL, "violated-directive": "img-src 'self' data:", "blocked-uri": PICTURE.blockedURL },
        ...{ "source-file": PICTURE.sourceFile, "line-number": 12, "original-policy": "default-src 'none'" },
      }),
    ],
  ])("%s is a short line, without a query, a name and a password", (_claim, sent) => {
    const reports = new PolicyReports(new ManualClock(0).monotonic);
    reports.take(CspReport.parse(sent));
    expect(lines()).toEqual([
      {
        ...{ time: expect.any(String), level: "warn", message: "a browser reports a violation of a page's policy" },
        ...{ directive: "img-src", blocked: "https://evil.example", page: "/c/eu/groups/shop/cart", file: "/_next/a.js:12", heard: 1 },
      },
    ]);
  });

  it.each([
    ["inline", "inline"],
    ["eval", "eval"],
    ["data", "data"],
    ["chrome-extension", "chrome-extension"],
    ["data:text/html,secret", "data:"],
    ["javascript:alert(1)", "javascript:"],
    ["//evil.example", "not known"],
    ["", "not known"],
  ])("names what it was about: %j as %s", (blockedURL, blocked) => {
    new PolicyReports(new ManualClock(0).monotonic).take(CspReport.parse(ofEndpoint({ ...PICTURE, blockedURL })));
    expect(lines()).toMatchObject([{ blocked }]);
  });

  it("is told without what a hostile hand put in its place", () => {
    for (const hostile of [...HOSTILE_LOG_TEXTS, "x".repeat(60_000), "http://a/\u202e\r\n{}", "\u0000"]) {
      const reports = new PolicyReports(new ManualClock(0).monotonic);
      const lineNumber = -1;
      reports.take(CspReport.parse(ofEndpoint({ documentURL: hostile, effectiveDirective: hostile, blockedURL: hostile, sourceFile: hostile, lineNumber })));
      reports.take(CspReport.parse(ofEndpoint({ documentURL: `https://a.test/${hostile}`, blockedURL: `https://${hostile}`, sourceFile: `blob:${hostile}` })));
    }
    expect(logged.length).toBeGreaterThan(10);
    for (const line of logged) {
      expect(line.length).toBeLessThan(1_200);
      expect(line).toMatch(/^\{.*\}\n$/);
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
  });

  it("is counted each time, and told of once in ten minutes; of many at once only some are told", () => {
    const clock = new ManualClock(0);
    const reports = new PolicyReports(clock.monotonic);
    for (let at = 0; at < 600; at++) {
      reports.take(CspReport.parse(ofEndpoint(PICTURE)));
      clock.advance(1_000);
    }
    expect([reports.heard, logged.length]).toEqual([600, 1]);
    for (let at = 0; at < 1_000; at++) reports.take(CspReport.parse(ofEndpoint({ ...PICTURE, documentURL: `https://a.test/${at}` })));
    expect([reports.heard, logged.length]).toEqual([1_600, 11]);
  });

  it("is read as long as not too many come", () => {
    const clock = new ManualClock(0);
    const reports = new PolicyReports(clock.monotonic);
    expect(Array.from({ length: 200 }, () => reports.hasRoom()).filter(Boolean)).toHaveLength(50);
    clock.advance(1_000);
    expect(Array.from({ length: 200 }, () => reports.hasRoom()).filter(Boolean)).toHaveLength(5);
  });

  it("is nothing where it is another kind of report, and is refused where it is none", () => {
    const reports = new PolicyReports(new ManualClock(0).monotonic);
    reports.take(CspReport.parse([{ type: "deprecation", body: { id: "x" } }, { type: "csp-violation" }, { type: "csp-violation", body: null }]));
    expect([reports.heard, logged.length]).toEqual([0, 0]);
    for (const body of [null, 1, "x", {}, { "csp-report": [] }, [1], [{ body: {} }], ofEndpoint({ ...PICTURE, lineNumber: "1" })])
      expect(CspReport.safeParse(body).success).toBe(false);
    expect(CspReport.safeParse(Array.from({ length: 101 }, () => ofEndpoint(PICTURE)[0])).success).toBe(false);
  });
});
