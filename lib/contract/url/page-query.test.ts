import { describe, expect, it } from "vitest";
import { formatListQuery } from "./list-query";
import { decodeObjectParams, groupMachinesQuery, machinesQueryFromSearchParams, objectViewQuery } from "./page-query";

describe("the query of a page", () => {
  it("the query of a page is the same from Next's form as from the address", () => {
    expect(formatListQuery(machinesQueryFromSearchParams({ ns: ["shop", "legacy"], q: "zone:a x", sort: "-age", other: undefined }))).toBe(
      "ns=legacy&ns=shop&q=zone%3Aa+x&sort=-age",
    );
  });

  it("the query of a page has decoded path segments, except those with an invalid escape", () => {
    expect(decodeObjectParams({ cluster: "prod%2Feu", namespace: "shop", name: "100%" })).toEqual({ cluster: "prod/eu", namespace: "shop", name: "100%" });
  });

  it("the query of a page names an object by its path segments, and an incarnation by its uid", () => {
    const words = { cluster: "prod eu", namespace: "shop", name: "a&b" };
    expect([...new URLSearchParams(objectViewQuery(words))]).toEqual([
      ["cluster", "prod eu"],
      ["ns", "shop"],
      ["name", "a&b"],
    ]);
    expect(new URLSearchParams(objectViewQuery(words, "57fd")).get("uid")).toBe("57fd");
  });

  it("the query of a page selects a group's machines only in the group's namespace", () => {
    expect(formatListQuery(groupMachinesQuery({ cluster: "c", namespace: "shop", name: "cart" }))).toBe("cluster=c&ns=shop&q=group%3Ashop%2Fcart");
  });
});
