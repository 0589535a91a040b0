import { describe, expect, it } from "vitest";
import { mutableObjectOf } from "./mutable-object";
import type { RuleSubjectKind } from "./rule";

const named = (...kinds: readonly string[]) => kinds.map((kind) => ({ kind, namespace: "shop", name: "web" }));

describe("the object at which a finding can be muted", () => {
  const cases: readonly [claim: string, subject: RuleSubjectKind, kinds: readonly string[], resource: string | null][] = [
    ["is the entry that it is about", "entry", ["WorkloadEntry", "Service"], "workloadentries"],
    ["is the group that it is about", "group", ["WorkloadGroup"], "workloadgroups"],
    ["is the Service that it is about", "host", ["Service", "DestinationRule"], "services"],
    ["is the ServiceEntry that it is about", "host", ["ServiceEntry", "Service"], "serviceentries"],
    ["is none, where it is about a mesh, though it names a Service", "mesh", ["Service"], null],
    ["is none, where it is about a place", "place", ["Locality", "WorkloadEntry"], null],
    ["is none, where it is about a network", "network", ["Network"], null],
    ["is none of a kind that carries no such annotation", "host", ["DestinationRule"], null],
    ["is none of a kind with the name of a key of every object", "host", ["constructor"], null],
    ["is none, where it names nothing", "host", [], null],
  ];
  it.each(cases)("the object at which a finding can be muted: %s", (_claim, subject, kinds, resource) => {
    expect(mutableObjectOf({ subject, objects: named(...kinds) })).toEqual(resource && { resource, namespace: "shop", name: "web" });
  });
});
