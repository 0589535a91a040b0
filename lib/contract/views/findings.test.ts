import { expect, it } from "vitest";
import { FINDING_FILTER, parseFindingsQuery } from "@/lib/contract/url/list-filters";
import { formatMapFindingsQuery, formatObjectFindingsQuery, mapFindingsHref, parseMapFindingsQuery, parseObjectFindingsQuery } from "./findings";

it("parseObjectFindingsQuery restores the query of one object's findings", () => {
  const asked = { of: "ServiceEntry", cluster: "prod eu", namespace: "shop", name: "a&b" } as const;
  expect(parseObjectFindingsQuery(formatObjectFindingsQuery(asked))).toEqual(asked);
});

it("parseObjectFindingsQuery returns null for a kind without findings on its page", () => {
  expect(parseObjectFindingsQuery("of=Secret&cluster=a&ns=b&name=c")).toBeNull();
});

it("parseMapFindingsQuery restores the query of a map, and returns null without a known map", () => {
  expect(parseMapFindingsQuery(formatMapFindingsQuery("networks"))).toBe("networks");
  expect(["", "map=", "map=entries"].map(parseMapFindingsQuery)).toEqual([null, null, null]);
});

it.each(["vpc-1", "eu-central-1/eu-central-1a", "a b", ""])("mapFindingsHref filters the findings by kind and by the whole name %o", (name) => {
  const href = mapFindingsHref({ cluster: "prod-eu", subject: "network", name });
  const { clusters, terms } = parseFindingsQuery(new URL(href, "http://localhost").search);
  expect(clusters).toEqual(["prod-eu"]);
  expect(FINDING_FILTER.facets).toContain("object");
  expect(terms[0]).toMatchObject({ kind: "facet", facet: "kind", value: "network" });
  if (name !== "") expect(terms[1]).toMatchObject({ kind: "facet", facet: "object", value: name });
});
