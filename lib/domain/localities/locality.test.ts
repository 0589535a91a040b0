import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anEntry } from "@/lib/testing/entries";
import { formatLocality, localityOf, localitySentByIstiod, localityWithSource, parseLocality } from "./locality";

describe("a locality", () => {
  it.each([
    ["", { region: "", zone: "", subzone: "", dropped: "" }],
    ["us", { region: "us", zone: "", subzone: "", dropped: "" }],
    ["us/us-east-1/az-1", { region: "us", zone: "us-east-1", subzone: "az-1", dropped: "" }],
    ["us/us-east-1/az-1/r11", { region: "us", zone: "us-east-1", subzone: "az-1", dropped: "r11" }],
    ["a/b/c/d/e", { region: "a", zone: "b", subzone: "c", dropped: "d/e" }],
    ["//az", { region: "", zone: "", subzone: "az", dropped: "" }],
  ])("a locality: %j splits into %j", (text, expected) => {
    expect(parseLocality(text)).toEqual(expected);
  });

  it("a locality has empty parts as text before a part that is set", () => {
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
  ])("a locality: %j is %j in the endpoints that istiod sends", (text, expected) => {
    expect(localitySentByIstiod(text)).toBe(expected);
  });

  it("a locality is equal after it is formatted and parsed again", () => {
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
    ["is that of the spec first", { ...label("istio-locality", "b.c"), locality: "a" }, "a"],
    ["is topology.istio.io/locality next, with slashes in place of dots", label("topology.istio.io/locality", "us.us-east-1.az"), "us/us-east-1/az"],
    ["is istio-locality last, with slashes in place of dots", label("istio-locality", "us.us-east-1"), "us/us-east-1"],
    ["keeps the dots of a label with slashes", label("istio-locality", "us/us-east-1.a"), "us/us-east-1.a"],
    ["is empty for an empty label", label("istio-locality", ""), ""],
    ["is empty without a label", label("app", "x"), ""],
  ])("the locality of an entry: %s", (_, entry, expected) => {
    expect(localityOf(entry, true)).toBe(expected);
  });

  it("the locality of an entry is empty if the first label is empty, whatever the second one is (recording selectors)", () => {
    const metadataLabels = [["istio-locality", "us"] as const, ["topology.istio.io/locality", ""] as const];
    expect(localityOf(anEntry({ locality: "", specLabels: [], metadataLabels }), true)).toBe("");
  });

  it("the locality of an entry is returned with its source: the field, or the label", () => {
    expect(localityWithSource({ ...label("istio-locality", "b.c"), locality: "a.b" }, true)).toEqual({ text: "a.b", from: "spec.locality" });
    expect(localityWithSource(label("istio-locality", "b.c"), true)).toEqual({ text: "b/c", from: "istio-locality" });
    expect(localityWithSource(label("app", "x"), true)).toEqual({ text: "", from: "" });
  });

  it.each([
    [false, "old/zone"],
    [true, "new/zone"],
  ])("the locality of an entry is that of topology.istio.io/locality if istiod reads that label: %s", (readsTopology, expected) => {
    const both = [["istio-locality", "old.zone"] as const, ["topology.istio.io/locality", "new.zone"] as const];
    expect(localityOf(anEntry({ locality: "", specLabels: [], metadataLabels: both }), readsTopology)).toBe(expected);
  });
});
