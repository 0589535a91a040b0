import { expect, it } from "vitest";
import { formatNetworksQuery, networksSearchOf, parseNetworksQuery } from "./networks-query";

it.each(["", "cluster=eu&cluster=us&ns=shop", "from=", "from=vpc-1", "cluster=eu&from=vpc-1&of=eu&mode=ambient"])("comes back as it was: %s", (query) => {
  expect(formatNetworksQuery(parseNetworksQuery(query))).toBe(query);
});

it.each([
  ["mode=sidecar&of=", ""],
  ["mode=colour&q=vm&sort=name", ""],
  ["ns=b&ns=a&ns=a", "ns=a&ns=b"],
])("leaves out what is as usual or nothing: %s", (query, canonical) => {
  expect(formatNetworksQuery(parseNetworksQuery(query))).toBe(canonical);
});

it("no network is another caller than none chosen", () => {
  expect([parseNetworksQuery("").from, parseNetworksQuery("from=").from]).toEqual([null, ""]);
});

it("the address keeps what others have in it", () => {
  const search = new URLSearchParams("at=2026-11-21T03:12:24Z&from=vpc-1&mode=ambient");
  const query = parseNetworksQuery(search);
  expect(networksSearchOf({ ...query, from: null, mode: "sidecar", of: "eu" }, search).toString()).toBe("at=2026-11-21T03%3A12%3A24Z&of=eu");
});
