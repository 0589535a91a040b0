import { expect, it } from "vitest";
import { type NamedHost, wildcardChanges } from "./owner-changes";

const named = (host: string): NamedHost => ({ host, of: { kind: "ServiceEntry", namespace: "egress", name: "all" } });

function told(before: readonly string[], after: readonly string[], others: readonly string[]): readonly string[] {
  return wildcardChanges({ before, after }, others.map(named)).map((change) =>
    change.what === "leaves-out"
      ? `${change.what} ${change.host}: ${change.others.map(({ host }) => host)}`
      : `${change.what} ${change.host}: ${change.wildcard.host}`,
  );
}

it.each<[claim: string, before: readonly string[], after: readonly string[], others: readonly string[], changes: readonly string[]]>([
  ["no wildcard anywhere", ["a.x.com"], ["b.x.com"], ["c.x.com"], []],
  ["a new host within another's wildcard", [], ["a.x.com"], ["*.x.com"], ["takes-from a.x.com: *.x.com"]],
  ["the longest wildcard had it", [], ["a.b.x.com"], ["*.com", "*.b.x.com", "*.x.com"], ["takes-from a.b.x.com: *.b.x.com"]],
  ["somebody had the host itself: the owner is told elsewhere", [], ["a.x.com"], ["*.x.com", "a.x.com"], []],
  ["a host that goes falls to a wildcard", ["a.x.com"], [], ["*.x.com"], ["falls-to a.x.com: *.x.com"]],
  ["unless it stays within one of its own", ["a.x.com"], ["*.x.com"], ["*.com"], ["takes-from *.x.com: *.com"]],
  ["or somebody else has it too", ["a.x.com"], [], ["*.x.com", "a.x.com"], []],
  ["a new wildcard leaves out what others have", [], ["*.x.com"], ["a.x.com", "*.b.x.com", "a.y.com"], ["leaves-out *.x.com: a.x.com,*.b.x.com"]],
  ["x.com is not within *.x.com", [], ["*.x.com"], ["x.com"], []],
  ["what stays changes nothing", ["*.x.com"], ["*.x.com"], ["a.x.com"], []],
])("%s", (_claim, before, after, others, changes) => {
  expect(told(before, after, others)).toEqual(changes);
});
