import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { changingKeys, randomKeys, sealing } from "./sealing";

const HOURS_12 = 12 * 3_600_000;
const [FIRST, SECOND, THIRD] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;

describe("the keys of sessions", () => {
  it("are those of the setting, and for twelve hours those that it had before", () => {
    let [setting, now] = [[FIRST] as readonly Buffer[], 0];
    const keys = changingKeys(() => setting, { now: () => now, keepMs: HOURS_12 });
    expect(keys()).toEqual([FIRST]);
    setting = [SECOND];
    expect(keys()).toEqual([SECOND, FIRST]);
    now += HOURS_12 / 2;
    setting = [THIRD, FIRST];
    expect(keys()).toEqual([THIRD, FIRST, SECOND]);
    now += HOURS_12 / 2;
    expect(keys(), "the first is in the setting again").toEqual([THIRD, FIRST, SECOND]);
    now += HOURS_12 / 2;
    expect(keys()).toEqual([THIRD, FIRST]);
  });

  it("are one random key of this process without a setting", () => {
    const keys = changingKeys(() => null, { now: () => 0, keepMs: HOURS_12 });
    expect(keys()).toHaveLength(1);
    expect(keys()).toEqual(keys());
    expect(keys()).not.toEqual(randomKeys()());
  });
});

describe("a sealed text", () => {
  it("is sealed with the first key, and opened with each", () => {
    const of = (...keys: readonly [Buffer, ...Buffer[]]) => sealing(() => keys, "a purpose");
    const sealed = of(FIRST, SECOND).seal("text");
    expect([of(SECOND, FIRST).unseal(sealed), of(FIRST).unseal(sealed), of(SECOND).unseal(sealed)]).toEqual(["text", "text", null]);
    expect(sealing(() => [FIRST], "another purpose").unseal(sealed)).toBeNull();
  });
});
