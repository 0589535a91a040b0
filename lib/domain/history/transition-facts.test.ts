import { describe, expect, it } from "vitest";
import { bytesOfFacts, formatFacts, parseFacts, storableFacts, type TransitionFacts } from "./transition-facts";

const CHANGES: TransitionFacts = {
  kind: "changes",
  changes: [
    { field: "spec.labels[tier]", from: null, to: "" },
    { field: "marked-for-deletion", from: null, to: null },
    { field: 'spec.labels[a "quoted" key]', from: "v1\nv2", to: "☃" },
  ],
  more: 2,
};
const LEFT: TransitionFacts = {
  kind: "left",
  machines: [
    { name: "vm-1", replica: "istiod-a" },
    { name: "vm-2", replica: null },
  ],
};

const FINDING: TransitionFacts = {
  ...{ kind: "finding", rule: "duplicate-address", more: 3, gone: false },
  objects: [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
};
const UNSEEN: TransitionFacts = { kind: "unseen", reason: { code: "silent", ms: 30_000 } };

describe("what is known of a transition", () => {
  it.each([CHANGES, LEFT, FINDING, { kind: "left", machines: [] } as const, { kind: "restarts", count: 3 } as const])(
    "is the same when it is read again: $kind",
    (facts) => {
      expect(parseFacts(formatFacts(facts))).toEqual(facts);
    },
  );

  const unread: readonly [claim: string, stored: string | null][] = [
    ["there is nothing", null],
    ["it is no JSON", "{"],
    ["it is no object", "[]"],
    ["a later version wrote it", formatFacts(CHANGES).replace('"format":1', '"format":2')],
    ["its kind is not known", formatFacts(LEFT).replace('"left"', '"right"')],
    ["a value is no text", formatFacts(CHANGES).replace('"☃"', "7")],
    ["the code of a reason is not known", formatFacts(UNSEEN).replace("silent", "asleep")],
    ["a list is missing", '{"format":1,"kind":"changes","more":0}'],
    ["it is the evidence of an end", '{"format":1,"rule":1,"evidence":{}}'],
  ];
  it.each(unread)("is not known where %s", (_claim, stored) => {
    expect(parseFacts(stored)).toBeNull();
  });

  it("is stored without what no database holds", () => {
    expect(storableFacts({ kind: "changes", changes: [{ field: "a\0", from: "\uD83D", to: "b" }], more: 0 })).toEqual({
      kind: "changes",
      changes: [{ field: "a\uFFFD", from: "\uFFFD", to: "b" }],
      more: 0,
    });
  });

  it("is stored up to a length, and says how much more there was", () => {
    const long = "x".repeat(100_000);
    const changes = Array.from({ length: 9 }, (_, n) => ({ field: `spec.labels[${n}]`, from: null, to: long }));
    const kept = storableFacts({ kind: "changes", changes, more: 1 });
    expect(kept).toMatchObject({ more: 1 + 6 });
    expect(formatFacts(kept).length).toBeLessThan(16_000);
    expect(bytesOfFacts({ kind: "changes", changes, more: 0 })).toBeGreaterThan(1_800_000);
  });
});
