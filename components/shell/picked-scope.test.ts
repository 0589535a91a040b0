import { describe, expect, it } from "vitest";
import { formatPickedScope, isListPage, listHrefWithScope, parsePickedScope, toggleName, WHOLE_SCOPE } from "./picked-scope";

describe("the selection of clusters and namespaces", () => {
  it("survives a round trip through the URL", () => {
    const picked = { clusters: ["prod-eu"], namespaces: ["legacy", "shop"] };
    expect(formatPickedScope(picked)).toBe("cluster=prod-eu&ns=legacy&ns=shop");
    expect(parsePickedScope(formatPickedScope(picked))).toEqual(picked);
    expect(formatPickedScope(WHOLE_SCOPE)).toBe("");
  });

  it.each([
    ["/entries", "q=zone%3Aa&sort=-age&ns=old", ["shop"], "/entries?ns=shop&q=zone%3Aa&sort=-age"],
    ["/entries", "ns=old", [], "/entries"],
    ["/", "", ["a&b"], "/?ns=a%26b"],
    ["/c/prod/entries/shop/vm-1", "uid=1", ["shop"], "/entries?ns=shop"],
    ["/c/prod/groups/shop/checkout", "tab=yaml", ["legacy"], "/groups?ns=legacy"],
  ])("on %s?%s opens the list with the new selection", (pathname, search, namespaces, href) => {
    expect(listHrefWithScope(pathname, new URLSearchParams(search), { clusters: [], namespaces })).toBe(href);
  });

  it("applies to lists only", () => {
    expect(["/", "/groups", "/entries"].every(isListPage)).toBe(true);
    expect(isListPage("/c/prod/entries/shop/vm-1")).toBe(false);
  });

  it("removes a selected name, adds others, and stays sorted", () => {
    expect(toggleName(["a", "b"], "a")).toEqual(["b"]);
    expect(toggleName(["b"], "a")).toEqual(["a", "b"]);
  });
});
