import { expect, it } from "vitest";
import { formatNetworksQuery, networksPageSearchParams, parseNetworksQuery } from "./networks-query";

it.each(["", "cluster=eu&cluster=us&ns=shop", "from=", "from=vpc-1", "cluster=eu&from=vpc-1&of=eu&mode=ambient"])(
  "a networks query is the same after parsing and formatting: %j",
  (query) => {
    expect(formatNetworksQuery(parseNetworksQuery(query))).toBe(query);
  },
);

it.each([
  ["mode=sidecar&of=", ""],
  ["mode=colour&q=vm&sort=name", ""],
  ["ns=b&ns=a&ns=a", "ns=a&ns=b"],
])("a formatted networks query has no default, invalid or duplicate values: %s", (query, canonical) => {
  expect(formatNetworksQuery(parseNetworksQuery(query))).toBe(canonical);
});

it("a caller without a network differs from no chosen caller", () => {
  expect([parseNetworksQuery("").from, parseNetworksQuery("from=").from]).toEqual([null, ""]);
});

it("the address keeps keys that the networks query does not have", () => {
  const search = new URLSearchParams("at=2026-11-21T03:12:24Z&from=vpc-1&mode=ambient");
  const query = parseNetworksQuery(search);
  expect(networksPageSearchParams({ ...query, from: null, mode: "sidecar", of: "eu" }, search).toString()).toBe("at=2026-11-21T03%3A12%3A24Z&of=eu");
});
