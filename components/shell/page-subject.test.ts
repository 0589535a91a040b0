import { describe, expect, it } from "vitest";
import { pageSubject } from "./page-subject";

describe("the subject of the page", () => {
  it.each([
    ["/", "ns=shop&ns=legacy&at=1", { cluster: [], ns: ["legacy", "shop"] }],
    ["/entries", "cluster=prod&q=x", { cluster: ["prod"], ns: [] }],
    ["/c/prod%2Feu/groups/shop/checkout", "", { cluster: ["prod/eu"], ns: ["shop"], group: "checkout" }],
    ["/c/prod/entries/shop/checkout-10.0.0.1", "uid=7", { cluster: ["prod"], ns: ["shop"], name: "checkout-10.0.0.1" }],
  ])("of %s?%s is read from the URL", (pathname, search, place) => {
    expect(pageSubject(pathname, new URLSearchParams(search))).toEqual(place);
  });
});
