import { expect, it } from "vitest";
import { type ServedVersions, servedVersions, type VersionSeen } from "./served-versions";

const has = (version: string, hasGroups: boolean | null = true): VersionSeen => ({ version, hasGroups });

it.each<[claim: string, seen: readonly VersionSeen[], versions: ServedVersions]>([
  ["all of them", [has("v1"), has("v1beta1")], { standing: "ok", served: ["v1", "v1beta1"] }],
  ["an older one alone", [has("v1beta1")], { standing: "ok", served: ["v1beta1"] }],
  ["one that nobody writes", [has("v2")], { standing: "problem", served: ["v2"] }],
  ["none in the version that is written", [has("v1", false), has("v1beta1")], { standing: "problem", served: ["v1beta1"] }],
  ["not in an older version, which is not written", [has("v1beta1", false), has("v1")], { standing: "ok", served: ["v1"] }],
  ["not known of the version that is written", [has("v1", null), has("v1beta1")], { standing: "unseen", served: ["v1beta1"] }],
  ["no version at all", [], { standing: "problem", served: [] }],
])("WorkloadGroups are served in: %s", (_claim, seen, versions) => {
  expect(servedVersions(seen, ["v1", "v1beta1", "v1alpha3"])).toEqual(versions);
});
