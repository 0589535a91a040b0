import { expect, it } from "vitest";
import type { FindingEvidence } from "@/lib/domain/findings/rule";
import type { RuleName } from "@/lib/domain/findings/rule-names";
import { GATEWAY_BLOCKERS } from "@/lib/domain/selection/mutual-tls";
import { fittingText, generalText } from "./rule-texts";
import { RULE_WORDS } from "./rule-words";

function adviceFor(rule: RuleName, evidence: FindingEvidence): string {
  return fittingText(RULE_WORDS[rule]?.whatToDo ?? "", { objects: [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }], evidence });
}

it.each<[RuleName, FindingEvidence, string]>([
  ["place-without-effect", { remedy: "distribution" }, "If callers are to prefer their zone, set the traffic distribution PreferClose."],
  ["place-without-effect", { remedy: "outlier-detection" }, "Do not set a traffic distribution for resolution DNS: istiod since 1.30 can crash."],
  ["place-without-effect", { remedy: "none" }, "Do not set outlierDetection or a traffic distribution here: istiod since 1.30 can crash."],
  ["selector-without-resolution", { machines: 1, isKnown: true }, "If any of the machines may answer a call, write resolution STATIC."],
  ["selector-without-resolution", { machines: 0, isKnown: true }, "The selector matches no machine: with resolution STATIC, all calls would fail."],
  ["refused-by-policy", { because: "no-account" }, "If a sidecar runs on the machine, set spec.serviceAccount to the sidecar's account."],
  ["refused-by-policy", { because: "external" }, "If sidecars run on all machines of the service, write location MESH_INTERNAL."],
  ["refused-by-policy", {}, "If a sidecar runs on the machine, correct callers' TLS or the policy."],
  ["unmarked-behind-gateway", { because: "auto-mtls-off" }, "If sidecars run on all endpoints, set the TLS mode ISTIO_MUTUAL in a DestinationRule."],
  ["unmarked-behind-gateway", { because: "label" }, "If a sidecar runs on the machine, remove the label security.istio.io/tlsMode."],
  ["misplaced-key", { written: ["metadata.annotations[istio.io/rev]"] }, "If its value is meant, move the key to the place that Istio reads."],
  [
    "misplaced-key",
    { written: ["metadata.labels[proxy.istio.io/health-checks-enabled]"] },
    "Move proxy.istio.io/health-checks-enabled only if the machine reports its health.",
  ],
  [
    "misplaced-key-of-group",
    { written: ["template.labels[istio.io/connectedAt]"] },
    "Do not move istio.io/connectedAt, but remove it: only istiod writes it. Registered entries keep theirs: correct them, too.",
  ],
  ["probe-not-in-force", { isRefused: true }, "First correct the group's probe: the agent cannot run it."],
  ["probe-not-in-force", { isRefused: false }, "Make a bundle with the probe."],
  ["sent-twice", { samePorts: false }, "If one object has an extra port, do not change a selector."],
  ["sent-twice", { samePorts: true }, "If both have the same ports, let only one of them select these machines."],
  [
    "health-ignored",
    { isCurrent: false, status: "False" },
    "The report may be old. First check that the machine still reports: its mesh.yaml has readinessProbe.",
  ],
  ["health-ignored", { isCurrent: true, status: "False" }, "If its health is to count, set proxy.istio.io/health-checks-enabled to true."],
  ["health-gate-unreadable", { remedy: "remove" }, "If no check is meant, remove the annotation."],
  ["health-gate-unreadable", { remedy: "true" }, "If a check is meant, write true: the last report decides then."],
  ["health-never-reported", { management: "auto" }, "If the machine's mesh.yaml has readinessProbe, restart its agent."],
  ["health-never-reported", { management: "unmanaged" }, "A hand-written entry also needs ISTIO_META_WORKLOAD_ENTRY with its name on the machine."],
  ["template-drift", { cause: "entry-edited" }, "If the edit is meant, leave it."],
  ["template-drift", { cause: "group-changed" }, "If the group is right, patch the entry."],
  ["skipped-for-its-address", { kind: "host-name" }, "Do not set a traffic distribution there: istiod since 1.30 can crash."],
  ["round-robin-of-several", { isOrdered: true }, "If not, first remove the traffic distribution or failoverPriority, then write DNS."],
  ["round-robin-of-several", { isOrdered: false }, "If the machines are to share the requests, write resolution DNS."],
  ["address-leads-elsewhere", { target: "cluster-ip" }, "If the Service is in this namespace, you can select its Pods instead."],
  ["endpoint-leads-elsewhere", { target: "link-local" }, "Write the address at which callers reach the endpoint. If this address is meant, mute this finding."],
  ["revision-not-running", { isStarting: true }, "A Pod of that revision exists and does not run: first see why."],
  ["revision-not-running", { isStarting: false }, "If that revision only restarts, wait. If it is gone for good, remove the label or write one that runs."],
  ["nobody-answers", { draining: 2 }, "If the maintenance is over, remove the label istio.io/draining."],
  ["nobody-answers", { portsUnresolved: 2 }, "If no machine names the port, add it to spec.ports of the entries."],
  ["callers-without-endpoint", { why: "taken-over" }, "If these callers are to reach it, give the other object endpoints. Or give it another host name."],
  ["callers-without-endpoint", { why: "no-subset" }, "If the route is meant, add the subset to a DestinationRule. If not, remove it from the route."],
  ["callers-without-endpoint", { why: "empty-subset" }, "If the route is meant, label machines for the subset. If not, choose a subset with endpoints."],
  ["takes-nobody", { reason: "labels-differ" }, "If it is meant and its labels differ, change the selector or its labels."],
  ["takes-nobody", { reason: "other-namespace" }, "If that machine is meant, create the service in its namespace."],
  ["takes-nobody", { reason: "host-name-address" }, "If that machine is meant, write its IP address into its entry."],
  ["host-not-passed", { because: ["not-exported"] }, "If the service is to be passed, add the gateway's namespace to its exportTo."],
  ["host-not-passed", { because: ["not-covered"] }, "add its host name to an AUTO_PASSTHROUGH server."],
  ["network-label-without-network", { hasAccount: false }, "If that network has a gateway, set the account of the machine's sidecar first."],
  ["gateway-of-nobody", { lacks: "port" }, "If it is one, add port 15443 with an AUTO_PASSTHROUGH server."],
  ["gateway-of-nobody", { lacks: "address" }, "If it is one, check its load balancer, or write externalIPs."],
  ["gateway-of-nobody", { lacks: "node-selector" }, "If it is one, set the annotation traffic.istio.io/nodeSelector, such as {}."],
  ["duplicate-address", { accounts: ["shop/a", "shop/b"] }, "If each account has its own sidecar, give each its own address."],
  ["duplicate-address", { accounts: ["shop/a"] }, "If all mean one machine in one namespace, leave one entry with all ports."],
  ["owner-missing", { owner: "" }, "If nothing else owns the entry, make the group its owner again."],
  ["owner-missing", { owner: "Deployment x" }, "If the present owner is right, leave the entry."],
  ["tunnel-label-missing", { writes: "no" }, "First update istiod: this version does not write the label."],
  ["drain-lost", { isInForce: false, label: "istio.io/draining" }, "istio.io/draining has no effect."],
  ["namespace-revision-not-running", {}, "If istioctl tag list shows the name, do nothing."],
])("the advice of %s with %j is short and has: %s", (rule, evidence, sentence) => {
  const advice = adviceFor(rule, evidence);
  expect(advice).toContain(sentence);
  expect(advice.split(/(?<=[.:]) /).filter((one) => one.split(" ").length > 14)).toEqual([]);
});

