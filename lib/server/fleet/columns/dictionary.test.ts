import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Dictionary } from "./dictionary";

describe("a dictionary", () => {
  it("gives equal texts one number for as long as somebody uses them, and forgets them then", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.constantFrom("", "a", "b", "c", "__proto__", "constructor")), { maxLength: 60 }), (uses) => {
        const dictionary = new Dictionary();
        const users = new Map<string, number[]>();
        for (const [takes, text] of uses) {
          const held = users.get(text) ?? [];
          users.set(text, held);
          if (takes) held.push(dictionary.acquire(text));
          else if (held.length > 0) dictionary.release(held.pop() ?? -1);
          const numbers = new Map<number, string>();
          for (const [word, ids] of users) {
            expect(dictionary.find(word)).toBe(word === "" ? 0 : ids[0]);
            for (const id of ids) {
              expect(dictionary.text(id)).toBe(word);
              expect(numbers.get(id) ?? word).toBe(word);
              numbers.set(id, word);
            }
          }
        }
      }),
    );
  });

  it("does not grow when texts come and go", () => {
    const dictionary = new Dictionary();
    for (let i = 0; i < 10_000; i++) dictionary.release(dictionary.acquire(`probe failed ${i}`));
    expect(dictionary.limit).toBeLessThan(4);
  });
});
