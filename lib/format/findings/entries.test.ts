import { expect, it } from "vitest";
import type { FindingEvidence, FindingObject } from "@/lib/domain/findings/rule";
import type { RuleNameOfCodeDigit } from "@/lib/domain/findings/rule-names";
import { ENTRY_TEXTS } from "./entries";

const object = (name: string, kind = "WorkloadEntry"): FindingObject => ({ kind, namespace: "shop", name });
const ENTRY = [object("vm-1")];

it.each<[RuleNameOfCodeDigit<1>, FindingEvidence, string, (readonly FindingObject[])?]>([
  [
    "clock-skew",
    { connectedAt: "2026-08-12T04:21:12Z", replica: "", aheadSeconds: 360 },
    "vm-1 is marked as connected at 2026-08-12T04:21:12Z by an unknown replica: 360 seconds after the API server took the write.",
  ],
  [
    "template-drift",
    { group: "cart", cause: "group-changed", fields: ["ports", "label tier"], found: ["http=80", ""], wanted: ["http=81", "web"] },
    "vm-1 and its group cart differ in ports (http=80, the group has http=81) and label tier (none, the group has web): the group was edited since the entry was made.",
  ],
  [
    "template-drift",
    { group: "cart", cause: "not-known", fields: ["weight"], found: ["1"], wanted: ["5"] },
    "vm-1 and its group cart differ in weight (1, the group has 5).",
  ],
  [
    "bundle-drift",
    { group: "cart", isMachines: true, keys: ["version"], found: ["v1"], wanted: ["v2"] },
    "vm-1 has version=v1 where its group says v2 (group cart): the spec of both was never edited.",
  ],
  [
    "bundle-drift",
    { group: "cart", isMachines: false, keys: ["version"], found: ["v1"], wanted: ["v2"] },
    "vm-1 has version=v1 where its group says v2 (group cart): the bundle or the entry may be older than the group.",
  ],
  [
    "address-not-of-a-machine",
    { address: "127.0.0.1", target: "loopback" },
    "vm-1 has the address 127.0.0.1, which is a loopback address: each caller calls itself.",
  ],
  [
    "address-not-of-a-machine",
    { address: "169.254.169.254", target: "metadata" },
    "vm-1 has the address 169.254.169.254, which is the metadata service of a cloud.",
  ],
  [
    "address-not-of-a-machine",
    { address: "[fd00::7]", target: "unreadable", meant: "fd00::7" },
    "vm-1 has the address [fd00::7], which Istio reads as neither an IP address nor a host name. fd00::7 may be meant.",
  ],
  [
    "address-not-of-a-machine",
    { address: "127.1", target: "unreadable" },
    "vm-1 has the address 127.1, which Istio reads as neither an IP address nor a host name.",
  ],
  [
    "address-leads-elsewhere",
    { address: "169.254.0.7", network: "", target: "link-local" },
    "vm-1 has the address 169.254.0.7, which is link-local: a caller reaches only its own link.",
  ],
  [
    "address-leads-elsewhere",
    { address: "172.17.0.1", network: "", target: "docker-bridge" },
    "vm-1 has the address 172.17.0.1, which is Docker's bridge: a caller on a host with Docker reaches that host.",
  ],
  [
    "address-leads-elsewhere",
    { address: "10.96.0.1", network: "", target: "cluster-ip", services: ["shop/api"] },
    "vm-1 has the address 10.96.0.1, which is the cluster IP of Service shop/api: callers reach its endpoints, on its ports only.",
  ],
  [
    "misplaced-key",
    { written: ["metadata.annotations[istio.io/rev]"], read: ["metadata.labels"] },
    "vm-1 has metadata.annotations[istio.io/rev], but Istio reads it in metadata.labels.",
  ],
  ["account-missing", { account: "web", namespace: "shop" }, "vm-1 names web, and shop has no service account of that name."],
  ["probe-not-in-force", { group: "cart", groupEdited: false }, "Group cart declares a probe, and vm-1 has no health gate."],
  [
    "probe-not-in-force",
    { group: "cart", groupEdited: true },
    "Group cart declares a probe, and vm-1 has no health gate. The group was edited after it was made: the probe may be newer than the machine.",
  ],
  ["health-ignored", { status: "False", message: "refused", gate: "" }, "vm-1 reports Healthy=False (refused), and its health gate is not set."],
  ["health-ignored", { status: "True", message: "", gate: "false" }, "vm-1 reports Healthy=True, and its health gate says false."],
  [
    "health-gate-unreadable",
    { gate: "yes", reported: "False" },
    'The annotation of vm-1 says "yes", which Istio takes for false. It reports Healthy=False, which is ignored.',
  ],
  ["health-never-reported", { management: "unmanaged", gatedByGroup: false }, "vm-1 waits for a first report: no machine ever answered for it."],
  [
    "health-never-reported",
    { management: "auto", gatedByGroup: true },
    "vm-1 waits for a first report: its machine registered and never reported. The gate is an annotation of its group.",
  ],
  [
    "no-replay",
    { status: "True", lastProbeTime: "03:00", connectedAt: "04:00", replica: "istiod-a" },
    "vm-1 connected to istiod-a at 04:00, and its last report (Healthy=True) is of 03:00.",
  ],
  [
    "leaked-entry",
    { why: "too-old", connectedAt: "03:00", maxAgeMinutes: 30, isAssumed: true },
    "vm-1 claims a connection since 03:00, and istiod ends each after 30 minutes (assumed): nobody has renewed it for more than one and a half times that.",
  ],
  ["leaked-entry", { why: "no-time", connectedAt: "soon" }, "vm-1 claims a connection since soon, which is no time."],
  [
    "ghost-claim",
    { why: "no-such-pod", replica: "istiod-a", connectedAt: "03:00" },
    "vm-1 says that it is connected since 03:00 to istiod-a, and there is no such Pod.",
  ],
  [
    "ghost-claim",
    { why: "restarted", replica: "istiod-a", connectedAt: "03:00" },
    "vm-1 says that it is connected since 03:00 to istiod-a, which was restarted since.",
  ],
  ["ghost-claim", { why: "no-controller", replica: "", connectedAt: "03:00" }, "vm-1 says that it is connected since 03:00 to a replica, which is not named."],
  ["group-missing", { group: "cart", isOwned: true }, "vm-1 is owned by group cart, and there is none of that name."],
  ["group-missing", { group: "cart", isOwned: false }, "vm-1 was registered by group cart, and there is none of that name."],
  ["owner-missing", { group: "cart", owner: "" }, "vm-1 names group cart, and no owner is written."],
  ["owner-missing", { group: "cart", owner: "Deployment a" }, "vm-1 names group cart, and its owner is Deployment a."],
  ["owner-of-older-group", { group: "cart", ownerUid: "1", groupUid: "2" }, "vm-1 is owned by group cart with uid 1; the group of that name has 2."],
  ["annotation-differs-from-owner", { annotation: "cart", owner: "checkout" }, "vm-1 is owned by group checkout, and its annotation names cart."],
  ["duplicate-address", { address: "10.0.0.1", network: "vpc-2" }, "10.0.0.1 in network vpc-2 is the address of vm-1 and vm-2.", [...ENTRY, object("vm-2")]],
  [
    "duplicate-address",
    { address: "10.0.0.1", network: "" },
    "10.0.0.1 without a network is the address of 5 entries, a, b and c among them.",
    ["a", "b", "c", "d", "e"].map((name) => object(name)),
  ],
  ["address-of-a-pod", { address: "10.0.0.1" }, "vm-1 has the address 10.0.0.1, which is that of Pod shop/web too.", [...ENTRY, object("web", "Pod")]],
  ["address-empty", {}, "vm-1 has neither an address nor a network."],
  ["no-account", { hosts: 2, network: "vpc-2" }, "vm-1, in network vpc-2, has no service account. 2 services select it."],
  ["no-account", { hosts: 0, network: "" }, "vm-1 has no service account. No service selects it."],
  [
    "no-account",
    { hosts: 1, network: "", isTlsKnown: true, sends: ["plain"], because: ["no-account"], gatewayClosed: ["no-account"], isGatewayOpen: false },
    "vm-1 has no service account. 1 service selects it. Callers send it plain text: it has no service account. East-west gateways do not route to it.",
  ],
  [
    "no-account",
    { hosts: 1, network: "", isTlsKnown: true, sends: ["mutual"], because: ["destination-rule"], gatewayClosed: ["no-account"], isGatewayOpen: false },
    "vm-1 has no service account. 1 service selects it. Callers send it mTLS: a DestinationRule sets the TLS mode. East-west gateways do not route to it: it has no service account.",
  ],
  [
    "no-account",
    { hosts: 1, network: "", isTlsKnown: true, sends: ["mutual"], because: ["label"], gatewayClosed: [], isGatewayOpen: true },
    "vm-1 has no service account. 1 service selects it. Callers send it mTLS: its label security.istio.io/tlsMode decides. East-west gateways route to it.",
  ],
  [
    "no-account",
    {
      hosts: 2,
      network: "",
      isTlsKnown: true,
      sends: ["mutual", "plain"],
      because: ["destination-rule", "no-account"],
      gatewayClosed: ["no-account"],
      isGatewayOpen: false,
    },
    "vm-1 has no service account. 2 services select it. Callers send it mTLS or plain text, by service and port. East-west gateways do not route to it: it has no service account.",
  ],
  [
    "no-account",
    { hosts: 2, network: "", isTlsKnown: true, sends: ["mutual"], because: ["label"], gatewayClosed: ["external"], isGatewayOpen: true },
    "vm-1 has no service account. 2 services select it. Callers send it mTLS: its label security.istio.io/tlsMode decides. East-west gateways route to it for some services only.",
  ],
  [
    "no-account",
    { hosts: 2, network: "", isTlsKnown: true, sends: ["mutual"], because: ["label"], gatewayClosed: ["external"], isGatewayOpen: true, hasGateways: false },
    "vm-1 has no service account. 2 services select it. Callers send it mTLS: its label security.istio.io/tlsMode decides.",
  ],
  [
    "no-account",
    { hosts: 1, network: "", isTlsKnown: false },
    "vm-1 has no service account. 1 service selects it. The TLS of callers is not known: not all policies are visible.",
  ],
  ["account-differs", { group: "cart", found: "", wanted: "cart-vm" }, "vm-1 has no account, and its group cart names cart-vm."],
  ["hand-written-in-a-group", { groups: ["cart"] }, "vm-1 was written by hand and has all labels of group cart.", [...ENTRY, object("cart", "WorkloadGroup")]],
  ["never-connected", { group: "cart", replica: "" }, "vm-1 was registered by group cart, and has no mark of a connection or of its end."],
  ["revision-not-running", { revision: "1-29", running: ["1-31", "default"] }, "vm-1 has the label istio.io/rev=1-29, and istiod runs as 1-31, default."],
])("%s with evidence %j", (rule, evidence, sentence, objects = ENTRY) => {
  expect(ENTRY_TEXTS[rule].found({ objects, evidence })).toBe(sentence);
});
