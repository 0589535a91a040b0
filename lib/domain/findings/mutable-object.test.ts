import { describe, expect, it } from "vitest";
import { muteAnnotationTargetOf } from "./mutable-object";
import type { RuleSubjectKind } from "./rule";

const named = (...kinds: readonly string[]) => kinds.map((kind) => ({ kind, namespace: "shop", name: "web" }));

describe("the object at which a finding can be muted", () => {
  const cases: readonly [claim: string, subject: RuleSubjectKind, kinds: readonly string[], resource: string | null][] = [
    ["is the entry that the finding is about", "entry", ["WorkloadEntry", "Service"], "workloadentries"],
    ["is the group that the finding is about", "group", ["WorkloadGroup"], "workloadgroups"],
    ["is the Service that the finding is about", "host", ["Service", "DestinationRule"], "services"],
    ["is the ServiceEntry that the finding is about", "host", ["ServiceEntry", "Service"], "serviceentries"],
    ["is null if the finding is about a mesh, even if its object is a Service", "mesh", ["Service"], null],
    ["is null if the finding is about a locality", "place", ["Locality", "WorkloadEntry"], null],
    ["is null if the finding is about a network", "network", ["Network"], null],
    ["is null if the object's kind cannot have the annotation", "host", ["DestinationRule"], null],
    ["is null if the object's kind is named like a property of every JavaScript object", "host", ["constructor"], null],
    ["is null if the finding has no objects", "host", [], null],
  ];
  it.each(cases)("the object at which a finding can be muted: %s", (_claim, subject, kinds, resource) => {
    expect(muteAnnotationTargetOf({ subject, objects: named(...kinds) })).toEqual(resource && { resource, namespace: "shop", name: "web" });
  });
});
