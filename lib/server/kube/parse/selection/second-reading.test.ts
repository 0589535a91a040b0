import fc from "fast-check";
import { expect, it } from "vitest";
import { destinationsOf } from "@/lib/domain/selection/destinations";
import { naiveDestinations } from "@/lib/testing/naive-selection";
import { aMesh } from "@/lib/testing/selection";
import { arbitraryWideWorld, type RawView, type RawWorld } from "@/lib/testing/selection-worlds";
import { selectionWorldOf } from "./world";

/** `npm run prove -- selection` asks for 100,000. */
const WORLDS = Number(process.env.SELECTION_WORLDS ?? 1_000);
const SEED = Number(process.env.SELECTION_SEED ?? 11);

function ours({ objects, gateways, podNetwork, nodeLocality }: RawWorld, view: RawView): ReadonlyMap<string, readonly string[]> {
  const mesh = aMesh({
    podNetwork,
    nodeLocalities: new Map([["node-1", nodeLocality]]),
    gateways: gateways.map((one) => ({ ...one, cluster: "Kubernetes", port: 15443 })),
  });
  const caller = { ...view, labels: new Map(), node: "", families: [4] as const };
  const all = destinationsOf(selectionWorldOf(objects, mesh), caller);
  return new Map(
    all.map(({ host, port, subset, groups }) => {
      const lines = groups.flatMap(({ locality, priority, endpoints }) =>
        endpoints.flatMap((one) => Array<string>(one.copies).fill([one.address, one.port, one.health, one.weight, locality, priority, one.mark].join(" "))),
      );
      return [`${port}|${subset}|${host}`, lines.sort()] as const;
    }),
  );
}

const inOrder = (told: ReadonlyMap<string, readonly string[]>) => [...told].sort(([a], [b]) => (a < b ? -1 : 1));

it(`a second, naive reading of the rules agrees on ${WORLDS.toLocaleString("en")} random worlds`, { timeout: 3_600_000 }, () => {
  fc.assert(
    fc.property(arbitraryWideWorld, (world) => {
      for (const view of world.views) expect(inOrder(ours(world, view))).toEqual(inOrder(naiveDestinations(world, view)));
    }),
    { numRuns: WORLDS, seed: SEED },
  );
});
