import { expect, it } from "vitest";
import { findingHost } from "@/lib/testing/findings-world";
import { aDestinationRule, aKubernetesService, anEntryPort, aSelectionWorld, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import {
  destinationRuleForCallers,
  hostNameDefinitionsOfObject,
  selectedEndpointCount,
  sentEndpointCount,
  serviceFindingObject,
  serviceKey,
  trafficPoliciesByPort,
} from "./service-parts";

const entry = findingHost(aServiceEntry({ hosts: ["a.test", "b.test"], ports: [anEntryPort(), anEntryPort({ name: "dns", number: 53, protocol: "UDP" })] }));
const world = aSelectionWorld({ rules: [aDestinationRule({ host: "b.test", policy: aTrafficPolicy({ tls: "DISABLE" }) })] });

it("serviceFindingObject returns the kind, namespace and name of a service", () => {
  expect(serviceFindingObject(entry)).toEqual({ kind: "ServiceEntry", namespace: "shop", name: "a" });
  expect(serviceKey(findingHost(aKubernetesService()))).toBe("Service/shop/a");
});

it("hostNameDefinitionsOfObject returns a definition for each host name, as callers in the namespace of the service get it", () => {
  const [a, b] = hostNameDefinitionsOfObject(entry, world);
  expect([a?.host, b?.host]).toEqual(["a.test", "b.test"]);
  if (a === undefined || b === undefined) throw new Error("two host names are two definitions");
  expect([destinationRuleForCallers(a, world), destinationRuleForCallers(b, world)?.host]).toEqual([null, "b.test"]);
  expect(trafficPoliciesByPort(b, destinationRuleForCallers(b, world)).map(({ port, policy }) => [port, policy?.tls])).toEqual([[80, "DISABLE"]]);
});

it("destinationRuleForCallers returns the DestinationRule of a namespace that may call, if the service's own may not", () => {
  const exported = findingHost(aServiceEntry({ exportTo: ["web"] }));
  const ofWeb = aSelectionWorld({ rules: [aDestinationRule({ namespace: "web", exportTo: ["."] })] });
  const [definition] = hostNameDefinitionsOfObject(exported, ofWeb);
  if (definition === undefined) throw new Error("one host name is one definition");
  expect(destinationRuleForCallers(definition, ofWeb)?.from).toMatchObject([{ namespace: "web" }]);
});

it("hostNameDefinitionsOfObject returns no definition for an object of another revision", () => {
  expect(hostNameDefinitionsOfObject(findingHost(aServiceEntry({ labels: [["istio.io/rev", "canary"]] })), world)).toEqual([]);
});

it.each([
  [
    {
      machines: { taken: 3, serving: 1, inDoubt: 1, draining: 0, awaiting: 0, notChecked: 0, weight: 2 },
      pods: { taken: 2, ready: 1 },
      inline: 1,
      addresses: 0,
    },
    6,
    4,
  ],
  [{ machines: null, pods: { taken: 1, ready: 0 }, inline: 0, addresses: 2 }, 1, 2],
  [{ machines: null, pods: null, inline: 0, addresses: 0 }, 0, 0],
])("selectedEndpointCount and sentEndpointCount return the numbers of selected and of sent endpoints", (counts, taken, sent) => {
  expect([selectedEndpointCount(counts), sentEndpointCount(counts)]).toEqual([taken, sent]);
});
