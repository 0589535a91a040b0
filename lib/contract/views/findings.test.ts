import { expect, it } from "vitest";
import { FINDING_FILTER, parseFindingsQuery } from "@/lib/contract/url/list-filters";
import { formatFindingsOf, formatFoundOn, foundOnHref, parseFindingsOf, parseFoundOn } from "./findings";

it("parseFindingsOf restores the query of one object's findings", () => {
  const asked = { of: "ServiceEntry", cluster: "prod eu", namespace: "shop", name: "a&b" } as const;
  expect(parseFindingsOf(formatFindingsOf(asked))).toEqual(asked);
});

it("parseFindingsOf returns null for a kind without findings on its page", () => {
  expect(parseFindingsOf("of=Secret&cluster=a&ns=b&name=c")).toBeNull();
});

it("parseFoundOn restores the query of a map, and returns null without a known map", () => {
  expect(parseFoundOn(formatFoundOn("networks"))).toBe("networks");
  expect(["", "map=", "map=entries"].map(parseFoundOn)).toEqual([null, null, null]);
});

it.each(["vpc-1", "eu-central-1/eu-central-1a", "a b", ""])("foundOnHref filters the findings by kind and by the whole name %o", (name) => {
  const href = foundOnHref({ cluster: "prod-eu", subject: "network", name });
  const { clusters, terms } = parseFindingsQuery(new URL(href, "http://localhost").search);
  expect(clusters).toEqual(["prod-eu"]);
  expect(FINDING_FILTER.facets).toContain("object");
  expect(terms[0]).toMatchObject({ kind: "facet", facet: "kind", value: "network" });
  if (name !== "") expect(terms[1]).toMatchObject({ kind: "facet", facet: "object", value: name });
});
