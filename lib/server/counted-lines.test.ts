import { beforeEach, expect, it } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { CountedLines } from "./counted-lines";

const MINUTE = 60_000;
let clock: ManualClock;
let written: (readonly [line: string, count: number])[];
let lines: CountedLines<string>;

beforeEach(() => {
  clock = new ManualClock(0);
  written = [];
  lines = new CountedLines(clock, (line, count) => written.push([line, count]));
});

it("writes the first event of a cause at once, and later ones as one line a minute with the newest", () => {
  for (let at = 0; at < 600; at++) lines.add("a", `event ${at}`);
  lines.add("b", "another");
  expect(written).toEqual([
    ["event 0", 1],
    ["another", 1],
  ]);
  clock.advance(MINUTE);
  lines.add("a", "later");
  lines.add("b", "later");
  expect(written.slice(2)).toEqual([
    ["event 599", 599],
    ["later", 1],
  ]);
  clock.advance(MINUTE);
  expect(written.slice(4)).toEqual([["later", 1]]);
});

it("forgets a cause after a quiet minute", () => {
  lines.add("a", "one");
  clock.advance(MINUTE);
  expect(clock.timers).toBe(0);
  lines.add("a", "two");
  expect(written).toEqual([
    ["one", 1],
    ["two", 1],
  ]);
});

it("counts the causes above a hundred together", () => {
  for (let at = 0; at < 10_000; at++) lines.add(`cause ${at}`, "event");
  expect(written).toHaveLength(101);
  clock.advance(MINUTE);
  expect(written.slice(101)).toEqual([["event", 9_899]]);
});

it("writes the counted lines when the process ends", () => {
  for (const line of ["one", "two", "three"]) lines.add("a", line);
  lines.add("b", "one");
  lines.end();
  clock.advance(MINUTE);
  expect(written.slice(2)).toEqual([["three", 2]]);
});

it("writes nothing after a stop", () => {
  lines.add("a", "one");
  lines.add("a", "two");
  lines.stop();
  clock.advance(MINUTE);
  expect(written).toHaveLength(1);
});
