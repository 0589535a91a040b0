import { describe, expect, it } from "vitest";
import { clusterWrittenPaths, editableFields } from "./editable";

const stored = {
  metadata: { name: "web", uid: "u", resourceVersion: "7", labels: { a: "b" }, ownerReferences: [{ name: "g" }], creationTimestamp: "t" },
  spec: { template: {} },
  status: { conditions: [] },
  kind: "WorkloadGroup",
  apiVersion: "networking.istio.io/v1",
};

describe("the editable part of an object", () => {
  it("the editable part of an object contains all fields that the cluster does not write, with apiVersion and kind first", () => {
    const editable = editableFields(stored);
    expect(editable).toEqual({
      apiVersion: "networking.istio.io/v1",
      kind: "WorkloadGroup",
      metadata: { name: "web", labels: { a: "b" }, ownerReferences: [{ name: "g" }] },
      spec: { template: {} },
    });
    expect(Object.keys(editable)).toEqual(["apiVersion", "kind", "metadata", "spec"]);
    expect(clusterWrittenPaths(editable)).toEqual([]);
  });

  it.each<[string, unknown, readonly unknown[]]>([
    ["a whole stored object", stored, [["metadata", "uid"], ["metadata", "resourceVersion"], ["metadata", "creationTimestamp"], ["status"]]],
    ["a string instead of an object", "text", []],
    ["a __proto__ key", JSON.parse('{"metadata":{"__proto__":{"uid":"u"}}}'), []],
  ])("the editable part of an object lists the paths that only the cluster writes, for %s", (_claim, value, paths) => {
    expect(clusterWrittenPaths(value)).toEqual(paths);
  });
});
