import { describe, expect, it } from "vitest";
import { ActivityQuery, PastViewQuery, parseQueryValues, RowStateChartsQuery, StateChartQuery, TimelineQuery } from "./history-query";
import { defaultWindow, formatMoment, formatWindow, parseMoment, parseWindow, windowSpan } from "./history-window";
import { formatQueryValues } from "./query-values";

const NOW = Date.UTC(2026, 7, 12, 4, 16, 12);

describe("`window=`", () => {
  it.each(["15m", "1h", "6h", "24h", "7d", "1786508100000-1786529700000"])("`window=` is parsed from %s and formatted the same way", (text) => {
    const window = parseWindow(text);
    expect(window && formatWindow(window)).toBe(text);
  });

  it.each(["", "2h", "-5", "5-5", "9-5", "1e9-2e9", "0-99999999999999", "1-9999999999999999"])("`window=` does not accept %j", (text) => {
    expect(parseWindow(text)).toBeNull();
  });

  it("`window=` accepts moments in seconds, as an alert's link has them", () => {
    expect(parseWindow("1786508100-1786529700")).toEqual({ kind: "between", from: 1_786_508_100_000, to: 1_786_529_700_000 });
    expect(parseWindow("1786508100-1786529700000")).toEqual({ kind: "between", from: 1_786_508_100_000, to: 1_786_529_700_000 });
  });

  it("`window=` ends at the moment of the page unless it has its own end", () => {
    expect(windowSpan({ kind: "last", name: "15m" }, NOW)).toEqual({ from: NOW - 900_000, to: NOW });
    expect(windowSpan({ kind: "between", from: 3, to: 5 }, NOW)).toMatchObject({ from: 3, to: 5 });
  });

  it("`window=` covers the whole history by default if that is younger than a day", () => {
    const spans = [0, 1_000, 180_000, 21_600_001].map((age) => windowSpan(defaultWindow(NOW - age, NOW), NOW));
    expect(spans.map(({ from, to }) => [NOW - from, NOW - to])).toEqual([
      [1, 0],
      [1_000, 0],
      [180_000, 0],
      [21_600_001, 0],
    ]);
    expect([86_400_000, 999_999_999].map((age) => formatWindow(defaultWindow(NOW - age, NOW)))).toEqual(["24h", "24h"]);
    expect(formatWindow(defaultWindow(null, NOW))).toBe("15m");
  });

  it.each([
    ["within the hour", 86_400_000, 900_000, "1h"],
    ["long ago", 86_400_000, 3_000_000, "24h"],
    ["in the future", 86_400_000, -1, "24h"],
    ["in a history that is younger than an hour", 3_599_999, 900_000, `${NOW - 3_599_999}-${NOW}`],
  ])("`window=` covers the last hour by default for a change %s", (_, age, changeAge, window) => {
    expect(formatWindow(defaultWindow(NOW - age, NOW, NOW - changeAge))).toBe(window);
  });
});

describe("`at=`", () => {
  it.each([
    ["2026-08-12T04:16:12Z", NOW],
    ["2026-08-12T06:16:12.000+02:00", NOW],
    [String(NOW), NOW],
    [String(NOW / 1_000), NOW],
  ])("`at=` accepts %s", (text, moment) => {
    expect(parseMoment(text)).toBe(moment);
    expect(formatMoment(NOW)).toBe("2026-08-12T04:16:12Z");
  });

  it.each(["", "yesterday", "2026-08-12", "2026-08-12T04:16", "9999999999999999", "2026-13-40T99:00Z"])(
    "does not accept %j: only a moment with date, time and zone is the same everywhere",
    (text) => {
      expect(parseMoment(text)).toBeNull();
    },
  );
});

describe("a history query", () => {
  it("a history query lists several namespaces with commas or by repetition", () => {
    for (const search of ["ns=shop,legacy", "ns=shop&ns=legacy", "ns=shop, legacy&ns="])
      expect(parseQueryValues(StateChartQuery, new URLSearchParams(search))).toMatchObject({ value: { ns: ["shop", "legacy"] } });
  });

  it("a history query has defaults for all missing fields", () => {
    expect(parseQueryValues(StateChartQuery, new URLSearchParams())).toEqual({
      value: { cluster: [], ns: [], group: null, window: null, at: null, width: 800 },
    });
  });

  it("a history query is the same after formatting and parsing", () => {
    const asked = { cluster: ["a/b", "c"], ns: ["shop"], group: "", window: "1h", at: formatMoment(NOW), width: 640 };
    const read = parseQueryValues(StateChartQuery, new URLSearchParams(formatQueryValues(asked)));
    expect(read).toEqual({ value: { ...asked, window: { kind: "last", name: "1h" }, at: NOW } });
  });

  it.each([
    [StateChartQuery, "window=2h", "window", /15m, 1h, 6h, 24h, 7d/],
    [StateChartQuery, "at=noon", "at", /2026-08-12T04:16:12Z/],
    [StateChartQuery, "width=9", "width", /from 16 to 4096/],
    [ActivityQuery, "type=burnt", "type", /No such type/],
    [RowStateChartsQuery, "", "kind", /entries or groups/],
    [TimelineQuery, "cluster=a&ns=b", "name", /./],
    [PastViewQuery, "kind=everything", "kind", /shell, fleet/],
  ])("a history query returns the field and the correction for bad input: case %#", (schema, search, field, wayOut) => {
    const read = parseQueryValues(schema, new URLSearchParams(search));
    expect(read).toEqual({ field, wayOut: expect.stringMatching(wayOut) });
  });

  it("a history query reads each `id` as a separate row and one name as one text", () => {
    expect(parseQueryValues(RowStateChartsQuery, new URLSearchParams("kind=groups&id=a/b/c&id=d/e/f"))).toMatchObject({
      value: { id: ["a/b/c", "d/e/f"], buckets: 60 },
    });
    expect(parseQueryValues(TimelineQuery, new URLSearchParams("cluster=a&ns=b&name=c"))).toMatchObject({
      value: { cluster: "a", ns: "b", name: "c", uid: "" },
    });
  });
});
