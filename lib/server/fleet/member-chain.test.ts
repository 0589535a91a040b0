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
});
