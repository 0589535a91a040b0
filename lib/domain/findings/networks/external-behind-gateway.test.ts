import { expect, it } from "vitest";
import { aGateway, aMachine, evidenceOfAll, findingsOf, leftAfterPatch, withGateways } from "@/lib/testing/finding-cases";
import { aServiceEntry } from "@/lib/testing/selection";
import { externalBehindGateway } from "./external-behind-gateway";

const hosts = [aServiceEntry({ isExternal: true })];
const entries = [aMachine("vm", { network: "vpc-1" })];
const marked = [aMachine("vm", { network: "vpc-1", serviceAccount: "web" })];
const unhealthy = aMachine("vm-2", { network: "vpc-1", gate: "true", health: null });
const gated = withGateways([aGateway()]);
const near = withGateways([aGateway()], { podNetwork: "vpc-1" });
const registered = aMachine("b", { specLabels: [["app", "b"]], registrationGroup: "b", controller: "istiod-a" });

it.each([
  ["machines behind a gateway", { hosts, entries, ...gated }, [{ networks: ["vpc-1"], machines: 1 }]],
  ["machines that a registered entry without a network reaches through a gateway", { hosts, entries: [...entries, registered], ...near }, [{ machines: 1 }]],
  ["machines that Pods of their network alone call", { hosts, entries, ...near }, []],
  ["a host of the mesh", { hosts: [aServiceEntry()], entries, ...gated }, []],
  ["machines in a network without a gateway", { hosts, entries: [aMachine("vm", { network: "vpc-2" })], ...gated }, []],
  ["a machine that is unhealthy, beside a healthy one", { hosts, entries: [...entries, unhealthy], ...gated }, [{ machines: 1 }]],
  ["machines that are all unhealthy", { hosts, entries: [unhealthy], ...gated }, []],
  [
    "an object whose host name an older one defines inside the mesh",
    { hosts: [...hosts, aServiceEntry({ name: "old", createdAt: -1, selector: null })], entries, ...gated },
    [],
  ],
  [
    "an object of the mesh whose host name an older one defines outside",
    { hosts: [aServiceEntry(), aServiceEntry({ name: "old", createdAt: -1, selector: null, isExternal: true })], entries, ...gated },
    [{ networks: ["vpc-1"], machines: 1 }],
  ],
  ["resolution DNS, for which istiod knows no gateways", { hosts: [aServiceEntry({ isExternal: true, resolution: "DNS" })], entries, ...gated }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOfAll(externalBehindGateway, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));

it("its patch changes the object that defines the host name", () => {
  const old = aServiceEntry({ name: "old", createdAt: -1, selector: null, isExternal: true });
  const objects = { hosts: [aServiceEntry(), old], entries: marked, ...gated };
  expect(findingsOf(externalBehindGateway, objects).map(({ detected }) => detected.patch)).toEqual([
    { kind: "ServiceEntry", namespace: "shop", name: "old", type: "merge", body: { spec: { location: "MESH_INTERNAL" } } },
  ]);
  expect(leftAfterPatch(externalBehindGateway, objects)).toEqual([]);
});

it.each([
  ["one machine with an account", marked, 0, true],
  ["one machine with an account, and one without", [...marked, aMachine("vm-2", { network: "vpc-1" })], 1, true],
  ["no machine with an account: no gateway leads to them with MESH_INTERNAL either", entries, 1, false],
])("has a patch that removes it if a gateway can lead to a machine then: %s", (_what, all, unmarked, isOffered) => {
  const objects = { hosts, entries: all, ...gated };
  const [found] = findingsOf(externalBehindGateway, objects);
  expect(found?.detected.evidence).toMatchObject({ unmarked });
  expect(found?.detected.patch !== undefined).toBe(isOffered);
  expect(leftAfterPatch(externalBehindGateway, objects)).toEqual([]);
});
