import { beforeEach, expect, it } from "vitest";
import { EasedAnswers } from "./eased-answers";

let now: number;
let made: number;
let eased: EasedAnswers<number>;

beforeEach(() => {
  now = 0;
  made = 0;
  eased = new EasedAnswers(() => now);
});

/** Makes the next number, which takes so long. */
const taking = (ms: number) => async () => {
  const number = ++made;
  await Promise.resolve();
  now += ms;
  return number;
};

it("a cheap answer is made anew each time", async () => {
  expect(await eased.ask("a", taking(49))).toBe(1);
  expect(await eased.ask("a", taking(49))).toBe(2);
});

it("a dear one is given again for ten times as long as it took", async () => {
  expect(await eased.ask("a", taking(100))).toBe(1);
  now += 999;
  expect(await eased.ask("a", taking(100))).toBe(1);
  now += 1;
  expect(await eased.ask("a", taking(100))).toBe(2);
});

it("one that took very long is given again for half a minute", async () => {
  expect(await eased.ask("a", taking(60_000))).toBe(1);
  now += 29_999;
  expect(await eased.ask("a", taking(60_000))).toBe(1);
  now += 1;
  expect(await eased.ask("a", taking(60_000))).toBe(2);
});

it("while it is made, all who ask the same have the same, and who asks another thing has another", async () => {
  expect(await Promise.all([eased.ask("a", taking(1)), eased.ask("a", taking(1)), eased.ask("b", taking(1))])).toEqual([1, 1, 2]);
});

it("what fails is told to all who wait for it, and asked for again", async () => {
  const failing = () => Promise.reject<number>(new Error("no"));
  await expect(Promise.all([eased.ask("a", failing), eased.ask("a", failing)])).rejects.toThrow("no");
  expect(await eased.ask("a", taking(100))).toBe(1);
});

it("of very many questions the oldest are forgotten", async () => {
  for (let question = 0; question < 40; question++) await eased.ask(String(question), taking(1_000));
  now = 40_000;
  expect(await eased.ask("39", taking(1))).toBe(40);
  expect(await eased.ask("0", taking(1))).toBe(41);
});
