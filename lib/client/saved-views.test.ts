import { beforeEach, describe, expect, it } from "vitest";
import { forgetTexts, KEPT, keepText } from "./kept-texts";
import { listViews, removeView, saveView } from "./saved-views";

beforeEach(forgetTexts);

describe("the views that a browser keeps", () => {
  it("are those of their viewer, by name", () => {
    saveView("ann", { name: "Shop", address: "/entries?ns=shop" });
    saveView("ann", { name: " At night ", address: "/oncall" });
    saveView("bob", { name: "Legacy", address: "/groups?ns=legacy" });
    expect(listViews("ann")).toEqual([
      { name: "At night", address: "/oncall" },
      { name: "Shop", address: "/entries?ns=shop" },
    ]);
  });

  it("have one address for a name, and go when they are taken away", () => {
    saveView("ann", { name: "Shop", address: "/entries?ns=shop" });
    saveView("ann", { name: "Shop", address: "/groups?ns=shop" });
    expect(listViews("ann")).toEqual([{ name: "Shop", address: "/groups?ns=shop" }]);
    removeView("ann", "Shop");
    expect(listViews("ann")).toEqual([]);
  });

  it("go with the sign-out", () => {
    saveView("ann", { name: "Shop", address: "/entries?ns=shop" });
    forgetTexts();
    expect(listViews("ann")).toEqual([]);
  });

  it("never lead elsewhere, whoever wrote them", () => {
    expect(saveView("ann", { name: "A", address: "https://evil.example/" })).toBe(false);
    for (const stored of ["{", "null", JSON.stringify({ name: "A", address: "javascript:alert(1)" }), JSON.stringify({ name: 1, address: "/" })])
      keepText(`${KEPT.view}ann:${stored}`, stored);
    expect(listViews("ann")).toEqual([]);
  });
});
