import { describe, expect, it } from "vitest";
import { type FindingCourse, type FindingObservation, nextFindingStep, readStoredFinding, storedFindingObjects } from "./finding-history";
import { Unreadable } from "./reading";

const PATIENCE = 30;

/** Plays what is told at moments; gives what was recorded. */
function recorded(told: readonly (readonly [at: number, sight: FindingObservation, notBefore?: number])[], before: FindingCourse | null = null) {
  let course = before;
  const events: string[] = [];
  for (const [at, sight, notBefore = null] of told) {
    const step = nextFindingStep(course, sight, { at, notBefore }, at, PATIENCE);
    course = step.course;
    if (step.event !== null) events.push(`${step.event.kind} ${step.event.moment.notBefore ?? ""}-${step.event.moment.at}`);
  }
  return { course, events };
}

const OPEN: FindingCourse = { open: { at: 5, notBefore: null }, pending: null };

describe("the course of a finding", () => {
  it.each([
    [
      "holds: it appeared when it began",
      null,
      [
        [10, "there"],
        [25, "there"],
        [40, "there"],
      ],
      ["appeared -10"],
    ],
    [
      "flashes up: nothing",
      null,
      [
        [10, "there"],
        [25, "gone"],
        [60, "gone"],
      ],
      [],
    ],
    [
      "flashes twice: the second one counts from its own beginning",
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
      "is gone for long enough: resolved when it went",
      OPEN,
      [
        [50, "gone"],
        [80, "gone"],
      ],
      ["resolved -50"],
    ],
    [
      "is gone for a moment: it goes on",
      OPEN,
      [
        [50, "gone"],
        [65, "there"],
        [90, "gone"],
      ],
      [],
    ],
    [
      "cannot be told: neither, however long",
      OPEN,
      [
        [50, "cannot-tell"],
        [5_000, "cannot-tell"],
      ],
      [],
    ],
    [
      "cannot be told while it is going: counted anew",
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
      "was found after a gap: at some time since",
      null,
      [
        [100, "there", 40],
        [130, "there"],
      ],
      ["appeared 40-100"],
    ],
    [
      "was missed after a gap: at some time since",
      OPEN,
      [
        [100, "gone", 40],
        [130, "gone"],
      ],
      ["resolved 40-100"],
    ],
  ] as const)("%s", (_, before, told, events) => {
    expect(recorded(told as unknown as Parameters<typeof recorded>[0], before).events).toEqual(events);
  });

  it("goes on with its beginning where the record knows it", () => {
    expect(recorded([[50, "there"]], OPEN).course).toEqual(OPEN);
  });

  it("nothing is remembered of what is not there", () => {
    expect(recorded([[50, "gone"]]).course).toBeNull();
  });
});

const objects = Array.from({ length: 15 }, (_, n) => ({ kind: "WorkloadEntry", namespace: "shop", name: `vm-${n}` }));

describe("what is kept of a finding", () => {
  it("is the first of the objects that it names, and how many more there were", () => {
    expect(storedFindingObjects(objects)).toEqual({ objects: objects.slice(0, 12), more: 3 });
    expect(storedFindingObjects([])).toEqual({ objects: [], more: 0 });
  });

  it.each([null, "", "checkout"])("is the same when it is read again (group %j)", (group) => {
    const kept = { rule: "clock-skew", ...storedFindingObjects(objects), group };
    expect(readStoredFinding(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([{}, { rule: 1, objects: [], group: null }, { rule: "a", objects: [{ kind: 1 }], group: null }])(
    "is not guessed where it cannot be read: %j",
    (stored) => {
      expect(() => readStoredFinding(stored)).toThrow(Unreadable);
    },
  );
});
