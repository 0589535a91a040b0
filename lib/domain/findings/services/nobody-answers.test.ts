import { expect, it } from "vitest";
import { aReport } from "@/lib/testing/entries";
import { aMachine, cannotTell, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aTablePod } from "@/lib/testing/hosts";
import { aKubernetesService, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import { nobodyAnswers } from "./nobody-answers";

const hosts = [aServiceEntry()];
const ill = aMachine("vm-1", { gate: "true", health: aReport("False") });
const named = aKubernetesService({ ports: [aServicePort({ target: "web" })] });

it.each([
  ["all are unhealthy", { hosts, entries: [ill, { ...ill, name: "vm-2", uid: "vm-2" }] }, [{ machines: 2, pods: 0, unhealthy: 2 }]],
  [
    "one has not reported, one drains",
    { hosts, entries: [{ ...ill, health: null }, aMachine("vm-2", { metadataLabels: [["istio.io/draining", "1"]] })] },
    [{ awaiting: 1, draining: 1 }],
  ],
  ["an entry without an address and a network", { hosts, entries: [aMachine("vm-1", { address: "" })] }, [{ machines: 1, withoutEndpoint: 1 }]],
  ["its only Pod is not ready", { hosts: [aKubernetesService()], pods: [aTablePod({ ready: false })] }, [{ machines: 0, pods: 1 }]],
  ["no machine names the port that the Service asks for", { hosts: [named], entries: [aMachine("vm-1")] }, [{ machines: 1, portsUnresolved: 1 }]],
  ["one of two answers", { hosts, entries: [ill, aMachine("vm-2")] }, []],
  ["a Pod answers beside an unhealthy machine", { hosts, entries: [ill], pods: [aTablePod()] }, []],
  [
    "another namespace has the host name for its callers",
    { hosts: [aServiceEntry({ exportTo: ["far"] }), aServiceEntry({ namespace: "far", name: "b", exportTo: ["*"] })], entries: [ill] },
    [],
  ],
  ["it takes nobody at all", { hosts, entries: [] }, []],
  ["one machine names the port", { hosts: [named], entries: [aMachine("vm-1"), aMachine("vm-2", { ports: [["web", 8080]] })] }, []],
])("of a host where %s", (_what, objects, evidence) => {
  expect(evidenceOfAll(nobodyAnswers, objects)).toEqual(evidence.map((one) => expect.objectContaining(one)));
});

it("needs EndpointSlices for a Service, but not for a ServiceEntry", () => {
  const unseen = { endpointslices: ["shop"] } as const;
  const service = { hosts: [aKubernetesService()], entries: [ill], unseen };
  expect([evidenceOfAll(nobodyAnswers, service), cannotTell(nobodyAnswers, service)]).toEqual([[], true]);
  expect(cannotTell(nobodyAnswers, { ...service, entries: [aMachine("vm-2")] })).toBe(false);
  expect(evidenceOfAll(nobodyAnswers, { hosts, entries: [ill], unseen })).toHaveLength(1);
});
