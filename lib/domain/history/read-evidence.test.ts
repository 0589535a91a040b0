import { describe, expect, it } from "vitest";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { endingEvidence, type OwnerFate } from "./ending-evidence";
import { formatEvidence, JUDGED_BY_THIS_RULE, parseEvidence } from "./read-evidence";

const verdict = { connection: { kind: "connected" }, serving: { kind: "yes-checked" }, state: "healthy", vouched: true } as const;
const evidence = (owner: OwnerFate, planned = false) => endingEvidence({ entry: anEntry(), verdict }, { at: NOW, notBefore: null }, aWorld(), owner, planned);

describe("evidence that is kept", () => {
  it.each<OwnerFate>([{ kind: "none" }, { kind: "gone", at: NOW, notBefore: NOW - 5 }])("is the evidence again, with an owner that is $kind", (owner) => {
    const text = formatEvidence(evidence(owner));
    expect(parseEvidence(text)).toEqual(evidence(owner));
    expect(text.startsWith(JUDGED_BY_THIS_RULE)).toBe(true);
  });

  it("keeps that the machine was planned to go", () => {
    expect(parseEvidence(formatEvidence(evidence({ kind: "there" }, true)))?.planned).toBe(true);
    expect(parseEvidence(formatEvidence(evidence({ kind: "there" })))).not.toHaveProperty("planned");
  });

  it.each([
    null,
    "",
    "{}",
    "[]",
    '{"format":2,"evidence":{}}',
    formatEvidence(evidence({ kind: "none" }))
      .replace('"ghost"', "7")
      .replace("true", '"yes"'),
  ])("is none where it cannot be read: %s", (text) => {
    expect(parseEvidence(text)).toBeNull();
  });
});
