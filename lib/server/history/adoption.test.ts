import { describe, expect, it } from "vitest";
import { Adoption, type ComparedObject, type OpenRead } from "./adoption";
import { type Source, Windows } from "./windows";

const SECOND = 1_000;
const NEWER: ComparedObject = { own: "1300", open: "1200", openSince: null, isSame: false, state: "1300 healthy" };
const OLDER: ComparedObject = { own: "1200", open: "1300", openSince: null, isSame: false, state: "1200 healthy" };
const GONE: ComparedObject = { own: null, open: "1300", openSince: null, isSame: false, state: "gone" };
/** The windows end before anything else happens: they show nothing about the time of a version. */
const read = (at: number, others: number | null): OpenRead => ({ at, others, lastSeen: -20 * SECOND });

/** A replica that compares since moment 0. Its list has the collection's version 1250. */
function begun() {
  let now = 0;
  const source: Source = new Windows(() => undefined).of("prod-eu", "workloadentries", "*");
  source.collection = { held: "1250", read: "1250", readAt: -SECOND };
  const adoption = new Adoption(source, () => now);
  const decide = (object: ComparedObject, at: number, others: number | null) => {
    now = at;
    return adoption.decide("a", object, read(at, others));
  };
  return { source, decide };
}

describe("the first sighting of an object", () => {
  it("is recorded at once when nothing differs, or no other replica records", () => {
    expect(begun().decide({ ...OLDER, isSame: true }, 0, 0)).toBe("adopt");
    expect(begun().decide(NEWER, 0, null)).toBe("adopt");
  });

  it("waits until the other replica has stored all earlier changes", () => {
    const { decide } = begun();
    expect([decide(NEWER, 0, 0), decide(NEWER, SECOND, SECOND), decide(NEWER, 2 * SECOND, 1.5 * SECOND)]).toEqual(["wait", "wait", "adopt"]);
  });

  it("waits again after each change, for twenty seconds in all", () => {
    const { decide } = begun();
    for (let second = 0; second < 20; second += 2) expect(decide({ ...NEWER, state: `${second}` }, second * SECOND, second * SECOND)).toBe("wait");
    expect(decide({ ...NEWER, state: "20" }, 20 * SECOND, 20 * SECOND)).toBe("adopt");
  });

  it.each([OLDER, GONE])("is not recorded while the history is ahead of the list: $own", (object) => {
    const { source, decide } = begun();
    expect([decide(object, 0, null), decide(object, 60 * SECOND, null)]).toEqual(["wait", "wait"]);
    // Every change up to the stored version has arrived, and the object is still missing.
    source.collection = { held: "1300", read: "1300", readAt: 61 * SECOND };
    expect(decide(object, 62 * SECOND, null)).toBe("adopt");
  });

  it.each([OLDER, GONE])("is recorded once a later read of the collection proves a restore: $own", (object) => {
    const { source, decide } = begun();
    expect(decide(object, 0, null)).toBe("wait");
    // This read began before the history returned the version.
    source.collection = { held: "1250", read: "1260", readAt: -1 };
    expect(decide(object, SECOND, null)).toBe("wait");
    source.collection = { held: "1250", read: "1260", readAt: SECOND };
    expect(decide(object, 2 * SECOND, null)).toBe("adopt");
  });

  it("is recorded at once when the list began after all writes, as after a restore without a running replica", () => {
    expect(begun().decide({ ...OLDER, openSince: -10 * SECOND }, 0, null)).toBe("adopt");
  });

  it("waits when the other replica saw the stored version after the list", () => {
    expect(begun().decide({ ...OLDER, openSince: -0.5 * SECOND }, 0, 5 * SECOND)).toBe("wait");
  });

  it("is ignored when there is no proof within 75 seconds", () => {
    const { decide } = begun();
    expect([decide(OLDER, 0, null), decide(OLDER, 75 * SECOND, null)]).toEqual(["wait", "ignore"]);
  });
});
