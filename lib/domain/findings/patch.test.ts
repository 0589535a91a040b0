import { describe, expect, it } from "vitest";
import { makeAccount, markPatch, mergePatch } from "./patch";

describe("a merge patch", () => {
  const object = { namespace: "shop", name: "a" };

  it("names the object and what is merged into it", () => {
    expect(mergePatch("WorkloadGroup", object, { spec: { probe: null } })).toEqual({
      ...{ kind: "WorkloadGroup", namespace: "shop", name: "a", type: "merge" },
      body: { spec: { probe: null } },
    });
  });

  it.each([
    ["labels", "app", "b"],
    ["annotations", "note", null],
  ] as const)("sets one of the %s, or takes it away", (marks, key, value) => {
    expect(markPatch("WorkloadEntry", object, { marks, key, value })).toMatchObject({ body: { metadata: { [marks]: { [key]: value } } } });
  });
});

describe("the command for a missing ServiceAccount", () => {
  it("is a command where the name can be that of an object", () => {
    expect(makeAccount("shop", "web")).toEqual({ patch: { command: "kubectl create serviceaccount -n shop web" } });
  });

  it.each(["Web", "web; reboot", "$(reboot)", "-f", " web"])("is none for %j", (name) => {
    expect(makeAccount("shop", name)).toEqual({});
  });
});
