import { describe, expect, it } from "vitest";
import { editableFields, lockedPaths } from "./editable";

const stored = {
  metadata: { name: "web", uid: "u", resourceVersion: "7", labels: { a: "b" }, ownerReferences: [{ name: "g" }], creationTimestamp: "t" },
  spec: { template: {} },
  status: { conditions: [] },
  kind: "WorkloadGroup",
  apiVersion: "networking.istio.io/v1",
};

describe("what can be edited of an object", () => {
  it("is all that the cluster does not write itself, with what it is first", () => {
    const editable = editableFields(stored);
    expect(editable).toEqual({
      apiVersion: "networking.istio.io/v1",
      kind: "WorkloadGroup",
      metadata: { name: "web", labels: { a: "b" }, ownerReferences: [{ name: "g" }] },
      spec: { template: {} },
    });
    expect(Object.keys(editable)).toEqual(["apiVersion", "kind", "metadata", "spec"]);
    expect(lockedPaths(editable)).toEqual([]);
  });

  it.each<[string, unknown, readonly unknown[]]>([
    ["the whole object as it is stored", stored, [["metadata", "uid"], ["metadata", "resourceVersion"], ["metadata", "creationTimestamp"], ["status"]]],
    ["no object at all", "text", []],
    ["a name that every object has", JSON.parse('{"metadata":{"__proto__":{"uid":"u"}}}'), []],
  ])("of %s, what only the cluster writes is found", (_claim, value, paths) => {
    expect(lockedPaths(value)).toEqual(paths);
  });
});
