import { expect, it } from "vitest";
import { FINDING_FILTER, parseFindingsQuery } from "@/lib/contract/url/list-filters";
import { formatFindingsOf, formatFoundOn, foundOnHref, parseFindingsOf, parseFoundOn } from "./findings";

it("the query of one object's findings is read as it was written", () => {
  const asked = { of: "ServiceEntry", cluster: "prod eu", namespace: "shop", name: "a&b" } as const;
  expect(parseFindingsOf(formatFindingsOf(asked))).toEqual(asked);
});

it("of another kind there is no such page", () => {
  expect(parseFindingsOf("of=Secret&cluster=a&ns=b&name=c")).toBeNull();
});

it("the query of a map is read as it was written, and another one is none", () => {
  expect(parseFoundOn(formatFoundOn("networks"))).toBe("networks");
  expect(["", "map=", "map=entries"].map(parseFoundOn)).toEqual([null, null, null]);
});

it.each(["vpc-1", "eu-central-1/eu-central-1a", "a b", ""])("the list of the findings about %o is asked for by its name alone", (name) => {
  const href = foundOnHref({ cluster: "prod-eu", subject: "network", name });
  const { clusters, terms } = parseFindingsQuery(new URL(href, "http://localhost").search);
  expect(clusters).toEqual(["prod-eu"]);
  expect(FINDING_FILTER.facets).toContain("object");
  expect(terms[0]).toMatchObject({ kind: "facet", facet: "kind", value: "network" });
  if (name !== "") expect(terms[1]).toMatchObject({ kind: "facet", facet: "object", value: name });
});
