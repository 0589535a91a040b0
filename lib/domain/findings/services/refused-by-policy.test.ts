import { expect, it } from "vitest";
import { aMachine, cannotTell, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aDestinationRule, aKubernetesService, aMesh, anEntryPort, aServiceEntry, aServicePort, aTrafficPolicy } from "@/lib/testing/selection";
import { refusedByPolicy } from "./refused-by-policy";

const strict = { namespace: "shop", name: "default", createdAt: 0, labels: [], selector: [], mode: "STRICT", ports: [] };
const [hosts, entries] = [[aServiceEntry()], [aMachine("hsm")]];
const withAccount = [aMachine("hsm", { serviceAccount: "web" })];
const mutual = aDestinationRule({ policy: aTrafficPolicy({ tls: "ISTIO_MUTUAL" }) });
const older = aServiceEntry({ name: "older", createdAt: 1, selector: [["app", "b"]], ports: [anEntryPort({ name: "http", number: 80 })] });
const newer = aServiceEntry({ name: "newer", createdAt: 2, ports: [anEntryPort({ name: "http", number: 8443 })] });
const newer80 = aServiceEntry({ name: "newer", createdAt: 2 });
const both = [aMachine("hsm", { serviceAccount: "web" }), aMachine("plain")];
const originalDestination = aServiceEntry({ name: "older", createdAt: 1, selector: null, resolution: "NONE" });
const headless = aKubernetesService({ name: "api", isHeadless: true, selector: [["app", "b"]], ports: [aServicePort({ name: "web", number: 81 })] });
const besideHeadless = aServiceEntry({ hosts: ["api.shop.svc.cluster.local"], ports: [anEntryPort({ name: "web", number: 81 })] });
const plainOn80 = aDestinationRule({ policy: aTrafficPolicy({ ports: [{ port: 80, tls: "DISABLE", outlier: null, balancer: null }] }) });

it.each([
  [
    "STRICT and an entry without an account",
    { hosts, entries, policies: { authentications: [strict] } },
    [{ sends: "plain", takes: "STRICT", ports: ["80"], because: "no-account" }],
  ],
  ["STRICT in the root namespace", { hosts, entries, policies: { authentications: [{ ...strict, namespace: "istio-system" }] } }, [{ takes: "STRICT" }]],
  [
    "STRICT and a MESH_EXTERNAL host",
    { hosts: [aServiceEntry({ isExternal: true })], entries: withAccount, policies: { authentications: [strict] } },
    [{ sends: "plain", because: "external" }],
  ],
  [
    "DISABLE and a rule that has callers use mutual TLS",
    { hosts, entries, policies: { authentications: [{ ...strict, mode: "DISABLE" }], rules: [mutual] } },
    [{ sends: "mutual", takes: "DISABLE", because: "destination-rule" }],
  ],
  [
    "STRICT and a rule for the port of the older object, which the machine joins",
    { hosts: [older, newer], entries: withAccount, policies: { authentications: [strict], rules: [plainOn80] } },
    [{ sends: "plain", takes: "STRICT", ports: ["80"] }],
  ],
  [
    "STRICT and a label that turns mTLS off",
    {
      hosts,
      entries: [aMachine("hsm", { serviceAccount: "web", metadataLabels: [["security.istio.io/tlsMode", "disabled"]] })],
      policies: { authentications: [strict] },
    },
    [{ sends: "plain", because: "label" }],
  ],
  [
    "STRICT and automatic mTLS that is off",
    { hosts, entries: withAccount, policies: { authentications: [strict] }, mesh: { settings: aMesh({ autoMtls: false }), doubts: [] } },
    [{ sends: "plain", because: "auto-mtls-off" }],
  ],
  [
    "STRICT and an owner with resolution NONE, of which another endpoint has no account",
    { hosts: [originalDestination, newer80], entries: both, policies: { authentications: [strict] } },
    [
      { sends: "plain", because: "unmarked-endpoint", account: "web" },
      { sends: "plain", because: "unmarked-endpoint", account: "" },
    ],
  ],
  [
    "STRICT and an owner with resolution NONE, of which every endpoint has an account",
    { hosts: [originalDestination, newer80], entries: withAccount, policies: { authentications: [strict] } },
    [],
  ],
  ["STRICT and a headless Service that owns the host name", { hosts: [headless, besideHeadless], entries, policies: { authentications: [strict] } }, []],
  ["STRICT and an entry with an account", { hosts, entries: withAccount, policies: { authentications: [strict] } }, []],
  ["STRICT in another namespace", { hosts, entries, policies: { authentications: [{ ...strict, namespace: "other" }] } }, []],
  ["PERMISSIVE", { hosts, entries, policies: { authentications: [{ ...strict, mode: "PERMISSIVE" }] } }, []],
  ["no policy", { hosts, entries }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOfAll(refusedByPolicy, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));

it.each([
  ["cannot tell", [originalDestination, newer80], true],
  ["can tell", hosts, false],
])("%s without Pods if callers of these objects use one TLS mode for all endpoints, or not", (_what, objects, expected) => {
  const world = { hosts: objects, entries: both, policies: { authentications: [strict] }, unseen: { "workload-pods": "all" } as const };
  expect(cannotTell(refusedByPolicy, world)).toBe(expected);
});
