import { expect, it, vi } from "vitest";
import { scopeFromPermissions } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { CHECKED_VIEWS } from "./checked-views";

const CLUSTER = "prod-eu";

it.each<[string, object, string]>([
  ["a field of another type", { address: 7 }, "rows.0.address: invalid_type"],
  ["an unknown state", { state: "fine" }, "rows.0.state: invalid_value"],
  ["a missing field", { generation: undefined }, "rows.0.generation: invalid_type"],
  ["a field that is not declared", { secret: "x" }, "rows.0: unrecognized_keys secret"],
  ["the id of another row", { id: "one" }, "two rows have one id"],
])("a state that does not fit its declaration throws an error with the path of the field: %s", (_, change, problem) => {
  const fleet = liveFleet([CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  for (const name of ["vm-1", "vm-2"]) fleet.store.upsertEntry(anEntry({ cluster: CLUSTER, uid: name, name }), NOW, "seen");
  const viewer = { subject: "somebody", scope: scopeFromPermissions(new Map([[CLUSTER, new Map([["workloadentries", "all"]] as const)]])), mayWrite: false };
  const view = CHECKED_VIEWS.entries({ fleet, lists: new StandingLists(fleet), viewer, query: "sort=name", offset: 0, limit: 50, changed: () => undefined });
  expect(view.compute().rows).toHaveLength(2);
  const row = fleet.row.bind(fleet);
  vi.spyOn(fleet, "row").mockImplementation((entry) => ({ ...row(entry), ...change }));
  const again = CHECKED_VIEWS.entries({ fleet, lists: new StandingLists(fleet), viewer, query: "sort=name", offset: 0, limit: 50, changed: () => undefined });
  expect(() => again.compute()).toThrow(`The view "entries" does not fit its declaration: ${problem}`);
  for (const one of [view, again]) one.close();
});
