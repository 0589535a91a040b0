import { describe, expect, it } from "vitest";
import type { AuthorizationPolicy, PeerAuthentication, Sidecar, VirtualService } from "@/lib/domain/selection/policies";
import { aDestinationRule, aKubernetesService, anEntryPort, aServiceEntry, aServicePort, aTrafficPolicy } from "@/lib/testing/selection";
import {
  readAuthorizationPolicy,
  readDestinationRule,
  readKubernetesService,
  readPeerAuthentication,
  readServiceEntry,
  readSidecar,
  readStoredParsedForm,
  readVirtualService,
} from "./read-objects";
import type { JsonReader } from "./reading";

const described = { namespace: "shop", name: "a", createdAt: null, labels: [["team", "pay"]] } as const;
const failover = [{ from: "a", to: "b" }];
const zoneAware = { isEnabled: true, failover, failoverPriority: ["topology.istio.io/network"] };
const { ports: _, ...part } = aTrafficPolicy({
  tls: "ISTIO_MUTUAL",
  outlier: { minHealthPercent: 0, maxEjectionPercent: null },
  balancer: { simple: "", locality: { ...zoneAware, distribute: [{ from: "a/*", to: [["b", 80]] }] }, zoneAware },
});
const endpoint = { address: "10.0.0.1", ports: [["http", 81]], labels: [["v", "1"]], network: "n", locality: "a/b", weight: null, serviceAccount: "" } as const;
const sidecar: Sidecar = { ...described, callers: null, egress: [{ port: null, protocol: "", hosts: ["./*"] }] };
const authentication: PeerAuthentication = {
  ...described,
  selector: [["app", "a"]],
  mode: null,
  ports: [
    [8080, "STRICT"],
    [9090, null],
  ],
};
const route: VirtualService = {
  ...{ ...described, hosts: ["a"], gateways: ["mesh"], exportTo: [] },
  destinations: [{ host: "b", port: null, subset: "v1", sources: ["shop"], share: 0.8 }],
};
const authorization: AuthorizationPolicy = { ...described, selector: [], targets: [{ group: "", kind: "Service", name: "a" }], action: "DENY", rules: 2 };

const CASES: readonly [string, JsonReader<object>, object][] = [
  [
    "a Service",
    readKubernetesService,
    aKubernetesService({ ports: [aServicePort({ target: "web" }), aServicePort({ target: 1 }), aServicePort({ target: null })] }),
  ],
  [
    "a ServiceEntry",
    readServiceEntry,
    aServiceEntry({
      addresses: ["240.0.0.1"],
      allocated: [["a.example.com", "240.240.0.1"]],
      endpoints: [endpoint],
      ports: [anEntryPort({ target: 8080 })],
      selector: null,
      distribution: "any",
    }),
  ],
  [
    "a DestinationRule",
    readDestinationRule,
    aDestinationRule({ policy: { ...part, ports: [{ ...part, port: 80 }] }, subsets: [{ name: "v1", labels: [["v", "1"]], policy: null }] }),
  ],
  ["a Sidecar", readSidecar, sidecar],
  ["a PeerAuthentication", readPeerAuthentication, authentication],
  ["a VirtualService", readVirtualService, route],
  ["an AuthorizationPolicy", readAuthorizationPolicy, authorization],
];

describe("the stored parsed form of an object", () => {
  it.each(CASES)("the stored parsed form of an object is equal after it is read again: %s", (_kind, read, value) =>
    expect(readStoredParsedForm(read, JSON.parse(JSON.stringify(value)))).toEqual(value),
  );

  it.each(CASES)("the stored parsed form of an object is null if a field is missing, except fields that older versions lack: %s", (kind, read, value) => {
    const keys = Object.keys(value).filter((key) => readStoredParsedForm(read, { ...value, [key]: undefined }) !== null);
    const LATER: Readonly<Record<string, readonly string[]>> = {
      "a ServiceEntry": ["misplacedKeys", "addresses", "allocated"],
      "a Service": ["misplacedKeys", "clusterAddresses"],
    };
    expect([...keys].sort()).toEqual([...(LATER[kind] ?? [])].sort());
  });

  it("the stored parsed form of an object has no addresses for a ServiceEntry of an older version", () =>
    expect(readStoredParsedForm(readServiceEntry, { ...aServiceEntry(), addresses: undefined })).toEqual(aServiceEntry({ addresses: [], allocated: [] })));

  it.each([undefined, null, [], "text", { ...sidecar, egress: [null] }])("the stored parsed form of an object is null if the stored value is %j", (stored) =>
    expect(readStoredParsedForm(readSidecar, stored)).toBeNull(),
  );
});
