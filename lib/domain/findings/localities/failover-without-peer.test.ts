import { expect, it } from "vitest";
import { aMachine, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aDestinationRule, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { failoverWithoutPeer } from "./failover-without-peer";

const hosts = [aServiceEntry()];
const balancer = { simple: "", zoneAware: null, locality: { isEnabled: true, distribute: null, failover: [{ from: "eu", to: "us" }], failoverPriority: [] } };
const outlier = { minHealthPercent: 0, maxEjectionPercent: 100 };
const distribute = [{ from: "eu/*", to: [["eu/*", 100] as const] }];
const rules = [aDestinationRule({ policy: aTrafficPolicy({ outlier, balancer }) })];
const at = (...localities: readonly string[]) => localities.map((locality, index) => aMachine(`vm-${index}`, { locality }));

it.each([
  ["nobody in the other region", { hosts, entries: at("eu/a", "eu/b"), policies: { rules } }, [{ from: "eu", to: "us", regions: ["eu"] }]],
  ["somebody in the other region", { hosts, entries: at("eu/a", "us/a"), policies: { rules } }, []],
  ["nobody in the first region", { hosts, entries: at("ap/a", "ap/b"), policies: { rules } }, []],
  [
    "a rule that has no effect, which another rule tells",
    { hosts, entries: at("eu/a"), policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ balancer }) })] } },
    [],
  ],
  [
    "a rule with distribute, which switches its failover off",
    {
      ...{ hosts, entries: at("eu/a", "eu/b") },
      policies: {
        rules: [aDestinationRule({ policy: aTrafficPolicy({ outlier, balancer: { ...balancer, locality: { ...balancer.locality, distribute } } }) })],
      },
    },
    [],
  ],
  ["no rule", { hosts, entries: at("eu/a") }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOfAll(failoverWithoutPeer, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));
