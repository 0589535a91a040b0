import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { formatLocality, localityOf, localitySource, parseLocality, sentLocality } from "./locality";

describe("a locality", () => {
  it.each([
    ["", { region: "", zone: "", subzone: "", dropped: "" }],
    ["us", { region: "us", zone: "", subzone: "", dropped: "" }],
    ["us/us-east-1/az-1", { region: "us", zone: "us-east-1", subzone: "az-1", dropped: "" }],
    ["us/us-east-1/az-1/r11", { region: "us", zone: "us-east-1", subzone: "az-1", dropped: "r11" }],
    ["a/b/c/d/e", { region: "a", zone: "b", subzone: "c", dropped: "d/e" }],
    ["//az", { region: "", zone: "", subzone: "az", dropped: "" }],
  ])("%j splits into %j", (text, expected) => {
    expect(parseLocality(text)).toEqual(expected);
  });

  it("keeps empty parts before a written one as text", () => {
    expect(formatLocality(parseLocality("us//az-1"))).toBe("us//az-1");
    expect(formatLocality(parseLocality("a/b/c/d"))).toBe("a/b/c");
    expect(formatLocality(parseLocality("/b/c"))).toBe("/b/c");
  });

  it.each([
    ["", ""],
    ["r", "r"],
    ["r/z/", "r/z"],
    ["r//s", "r//s"],
    ["/z", "/z"],
    ["r/z/s/rack", "r/z/s"],
    ["///rack", ""],
  ])("%j is the place %j in the endpoints of istiod", (text, expected) => {
    expect(sentLocality(text)).toBe(expected);
  });

  it("written back and read again is the same", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = formatLocality(parseLocality(text));
        expect(formatLocality(parseLocality(once))).toBe(once);
      }),
    );
  });
});

describe("the locality of an entry", () => {
  const label = (key: string, value: string) => anEntry({ locality: "", specLabels: [], metadataLabels: [[key, value]] });

  it.each([
    ["the spec's comes first", { ...label("istio-locality", "b.c"), locality: "a" }, "a"],
    ["then topology.istio.io/locality, dots for slashes", label("topology.istio.io/locality", "us.us-east-1.az"), "us/us-east-1/az"],
    ["then istio-locality", label("istio-locality", "us.us-east-1"), "us/us-east-1"],
    ["a slash keeps the dots", label("istio-locality", "us/us-east-1.a"), "us/us-east-1.a"],
    ["an empty label gives none", label("istio-locality", ""), ""],
    ["no mark gives none", label("app", "x"), ""],
  ])("%s", (_, entry, expected) => {
    expect(localityOf(entry, true)).toBe(expected);
  });

  it("an empty first label hides the second (recording selectors)", () => {
    const metadataLabels = [["istio-locality", "us"] as const, ["topology.istio.io/locality", ""] as const];
    expect(localityOf(anEntry({ locality: "", specLabels: [], metadataLabels }), true)).toBe("");
  });

  it("has its source: the field, or the label that istiod reads", () => {
    expect(localitySource({ ...label("istio-locality", "b.c"), locality: "a.b" }, true)).toEqual({ text: "a.b", from: "spec.locality" });
    expect(localitySource(label("istio-locality", "b.c"), true)).toEqual({ text: "b/c", from: "istio-locality" });
    expect(localitySource(label("app", "x"), true)).toEqual({ text: "", from: "" });
  });

  it.each([
    [false, "old/zone"],
    [true, "new/zone"],
  ])("comes from the label that istiod reads, topology.istio.io/locality: %s", (readsTopology, expected) => {
    const both = [["istio-locality", "old.zone"] as const, ["topology.istio.io/locality", "new.zone"] as const];
    expect(localityOf(anEntry({ locality: "", specLabels: [], metadataLabels: both }), readsTopology)).toBe(expected);
  });
});
