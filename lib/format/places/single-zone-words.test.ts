import { expect, it } from "vitest";
import { nobodyInOneZone, type SpreadInput, spreadWords, untoldWords } from "./single-zone-words";

const spread = (total: number, two = 0, more = 0, untold = 0): SpreadInput => ({ total, two, more, untold, of: total + two + more + untold });

it.each([
  [spread(4, 6, 13, 1), "group", "4 of 24 groups, 6 in two zones and 13 in three or more; of 1 it cannot be told"],
  [spread(1), "host", "1 of 1 host"],
  [spread(0, 0, 1_200), "group", "0 of 1,200 groups, 1,200 in three or more"],
  [spread(0, 2), "host", "0 of 2 hosts, 2 in two zones"],
] as const)("%j of a %s is %j", (input, noun, words) => {
  expect(spreadWords(input, noun)).toBe(words);
});

it.each([
  [1, "group", "1 group has machines that say no zone: in one zone or in several, it cannot be told."],
  [3, "host", "3 hosts have machines or pods of which no zone is known: in one zone or in several, it cannot be told."],
] as const)("%i untold %ss", (untold, noun, words) => {
  expect(untoldWords(untold, noun)).toBe(words);
});

it.each([
  [spread(0), "group", "No group has machines."],
  [spread(0), "host", "No host takes machines."],
  [spread(0, 1), "group", "No group is in one zone only."],
  [spread(0, 0, 0, 2), "host", ""],
] as const)("nobody of %j is said for a %s as %j", (input, noun, words) => {
  expect(nobodyInOneZone(input, noun)).toBe(words);
});
