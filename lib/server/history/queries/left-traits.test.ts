import { expect, it } from "vitest";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { anEntry, NOW } from "@/lib/testing/entries";
import { ALL_IN_SIGHT } from "@/lib/testing/server/remembered-fleet";
import { leftTraits } from "./left-traits";

it("counts the machines with a version, also in a fleet of more than 20,000 machines", () => {
  const fleet = liveFleet(["prod-eu"], () => NOW);
  for (let n = 0; n < 20_001; n++) {
    const metadataLabels = sortedLabelSet([["version", n < 7 ? "v41" : "v40"]]);
    fleet.store.upsertEntry(anEntry({ uid: `uid-${n}`, name: `vm-${n}`, metadataLabels }), NOW, "seen");
  }
  const left = leftTraits(fleet, { clusters: [], namespaces: [], group: null }, ALL_IN_SIGHT);
  expect([left.size, left.count("version", "v41"), left.count("version", "v40")]).toEqual([20_001, 7, 19_994]);
});
