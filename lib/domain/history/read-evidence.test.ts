import { describe, expect, it } from "vitest";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { endingEvidence, type OwnerStateAtEnd } from "./ending-evidence";
import { CURRENT_EVIDENCE_PREFIX, formatEvidence, parseEvidence } from "./read-evidence";

const verdict = { connection: { kind: "connected" }, serving: { kind: "yes-checked" }, state: "healthy", vouched: true } as const;
const evidence = (owner: OwnerStateAtEnd, planned = false) =>
  endingEvidence({ entry: anEntry(), verdict }, { at: NOW, notBefore: null }, aWorld(), owner, planned);

describe("stored evidence", () => {
  it.each<OwnerStateAtEnd>([{ kind: "none" }, { kind: "gone", at: NOW, notBefore: NOW - 5 }])(
    "stored evidence is equal after it is read again, with an owner of kind $kind",
    (owner) => {
      const text = formatEvidence(evidence(owner));
      expect(parseEvidence(text)).toEqual(evidence(owner));
      expect(text.startsWith(CURRENT_EVIDENCE_PREFIX)).toBe(true);
    },
  );

  it("stored evidence contains the planned leave of the machine", () => {
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
  ])("stored evidence is null if it cannot be read: %j", (text) => {
    expect(parseEvidence(text)).toBeNull();
  });
});
