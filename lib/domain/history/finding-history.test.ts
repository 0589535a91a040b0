import { describe, expect, it } from "vitest";
import { type FindingObservation, type FindingProgress, nextFindingStep, readStoredFinding, storedFindingObjects } from "./finding-history";
import { UnreadableError } from "./reading";

const PATIENCE = 30;

/** Applies observations at their times, and returns the recorded events. */
function recorded(told: readonly (readonly [at: number, sight: FindingObservation, notBefore?: number])[], before: FindingProgress | null = null) {
  let course = before;
  const events: string[] = [];
  for (const [at, sight, notBefore = null] of told) {
    const step = nextFindingStep(course, sight, { at, notBefore }, at, PATIENCE);
    course = step.course;
    if (step.event !== null) events.push(`${step.event.kind} ${step.event.moment.notBefore ?? ""}-${step.event.moment.at}`);
  }
  return { course, events };
}

const OPEN: FindingProgress = { open: { at: 5, notBefore: null }, pending: null };

describe("a finding", () => {
  it.each([
    [
      "has appeared at its beginning if it lasts",
      null,
      [
        [10, "there"],
        [25, "there"],
        [40, "there"],
      ],
      ["appeared -10"],
    ],
    [
      "has no event if it exists only briefly",
      null,
      [
        [10, "there"],
        [25, "gone"],
        [60, "gone"],
      ],
      [],
    ],
    [
      "has appeared at its second beginning if the first time was short",
      null,
      [
        [10, "there"],
        [20, "gone"],
        [35, "there"],
        [70, "there"],
      ],
      ["appeared -35"],
    ],
    [
      "is resolved at its end if it is gone for long enough",
      OPEN,
      [
        [50, "gone"],
        [80, "gone"],
      ],
      ["resolved -50"],
    ],
    [
      "continues if it is gone only briefly",
      OPEN,
      [
        [50, "gone"],
        [65, "there"],
        [90, "gone"],
      ],
      [],
    ],
    [
      "has no event while data for its rule is missing, however long",
      OPEN,
      [
        [50, "cannot-tell"],
        [5_000, "cannot-tell"],
      ],
      [],
    ],
    [
      "must be gone for the full time again if its rule lacked data meanwhile",
      OPEN,
      [
        [50, "gone"],
        [65, "cannot-tell"],
        [80, "gone"],
        [95, "gone"],
      ],
      [],
    ],
    [
      "has appeared at some time in the gap if it was found after a gap",
      null,
      [
        [100, "there", 40],
        [130, "there"],
      ],
      ["appeared 40-100"],
    ],
    [
      "is resolved at some time in the gap if it was gone after a gap",
      OPEN,
      [
        [100, "gone", 40],
        [130, "gone"],
      ],
      ["resolved 40-100"],
    ],
  ] as const)("a finding: %s", (_, before, told, events) => {
    expect(recorded(told as unknown as Parameters<typeof recorded>[0], before).events).toEqual(events);
  });

  it("a finding keeps its beginning if the history contains it", () => {
    expect(recorded([[50, "there"]], OPEN).course).toEqual(OPEN);
  });

  it("a finding is not remembered if it never existed", () => {
    expect(recorded([[50, "gone"]]).course).toBeNull();
  });
});

const objects = Array.from({ length: 15 }, (_, n) => ({ kind: "WorkloadEntry", namespace: "shop", name: `vm-${n}` }));

describe("a stored finding", () => {
  it("a stored finding has its first objects, and the number of further ones", () => {
    expect(storedFindingObjects(objects)).toEqual({ objects: objects.slice(0, 12), more: 3 });
    expect(storedFindingObjects([])).toEqual({ objects: [], more: 0 });
  });

  it.each([null, "", "checkout"])("a stored finding is equal after it is read again (group %j)", (group) => {
    const kept = { rule: "clock-skew", ...storedFindingObjects(objects), group };
    expect(readStoredFinding(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([{}, { rule: 1, objects: [], group: null }, { rule: "a", objects: [{ kind: 1 }], group: null }])(
    "a stored finding throws Unreadable if it cannot be read: %j",
    (stored) => {
      expect(() => readStoredFinding(stored)).toThrow(UnreadableError);
    },
  );
});
