import { expect, it } from "vitest";
import { aMachine, evidenceOf } from "@/lib/testing/finding-cases";
import { aDestinationRule, aMesh, anEntryPort, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { refusedByPolicy } from "./refused-by-policy";

const strict = { namespace: "shop", name: "default", createdAt: 0, labels: [], selector: [], mode: "STRICT", ports: [] };
const [hosts, entries] = [[aServiceEntry()], [aMachine("hsm")]];
const withAccount = [aMachine("hsm", { serviceAccount: "web" })];
const mutual = aDestinationRule({ policy: aTrafficPolicy({ tls: "ISTIO_MUTUAL" }) });
const older = aServiceEntry({ name: "older", createdAt: 1, selector: [["app", "b"]], ports: [anEntryPort({ name: "http", number: 80 })] });
const newer = aServiceEntry({ name: "newer", createdAt: 2, ports: [anEntryPort({ name: "http", number: 8443 })] });
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
  ["STRICT and an entry with an account", { hosts, entries: withAccount, policies: { authentications: [strict] } }, []],
  ["STRICT in another namespace", { hosts, entries, policies: { authentications: [{ ...strict, namespace: "other" }] } }, []],
  ["PERMISSIVE", { hosts, entries, policies: { authentications: [{ ...strict, mode: "PERMISSIVE" }] } }, []],
  ["no policy", { hosts, entries }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOf(refusedByPolicy, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));
