import { expect, it } from "vitest";
import { detected, evidenceOf } from "@/lib/testing/rule-cases";
import { aKubernetesService, anInlineEndpoint, aServiceEntry } from "@/lib/testing/selection";
import { endpointLeadsElsewhere } from "./endpoint-leads-elsewhere";
import { endpointNotOfAMachine } from "./endpoint-not-of-a-machine";

const written = (...addresses: readonly string[]) => aServiceEntry({ selector: null, endpoints: addresses.map((address) => anInlineEndpoint({ address })) });
const objects = [{ kind: "ServiceEntry", namespace: "shop", name: "a" }];

it("finds each address that leads to no machine once", () => {
  expect(detected(endpointNotOfAMachine, { hosts: [written("127.0.0.1", "10.0.0.1", "127.0.0.1", "[::1]")] })).toEqual([
    { of: "127.0.0.1", objects, evidence: { address: "127.0.0.1", target: "loopback", endpoints: 2 } },
    { of: "[::1]", objects, evidence: { address: "[::1]", target: "unreadable", meant: "::1", endpoints: 1 } },
  ]);
});

it("finds each address that leads elsewhere once, and names the Service with that cluster IP", () => {
  const api = aKubernetesService({ name: "api", clusterAddresses: ["10.96.0.1"] });
  expect(detected(endpointLeadsElsewhere, { hosts: [written("172.17.0.1", "10.96.0.1", "10.96.0.1", "10.0.0.1"), api] })).toEqual([
    { of: "172.17.0.1", objects, evidence: { address: "172.17.0.1", network: "", target: "docker-bridge", endpoints: 1 } },
    {
      of: "10.96.0.1",
      objects: [...objects, { kind: "Service", namespace: "shop", name: "api" }],
      evidence: { address: "10.96.0.1", network: "", target: "cluster-ip", services: ["shop/api"], endpoints: 2 },
    },
  ]);
});

it.each([endpointNotOfAMachine, endpointLeadsElsewhere])("$name accepts a ServiceEntry with a selector, one without such endpoints, and a Service", (rule) => {
  const selecting = aServiceEntry({ endpoints: [anInlineEndpoint({ address: "127.0.0.1" }), anInlineEndpoint({ address: "172.17.0.1" })] });
  for (const host of [selecting, written("10.0.0.1", "vm.example.com", ""), aKubernetesService()]) expect(evidenceOf(rule, { hosts: [host] })).toEqual([]);
});
