import { expect, it } from "vitest";
import { aMachine, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aMesh, anEntryPort, aServiceEntry } from "@/lib/testing/selection";
import { machinesWithoutPlace } from "./machines-without-place";

const hosts = [aServiceEntry({ distribution: "same-zone" })];
const onUdp = aServiceEntry({ distribution: "same-zone", ports: [anEntryPort({ protocol: "UDP" })] });
const [placed, unplaced] = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2")];
const byLabel = aMachine("vm-3", { metadataLabels: [["topology.istio.io/locality", "eu.b"]] });
const labelled = (istioVersion: string) => ({ hosts, entries: [placed, unplaced, byLabel], mesh: { settings: aMesh({ istioVersion }), doubts: [] } });

const shared = (...rules: readonly (readonly [from: string, to: string])[]) => ({
  ...{ hosts: [aServiceEntry()], entries: [placed, unplaced] },
  mesh: {
    settings: aMesh({
      locality: { isEnabled: true, distribute: rules.map(([from, to]) => ({ from, to: [[to, 100] as const] })), failover: [], failoverPriority: [] },
    }),
    doubts: [],
  },
});

it.each([
  ["one of two", { hosts, entries: [placed, unplaced] }, [{ machines: 1, placed: 1, by: "failover" }]],
  ["the one whose label istiod reads", labelled("1.29.0"), [{ machines: 1, placed: 2 }]],
  ["all but one, whose label istiod before 1.29 does not read", labelled("1.28.4"), [{ machines: 2, placed: 1 }]],
  ["all of them, who are all equally far", { hosts, entries: [unplaced] }, []],
  ["none", { hosts, entries: [placed] }, []],
  ["one of two, where distribute sends it nothing", shared(["eu/*", "eu/a"]), [{ machines: 1, placed: 1, by: "distribute", from: ["eu/*"] }]],
  ["one of two, where distribute names every locality", shared(["eu/*", "*"]), []],
  ["one of two, where distribute sends it nothing from one place only", shared(["eu/*", "eu/a"], ["us/*", "*"]), [{ by: "distribute", from: ["eu/*"] }]],
  ["one of two, behind a wider `from`", shared(["*", "*"], ["eu/*", "eu/a"]), []],
  ["one of two, where place has no effect", { hosts: [aServiceEntry()], entries: [placed, unplaced] }, []],
  [
    "one of two on a UDP port, which joins a TCP port of the owner,",
    { hosts: [{ ...onUdp, createdAt: 1 }, aServiceEntry({ name: "owner", selector: [["app", "other"]] })], entries: [placed, unplaced] },
    [{ machines: 1, placed: 1 }],
  ],
  ["one of two on a UDP port, which joins none,", { hosts: [onUdp], entries: [placed, unplaced] }, []],
])("where %s has no place", (_what, objects, evidence) =>
  expect(evidenceOfAll(machinesWithoutPlace, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))),
);
