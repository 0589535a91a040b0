import { describe, expect, it } from "vitest";
import type { KubeObject } from "./kube-object";
import { managedAfter, managerOf, withManaged } from "./managed-fields";

const base = { apiVersion: "networking.istio.io/v1", kind: "WorkloadEntry" };

function writer(manager: string, time: string): Parameters<typeof managedAfter>[2] {
  return { manager, apiVersion: base.apiVersion, subresource: "", time };
}

function object(spec: object, labels?: Record<string, string>): KubeObject {
  return { ...base, metadata: { name: "x", ...(labels === undefined ? {} : { labels }) }, spec };
}

describe("managed fields", () => {
  const made = object({ address: "1.1.1.1", weight: 1 });
  const created = withManaged(made, managedAfter(null, made, writer("istiod", "t1")));

  it("give a new object's fields to its maker", () => {
    expect(created.metadata.managedFields).toMatchObject([{ manager: "istiod", fieldsV1: { "f:spec": { ".": {}, "f:address": {}, "f:weight": {} } } }]);
  });

  it("move a changed field to who changed it and leave the rest", () => {
    const entries = managedAfter(created, object({ address: "1.1.1.1", weight: 2 }, { a: "b" }), writer("kubectl", "t2"));
    expect(entries.map(({ manager, fieldsV1 }) => [manager, fieldsV1])).toEqual([
      ["istiod", { "f:spec": { ".": {}, "f:address": {} } }],
      ["kubectl", { "f:metadata": { "f:labels": { ".": {}, "f:a": {} } }, "f:spec": { "f:weight": {} } }],
    ]);
  });

  it("forget a manager whose last field is gone", () => {
    const labelled = object({ address: "1.1.1.1", weight: 1 }, { a: "b" });
    const second = withManaged(labelled, managedAfter(created, labelled, writer("kubectl", "t2")));
    expect(managedAfter(second, made, writer("other", "t3")).map(({ manager }) => manager)).toEqual(["istiod"]);
  });

  it.each([
    ["ui", "curl/8", "ui"],
    [null, "kubectl/v1.36 (linux)", "kubectl"],
    [null, undefined, "unknown"],
  ])("name the manager by parameter, else by client: %s, %s", (parameter, agent, expected) => {
    expect(managerOf(parameter, agent)).toBe(expected);
  });
});
