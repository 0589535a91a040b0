import { describe, expect, it } from "vitest";
import { HEALTH_GATE } from "@/lib/domain/verdict/serving";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { matchesGroupLabels, membershipOf, REGISTRATION_GROUP } from "./membership";
import { entryOriginOf } from "./origin";
import type { WorkloadEntry } from "./workload-entry";

const owner = (name: string, kind = "WorkloadGroup", apiVersion = "networking.istio.io/v1") => ({ apiVersion, kind, name, uid: "1" });

it("the annotations of an entry have the names that istiod reads", () => {
  expect([HEALTH_GATE, REGISTRATION_GROUP]).toEqual(["proxy.istio.io/health-checks-enabled", "istio.io/autoRegistrationGroup"]);
});

describe("the group of an entry", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, group: string, kind: string][] = [
    ["owner and annotation agree", { owner: owner("checkout"), registrationGroup: "checkout" }, "checkout", "owned"],
    ["an owner alone will do", { owner: owner("checkout"), registrationGroup: "" }, "checkout", "owned"],
    ["an older version of the owner is the same kind", { owner: owner("checkout", "WorkloadGroup", "networking.istio.io/v1alpha3") }, "checkout", "owned"],
    ["an annotation alone will do", { owner: null, registrationGroup: "checkout" }, "checkout", "annotated"],
    ["where they differ the owner wins, and it is said", { owner: owner("cart"), registrationGroup: "checkout" }, "cart", "owner-differs"],
    ["an owner of another kind is no group", { owner: owner("x", "ServiceEntry"), registrationGroup: "" }, "", "none"],
    ["nor is a group of another API", { owner: owner("x", "WorkloadGroup", "example.com/v1"), registrationGroup: "" }, "", "none"],
    ["the name of the entry proves nothing", { owner: null, registrationGroup: "", name: "checkout-10.0.0.1" }, "", "none"],
  ];
  it.each(cases)("%s", (_, change, group, kind) => {
    expect(membershipOf(anEntry(change))).toEqual({ group, kind });
  });
});

describe("labels alone", () => {
  const template = {
    ...aGroup().template,
    labels: [
      ["app", "old"],
      ["tier", "web"],
    ] as const,
  };
  const group = aGroup({ template, entryLabels: [["app", "checkout"]] });

  it("match when they carry all that the group gives, its metadata over its template", () => {
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

  it("match nothing for a group that gives none", () => {
    expect(matchesGroupLabels(aGroup({ entryLabels: [] }), [["app", "checkout"]])).toBe(false);
  });
});

describe("where an entry comes from", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, origin: string][] = [
    ["a registration group means that istiod made it", {}, "auto-registered"],
    ["claimed by istiod, hand-written and checked", { registrationGroup: "" }, "hand-written-checked"],
    ["a gate alone makes health decide", { registrationGroup: "", controller: "", gate: "true" }, "hand-written-checked"],
    ["no marks, hand-written", { registrationGroup: "", controller: "", gate: null }, "hand-written"],
    ["an unreadable object has no origin", { unreadable: "no spec" }, "unreadable"],
  ];
  it.each(cases)("%s", (_, change, origin) => {
    expect(entryOriginOf(anEntry(change))).toBe(origin);
  });
});
