import { expect, it } from "vitest";
import { aMachine, evidenceOfAll, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aDestinationRule, aMesh, anEntryPort, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { failoverCannotEject } from "./failover-cannot-eject";

const hosts = [aServiceEntry()];
const machines = (...zones: readonly string[]) => zones.map((zone, at) => aMachine(`vm-${at}`, { locality: zone === "" ? "" : `eu/${zone}` }));
const ejecting = (maxEjectionPercent: number | null) => ({
  rules: [aDestinationRule({ policy: aTrafficPolicy({ outlier: { minHealthPercent: 0, maxEjectionPercent } }) })],
});
const four = machines("a", "a", "b", "b");
const distribute = [{ from: "eu/a", to: [["eu/a", 80] as const, ["eu/b", 20] as const] }];
const shares = { simple: "", zoneAware: null, locality: { isEnabled: true, distribute, failover: [], failoverPriority: [] } };

const lost = aServiceEntry({ name: "new", createdAt: 1 });

it.each([
  [
    "nothing is written and there are fewer than ten",
    { hosts, entries: four, policies: ejecting(null) },
    [{ endpoints: 4, ejected: 0, zone: "eu/a", inZone: 2, percent: "", rule: "shop/a" }],
  ],
  ["the limit is below the largest zone", { hosts, entries: machines("a", "a", "a", "b"), policies: ejecting(50) }, [{ ejected: 2, inZone: 3, percent: "50" }]],
  ["the limit is the largest zone's share", { hosts, entries: four, policies: ejecting(50) }, []],
  ["everybody may be ejected", { hosts, entries: four, policies: ejecting(100) }, []],
  ["nothing is ejected at all, which another rule tells", { hosts, entries: four, policies: { rules: [aDestinationRule()] } }, []],
  [
    "distribute of the rule switches failover off",
    {
      ...{ hosts, entries: four },
      policies: { rules: [aDestinationRule({ policy: aTrafficPolicy({ outlier: { minHealthPercent: 0, maxEjectionPercent: null }, balancer: shares }) })] },
    },
    [],
  ],
  [
    "distribute of the mesh switches failover off",
    { hosts, entries: four, policies: ejecting(null), mesh: { settings: aMesh({ locality: shares.locality }), doubts: [] } },
    [],
  ],
  [
    "another object owns the host name and has no port of this name",
    {
      hosts: [aServiceEntry({ name: "old", selector: [["app", "none"]], ports: [anEntryPort({ name: "tcp", number: 5432 })] }), lost],
      entries: four,
      policies: ejecting(null),
    },
    [],
  ],
  [
    "another object owns the host name and has the port",
    { hosts: [aServiceEntry({ name: "old", selector: [["app", "none"]] }), lost], entries: four, policies: ejecting(null) },
    [{ endpoints: 4, inZone: 2 }],
  ],
  ["there is one zone", { hosts, entries: machines("a", "a"), policies: ejecting(null) }, []],
  ["nobody has a place", { hosts, entries: machines("", ""), policies: ejecting(null) }, []],
])("where %s", (_what, objects, evidence) => expect(evidenceOfAll(failoverCannotEject, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));

it("its patch silences it; a port's own policy has none, as it is an item of a list", () => {
  expect(leftAfterPatch(failoverCannotEject, { hosts, entries: four, policies: ejecting(null) })).toEqual([]);
  const outlier = { minHealthPercent: 0, maxEjectionPercent: null };
  const ofPort = aDestinationRule({ policy: aTrafficPolicy({ ports: [{ port: 80, tls: null, balancer: null, outlier }] }) });
  const [found] = findingsOf(failoverCannotEject, { hosts, entries: four, policies: { rules: [ofPort] } });
  expect(found?.detected).toMatchObject({ of: "a.example.com" });
  expect(found?.detected.patch).toBeUndefined();
});
