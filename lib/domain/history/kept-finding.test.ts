import { describe, expect, it } from "vitest";
import { keptObjects, readFinding } from "./kept-finding";
import { Unreadable } from "./reading";

const objects = Array.from({ length: 15 }, (_, n) => ({ kind: "WorkloadEntry", namespace: "shop", name: `vm-${n}` }));

describe("what is kept of a finding", () => {
  it("is the first of the objects that it names, and how many more there were", () => {
    expect(keptObjects(objects)).toEqual({ objects: objects.slice(0, 12), more: 3 });
    expect(keptObjects([])).toEqual({ objects: [], more: 0 });
  });

  it.each([null, "", "checkout"])("is the same when it is read again (group %j)", (group) => {
    const kept = { rule: "clock-skew", ...keptObjects(objects), group };
    expect(readFinding(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([{}, { rule: 1, objects: [], group: null }, { rule: "a", objects: [{ kind: 1 }], group: null }])(
    "is not guessed where it cannot be read: %j",
    (stored) => {
      expect(() => readFinding(stored)).toThrow(Unreadable);
    },
  );
});
