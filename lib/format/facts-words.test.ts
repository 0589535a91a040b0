import { describe, expect, it } from "vitest";
import type { FieldChange } from "@/lib/domain/history/object-changes";
import { factsWords } from "./facts-words";
import { fieldChangeText } from "./field-change";

describe("a field that changed", () => {
  const cases: readonly [change: FieldChange, words: string][] = [
    [{ field: "spec.network", from: "vpc-1", to: "vpc-2" }, "spec.network: vpc-1 → vpc-2"],
    [{ field: "spec.weight", from: null, to: "0" }, "spec.weight: (none) → 0"],
    [{ field: "spec.labels[tier]", from: null, to: "" }, 'spec.labels[tier]: (none) → ""'],
    [{ field: "spec.address", from: null, to: "a\nspec: b" }, "spec.address: (none) → a spec: b"],
    [{ field: "spec.labels[a\nb]", from: "1", to: "2" }, "spec.labels[a b]: 1 → 2"],
    [{ field: "unreadable", from: null, to: "spec.ports: expected a map" }, "unreadable: (none) → spec.ports: expected a map"],
    [{ field: "health-checks", from: "true", to: null }, "health checks: true → (none)"],
    [{ field: "registration-group", from: "checkout", to: "search" }, "registered in group: checkout → search"],
    [{ field: "owner", from: "checkout", to: "search" }, "owner: checkout → search"],
    [{ field: "managed-by", from: null, to: "Flux" }, "managed by: (none) → Flux"],
    [{ field: "marked-for-deletion", from: null, to: null }, "marked for deletion"],
  ];
  it.each(cases)("%j", (change, words) => {
    expect(fieldChangeText(change)).toBe(words);
  });
});

describe("what is known of a thing that happened", () => {
  it("is a line for each field, and how many more there were", () => {
    const changes = [
      { field: "spec.network", from: "vpc-1", to: "vpc-2" },
      { field: "spec.weight", from: "5", to: null },
    ];
    expect(factsWords({ kind: "changes", changes, more: 0 })).toBe("spec.network: vpc-1 → vpc-2\nspec.weight: 5 → (none)");
    expect(factsWords({ kind: "changes", changes: changes.slice(1), more: 3 })).toBe("spec.weight: 5 → (none)\nand 3 more changes");
  });

  it("is what a finding is called, and a line for each object that it names", () => {
    const objects = [
      { kind: "WorkloadEntry", namespace: "shop", name: "vm-1" },
      { kind: "Network", namespace: "", name: "vpc-1" },
    ];
    const finding = { kind: "finding", rule: "duplicate-address", objects, more: 0, gone: false } as const;
    expect(factsWords(finding)).toBe("Several entries have one address\nWorkloadEntry shop/vm-1\nNetwork vpc-1");
    expect(factsWords({ ...finding, rule: "of-a-later-version", objects: [], more: 2, gone: true })).toBe(
      "of-a-later-version\nwhat it was about is gone\nand 2 more objects",
    );
  });

  it("is a line for each machine that was left, and who still holds it", () => {
    const machines = [
      { name: "vm-1", replica: "istiod-a" },
      { name: "vm-2", replica: null },
    ];
    expect(factsWords({ kind: "left", machines })).toBe("vm-1: still connected to istiod-a\nvm-2");
  });

  it("is how often a replica was started anew", () => {
    expect(factsWords({ kind: "restarts", count: 3 })).toBe("3 restarts");
  });

  it("is why nobody saw it", () => {
    expect(factsWords({ kind: "unseen", reason: { code: "silent", ms: 30_000 } })).toBe("nothing was heard for 30 s");
  });
});
