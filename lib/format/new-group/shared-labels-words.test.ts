import { expect, it } from "vitest";
import { sharedLabelsWords } from "./shared-labels-words";

const NONE = { same: [], included: [], including: [] };

it.each([
  [NONE, []],
  [{ ...NONE, same: ["a"] }, ["WorkloadGroup a has the same labels: no Service, ServiceEntry or policy can tell these machines from theirs."]],
  [{ ...NONE, included: ["a", "b"] }, ["These are all labels of WorkloadGroups a and b, and more: whatever selects their machines by them takes these too."]],
  [
    { ...NONE, including: ["a", "b", "c", "d", "e"] },
    ["WorkloadGroups a, b, c and 2 more have all these labels, and more: whatever selects these machines by them takes theirs too."],
  ],
])("%j is told", (shared, words) => {
  expect(sharedLabelsWords(shared)).toEqual(words);
});
