import { describe, expect, it } from "vitest";
import { HEALTH_CHECKS_ANNOTATION } from "@/lib/domain/verdict/serving";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { matchesGroupLabels, membershipOf, REGISTRATION_GROUP_ANNOTATION } from "./membership";
import { entryOriginOf } from "./origin";
import type { WorkloadEntry } from "./workload-entry";

const owner = (name: string, kind = "WorkloadGroup", apiVersion = "networking.istio.io/v1") => ({ apiVersion, kind, name, uid: "1" });

it("the annotations of an entry have the names that istiod reads", () => {
  expect([HEALTH_CHECKS_ANNOTATION, REGISTRATION_GROUP_ANNOTATION]).toEqual(["proxy.istio.io/health-checks-enabled", "istio.io/autoRegistrationGroup"]);
});

describe("the group of an entry", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, group: string, kind: string][] = [
    ["comes from owner and annotation if they agree", { owner: owner("checkout"), registrationGroup: "checkout" }, "checkout", "owned"],
    ["comes from the owner if there is no annotation", { owner: owner("checkout"), registrationGroup: "" }, "checkout", "owned"],
    ["comes from an owner of an older API version", { owner: owner("checkout", "WorkloadGroup", "networking.istio.io/v1alpha3") }, "checkout", "owned"],
    ["comes from the annotation if there is no owner", { owner: null, registrationGroup: "checkout" }, "checkout", "annotated"],
    [
      "comes from the owner if the annotation differs, and the difference is reported",
      { owner: owner("cart"), registrationGroup: "checkout" },
      "cart",
      "owner-differs",
    ],
    ["is none if the owner is of another kind", { owner: owner("x", "ServiceEntry"), registrationGroup: "" }, "", "none"],
    [
      "is none if the owner is a WorkloadGroup of another API group",
      { owner: owner("x", "WorkloadGroup", "example.com/v1"), registrationGroup: "" },
      "",
      "none",
    ],
    ["is none if only the name of the entry starts with that of a group", { owner: null, registrationGroup: "", name: "checkout-10.0.0.1" }, "", "none"],
  ];
  it.each(cases)("the group of an entry: %s", (_, change, group, kind) => {
    expect(membershipOf(anEntry(change))).toEqual({ group, kind });
  });
});

describe("labels of an entry", () => {
  const template = {
    ...aGroup().template,
    labels: [
      ["app", "old"],
      ["tier", "web"],
    ] as const,
  };
  const group = aGroup({ template, entryLabels: [["app", "checkout"]] });

  it("labels of an entry match a group if they have all labels that it gives, with spec.metadata over its template", () => {
    expect(
      matchesGroupLabels(group, [
        ["app", "checkout"],
        ["more", "x"],
        ["tier", "web"],
      ]),
    ).toBe(true);
    expect(
      matchesGroupLabels(group, [
        ["app", "old"],
        ["tier", "web"],
      ]),
    ).toBe(false);
    expect(matchesGroupLabels(group, [["app", "checkout"]])).toBe(false);
  });

  it("labels of an entry do not match a group that gives no labels", () => {
    expect(matchesGroupLabels(aGroup({ entryLabels: [] }), [["app", "checkout"]])).toBe(false);
  });
});

describe("the origin of an entry", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, origin: string][] = [
    ["is auto-registered if it has the annotation for a registration group", {}, "auto-registered"],
    ["is hand-written-checked if the entry has the annotation of an istiod replica", { registrationGroup: "" }, "hand-written-checked"],
    [
      "is hand-written-checked if it has only the annotation for health checks",
      { registrationGroup: "", controller: "", gate: "true" },
      "hand-written-checked",
    ],
    ["is hand-written if it has no annotation for a group, a replica or health checks", { registrationGroup: "", controller: "", gate: null }, "hand-written"],
    ["is unreadable if the object cannot be parsed", { unreadable: "no spec" }, "unreadable"],
  ];
  it.each(cases)("the origin of an entry: %s", (_, change, origin) => {
    expect(entryOriginOf(anEntry(change))).toBe(origin);
  });
});
