import { expect, it } from "vitest";
import { patchCommand } from "./patch-command";

const patch = { kind: "WorkloadEntry", namespace: "shop", name: "vm-1", type: "merge", body: { spec: { network: "vpc-2" } } } as const;

it("a patch is a line of kubectl", () => {
  expect(patchCommand(patch, "prod")).toBe(`kubectl --context prod -n shop patch workloadentry/vm-1 --type merge -p '{"spec":{"network":"vpc-2"}}'`);
});

it("what a stranger wrote runs nothing", () => {
  const line = patchCommand({ ...patch, name: "a; rm -rf /", body: { spec: { network: "it's $(id)" } } }, "");
  expect(line).toContain("'workloadentry/a; rm -rf /'");
  expect(line).not.toMatch(/[^'\\]it's \$\(/);
});

it.each([
  ["prod eu", "kubectl --context 'prod eu' create serviceaccount -n shop web"],
  ["", "kubectl create serviceaccount -n shop web"],
])("a kubectl command runs in the cluster of its finding, %j", (context, line) => {
  expect(patchCommand({ command: "kubectl create serviceaccount -n shop web" }, context)).toBe(line);
});
