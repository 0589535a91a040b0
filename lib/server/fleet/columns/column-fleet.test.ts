import { expect, it } from "vitest";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { VIEWS } from "@/lib/server/live/views/catalogue";
import { NOW } from "@/lib/testing/entries";
import { FleetStore } from "./fleet-store";

const CLUSTER = "prod-eu";

it("keeps nothing of a group that was asked for and is not there", () => {
  const store = new FleetStore();
  const fleet = liveFleet([CLUSTER], () => NOW, store);
  const scope = scopeFromPermissions(new Map([[CLUSTER, new Map<WatchedKind, "all">([["workloadgroups", "all"]])]]));
  const viewer = { subject: "somebody", scope, mayWrite: false };
  const query = `cluster=${CLUSTER}&ns=made-up&name=x`;
  const view = VIEWS.group({ ...{ fleet, lists: new StandingLists(fleet), viewer, query, offset: 0, limit: 50 }, changed: () => undefined });
  expect(view.compute()).toMatchObject({ head: { found: false } });
  expect(fleet.group(CLUSTER, "made-up", "x")).toBeNull();
  expect(store.places.find(CLUSTER, "made-up")).toBeUndefined();
});
