import { expect, it } from "vitest";
import { subsetMembers } from "./subset-members";

const endpoint = (name: string, version: string) => ({ name, machine: { labels: new Map([["version", version]]) } });

it("endpoints are in every subset whose labels they have, and some are in none (docs/istio.md#subsets)", () => {
  const subsets = [
    { name: "v1", labels: [["version", "v1"]] as const, policy: null },
    { name: "all", labels: [], policy: null },
  ];
  const [one, two] = [endpoint("one", "v1"), endpoint("two", "v2")];
  const found = subsetMembers(subsets, [one, two]);
  expect(found.subsets.map(({ subset, members }) => [subset.name, members.map(({ name }) => name)])).toEqual([
    ["v1", ["one"]],
    ["all", ["one", "two"]],
  ]);
  expect([found.inNone, subsetMembers(subsets.slice(0, 1), [one, two]).inNone]).toEqual([[], [two]]);
});
