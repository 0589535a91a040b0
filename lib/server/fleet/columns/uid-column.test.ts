import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashOfUid, UidColumn, uidKey } from "./uid-column";

const UUID = "c85b5af0-b0b1-4c41-8f24-74fcd0a81e81";
const NEARLY = [
  UUID.toUpperCase(),
  `${UUID}0`,
  UUID.slice(1),
  UUID.replaceAll("-", "x"),
  UUID.replace("c", "g"),
  "ffffffff-ffff-ffff-ffff-fffffffffff-",
  "",
  "vm",
];
const arbitraryUid = fc.oneof(fc.uuid(), fc.constantFrom(...NEARLY), fc.string());

describe("a column of uids", () => {
  it("gives back every uid as it came, UUID or not, and knows it by nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 5 }), arbitraryUid), { maxLength: 20 }), (writes) => {
        const column = new UidColumn();
        column.grow(6);
        const model = new Map<number, string>();
        for (const [slot, uid] of writes) {
          column.set(slot, uid);
          model.set(slot, uid);
          for (const [at, text] of model) {
            expect(column.text(at)).toBe(text);
            for (const other of [uid, ...NEARLY]) expect(column.equals(at, uidKey(other))).toBe(other === text);
            expect(column.hash(at)).toBe(hashOfUid(uidKey(text)));
          }
        }
      }),
    );
  });

  it("is free before and after", () => {
    const column = new UidColumn();
    column.grow(1);
    expect(column.isUsed(0)).toBe(false);
    for (const uid of [UUID, "vm"]) {
      column.set(0, uid);
      expect(column.isUsed(0)).toBe(true);
      column.clear(0);
      expect([column.isUsed(0), column.text(0), column.equals(0, uidKey(uid))]).toEqual([false, "", false]);
    }
  });
});
