import { expect, it } from "vitest";
import { type HostNameWithClaimant, wildcardOwnerChanges } from "./owner-changes";

const named = (host: string): HostNameWithClaimant => ({ host, of: { kind: "ServiceEntry", namespace: "egress", name: "all" } });

function told(before: readonly string[], after: readonly string[], others: readonly string[]): readonly string[] {
  return wildcardOwnerChanges({ before, after }, others.map(named)).map((change) =>
    change.what === "leaves-out"
      ? `${change.what} ${change.host}: ${change.others.map(({ host }) => host)}`
      : `${change.what} ${change.host}: ${change.wildcard.host}`,
  );
}

it.each<[claim: string, before: readonly string[], after: readonly string[], others: readonly string[], changes: readonly string[]]>([
  ["is empty without wildcards", ["a.x.com"], ["b.x.com"], ["c.x.com"], []],
  ["is 'takes-from' for a new host name within the wildcard of another object", [], ["a.x.com"], ["*.x.com"], ["takes-from a.x.com: *.x.com"]],
  [
    "is 'takes-from' the longest matching wildcard for a new host name",
    [],
    ["a.b.x.com"],
    ["*.com", "*.b.x.com", "*.x.com"],
    ["takes-from a.b.x.com: *.b.x.com"],
  ],
  ["ignores a new host name that another object also has exactly", [], ["a.x.com"], ["*.x.com", "a.x.com"], []],
  ["passes requests for a removed host name to a wildcard of another object", ["a.x.com"], [], ["*.x.com"], ["falls-to a.x.com: *.x.com"]],
  [
    "does not pass on a removed host name that a wildcard of the same object still contains",
    ["a.x.com"],
    ["*.x.com"],
    ["*.com"],
    ["takes-from *.x.com: *.com"],
  ],
  ["does not pass on a removed host name that another object also has", ["a.x.com"], [], ["*.x.com", "a.x.com"], []],
  [
    "leaves host names of other objects within a new wildcard to those objects",
    [],
    ["*.x.com"],
    ["a.x.com", "*.b.x.com", "a.y.com"],
    ["leaves-out *.x.com: a.x.com,*.b.x.com"],
  ],
  ["does not count x.com as part of *.x.com", [], ["*.x.com"], ["x.com"], []],
  ["is empty for a wildcard that does not change", ["*.x.com"], ["*.x.com"], ["a.x.com"], []],
])("wildcardChanges: %s", (_claim, before, after, others, changes) => {
  expect(told(before, after, others)).toEqual(changes);
});