it("gives no network as remedy for a link-local address, whose meaning a network does not change", () => {
  expect(adviceFor("address-leads-elsewhere", { target: "link-local" })).not.toMatch(/network|Pods/);
});

it("gives a socket no resolution DNS", () => expect(adviceFor("skipped-for-its-address", { kind: "socket" })).not.toContain("DNS"));

it.each<[RuleName, FindingEvidence, RegExp]>([
  ["nobody-answers", { unhealthy: 1 }, /draining|spec\.ports/],
  ["host-not-passed", { because: ["not-exported"] }, /AUTO_PASSTHROUGH|rename/],
  ["owner-missing", { owner: "Deployment x" }, /make the group its owner/],
  ["takes-nobody", { reason: "other-namespace" }, /labels/],
])("the advice of %s with %j has no remedy for another cause", (rule, evidence, other) => expect(adviceFor(rule, evidence)).not.toMatch(other));

it("moves no key that istiod writes itself", () => {
  expect(adviceFor("misplaced-key", { written: ["metadata.labels[istio.io/workloadController]"] })).not.toMatch(/move the key/i);
});

it.each(GATEWAY_BLOCKERS)("the advice for callers' TLS that %s decides differs from the general advice", (because) => {
  for (const rule of ["refused-by-policy", "unmarked-behind-gateway"] as const)
    expect(adviceFor(rule, { because })).not.toBe(generalText(RULE_WORDS[rule]?.whatToDo ?? ""));
});
