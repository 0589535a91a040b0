import { describe, expect, it } from "vitest";
import { findingMergePatch, metadataPatch, serviceAccountCreationRemedy } from "./patch";

describe("a merge patch", () => {
  const object = { namespace: "shop", name: "a" };

  it("a merge patch contains the object and the fields", () => {
    expect(findingMergePatch("WorkloadGroup", object, { spec: { probe: null } })).toEqual({
      ...{ kind: "WorkloadGroup", namespace: "shop", name: "a", type: "merge" },
      body: { spec: { probe: null } },
    });
  });

  it.each([
    ["labels", "app", "b"],
    ["annotations", "note", null],
  ] as const)("sets or removes one of the %s", (marks, key, value) => {
    expect(metadataPatch("WorkloadEntry", object, { marks, key, value })).toMatchObject({ body: { metadata: { [marks]: { [key]: value } } } });
  });
});

describe("the command for a missing ServiceAccount", () => {
  it("the command for a missing ServiceAccount exists if the name is a valid object name", () => {
    expect(serviceAccountCreationRemedy("shop", "web")).toEqual({ patch: { command: "kubectl create serviceaccount -n shop web" } });
  });

  it.each(["Web", "web; reboot", "$(reboot)", "-f", " web"])("the command for a missing ServiceAccount does not exist for %j", (name) => {
    expect(serviceAccountCreationRemedy("shop", name)).toEqual({});
  });
});
