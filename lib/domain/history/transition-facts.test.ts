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

describe("the facts of a transition", () => {
  it.each([CHANGES, LEFT, FINDING, { kind: "left", machines: [] } as const, { kind: "restarts", count: 3 } as const])(
    "the facts of a transition are equal after they are read again: $kind",
    (facts) => {
      expect(parseFacts(formatFacts(facts))).toEqual(facts);
    },
  );

  const unread: readonly [claim: string, stored: string | null][] = [
    ["nothing is stored", null],
    ["the text is not JSON", "{"],
    ["the JSON is not an object", "[]"],
    ["a later version wrote them", formatFacts(CHANGES).replace('"format":1', '"format":2')],
    ["their kind is not known", formatFacts(LEFT).replace('"left"', '"right"')],
    ["a value is not a text", formatFacts(CHANGES).replace('"☃"', "7")],
    ["the code of a reason is unknown", formatFacts(UNSEEN).replace("silent", "asleep")],
    ["a list is missing", '{"format":1,"kind":"changes","more":0}'],
    ["the text is the evidence for the end of an entry", '{"format":1,"rule":1,"evidence":{}}'],
  ];
  it.each(unread)("the facts of a transition are null if %s", (_claim, stored) => {
    expect(parseFacts(stored)).toBeNull();
  });

  it("the facts of a transition are stored without characters that databases reject", () => {
    expect(storableFacts({ kind: "changes", changes: [{ field: "a\0", from: "\uD83D", to: "b" }], more: 0 })).toEqual({
      kind: "changes",
      changes: [{ field: "a\uFFFD", from: "\uFFFD", to: "b" }],
      more: 0,
    });
  });

  it("the facts of a transition are shortened to a maximum length, with the number of further changes", () => {
    const long = "x".repeat(100_000);
    const changes = Array.from({ length: 9 }, (_, n) => ({ field: `spec.labels[${n}]`, from: null, to: long }));
    const kept = storableFacts({ kind: "changes", changes, more: 1 });
    expect(kept).toMatchObject({ more: 1 + 6 });
    expect(formatFacts(kept).length).toBeLessThan(16_000);
    expect(bytesOfFacts({ kind: "changes", changes, more: 0 })).toBeGreaterThan(1_800_000);
  });
});
