import { expect, test } from "vitest";
import { incidentsViewQuery, parseIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { chartIncidentsQueryString } from "./use-page-state-chart";

test.each([
  [{}, null],
  [{ cluster: ["ap-1", "eu-1"], ns: ["shop"] }, { kind: "last", name: "6h" } as const],
  [{ cluster: ["eu-1"], ns: ["shop"], group: "checkout" }, { kind: "between", from: 1_000_000_000_000, to: 1_000_000_060_000 } as const],
])("the query for the incidents of %j is canonical, so that the chart and the lists of a page share one view", (place, asked) => {
  const query = chartIncidentsQueryString(place, asked);
  expect(incidentsViewQuery(query ?? "")).toBe(query);
});

test("the query for incidents of a group filters by namespace and name, and a page of one incident has no query", () => {
  const query = chartIncidentsQueryString({ cluster: ["eu-1"], ns: ["shop"], group: "checkout" }, null);
  expect(parseIncidentsQuery(query ?? "").terms).toEqual([{ kind: "facet", facet: "group", value: "shop/checkout", negated: false }]);
  expect(chartIncidentsQueryString({ incident: "q7fd" }, null)).toBeNull();
});
