import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemberChain, Members } from "./member-chain";

describe("members of groups", () => {
  it("are what sets of them would be, whichever group a machine goes to", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 2 })), { maxLength: 120 }), (moves) => {
        const chain = new MemberChain();
        const groups = [new Members(chain), new Members(chain), new Members(chain)];
        const model = [new Set<number>(), new Set<number>(), new Set<number>()];
        for (const [slot, to] of moves) {
          const from = model.findIndex((set) => set.has(slot));
          groups[from]?.delete(slot);
          model[from]?.delete(slot);
          if (from !== to) {
            groups[to]?.add(slot);
            model[to]?.add(slot);
          }
          for (const [at, group] of groups.entries()) {
            expect(new Set(group)).toEqual(model[at]);
            expect(group.size).toBe(model[at]?.size);
          }
        }
      }),
    );
  });

  it("can be walked over a part at a time: those that stay are given once each, whoever comes and goes meanwhile", () => {
    const move = fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 1 }), fc.nat({ max: 2 }));
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const chain = new MemberChain();
        const sets = [new Members(chain), new Members(chain)];
        const model = [new Set<number>(), new Set<number>()];
        for (let key = 0; key < 8; key++) {
          sets[0]?.add(key);
          model[0]?.add(key);
        }
        const stayed = new Set(model[0]);
        const given: number[] = [];
        const walk = sets[0]?.[Symbol.iterator]();
        const walkOn = () => {
          const next = walk?.next();
          if (next?.done === false) given.push(next.value);
          return next?.done === false;
        };
        for (const [key, to, steps] of moves) {
          const from = model.findIndex((set) => set.has(key));
          stayed.delete(key);
          sets[from]?.delete(key);
          model[from]?.delete(key);
          sets[to]?.add(key);
          model[to]?.add(key);
          for (let step = 0; step < steps; step++) walkOn();
        }
        while (walkOn());
        expect(given.filter((key) => stayed.has(key)).sort()).toEqual([...stayed]);
        expect(new Set(given).size).toBe(given.length);
        expect(chain.walks.size).toBe(0);
      }),
    );
  });
});
