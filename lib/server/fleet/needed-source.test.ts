import { expect, it } from "vitest";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { liveFleet } from "./live-fleet";

const scope = scopeFromPermissions(new Map([["eu", new Map<WatchedKind, readonly string[]>([["services", ["shop"]]])]]));

it("a source is needed of whoever watches, until it is released, and only where it is in sight", () => {
  const fleet = liveFleet(["eu"], () => 0);
  const told: string[] = [];
  fleet.need(scope, "eu", "services", "shop")();
  fleet.onNeed((...asked) => {
    told.push(`needs ${asked.join(" ")}`);
    return () => told.push(`no longer ${asked.join(" ")}`);
  });
  const release = fleet.need(scope, "eu", "services", "shop");
  for (const [cluster, namespace] of [
    ["eu", "legacy"],
    ["us", "shop"],
  ] as const)
    fleet.need(scope, cluster, "services", namespace)();
  fleet.need(scope, "eu", "serviceentries", "shop")();
  release();
  expect(told).toEqual(["needs eu services shop", "no longer eu services shop"]);
});
