import { describe, expect, it } from "vitest";
import { Rounds } from "./rounds";

describe("work that begins in rounds", () => {
  it("begins in the order of asking, a few at a time, and everything else has its time in between", async () => {
    const rounds = new Rounds();
    const done: (number | string)[] = [];
    const all = Promise.all(Array.from({ length: 10 }, (_, at) => rounds.turn().then(() => done.push(at))));
    for (let at = 0; at < 3; at++) {
      await new Promise(setImmediate);
      done.push("else");
    }
    await all;
    expect(done).toEqual([0, 1, 2, 3, "else", 4, 5, 6, 7, "else", 8, 9, "else"]);
  });

  it("goes on after a pause", async () => {
    const rounds = new Rounds();
    await rounds.turn();
    await rounds.turn();
    await expect(Promise.all([rounds.turn(), rounds.turn()])).resolves.toHaveLength(2);
  });
});
