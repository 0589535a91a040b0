import type { LabelSet } from "@/lib/domain/object/label-set";
import { isUntypedObject } from "@/lib/domain/preview/values";
import type { AuthorizationPolicy, DestinationRule, PeerAuthentication, Sidecar, VirtualService } from "@/lib/domain/selection/policies";
import { type Expected, flawOf } from "@/lib/server/kube/parse/flaw";
import { at, field, list, number, text } from "@/lib/server/kube/parse/json";
import { METADATA_SHAPE, pairsOf } from "@/lib/server/kube/parse/metadata";
import { describedOf, textsOf, type Unreadable, wholeOf } from "./described";
import { trafficPolicyOf } from "./traffic-policy";

/** A reader that first looks at the shape of some fields of the spec. */
function reader<T>(fields: readonly Expected[], read: (raw: unknown, spec: unknown) => T): (raw: unknown) => T | Unreadable {
  const shape: readonly Expected[] = [...METADATA_SHAPE, { path: ["spec"], shape: "an object" }, ...fields];
  return (raw) => {
    const unreadable = flawOf(raw, shape);
    return unreadable === null ? read(raw, field(raw, "spec")) : { unreadable };
  };
}

function specField(name: string, shape: Expected["shape"]): Expected {
  return { path: ["spec", name], shape };
}

/** A DestinationRule as the API server sent it, as far as it decides who answers and how (docs/istio.md#mtls-mark, #subsets). */
export const parseDestinationRule: (raw: unknown) => DestinationRule | Unreadable = reader(
  [
    specField("host", "a string"),
    specField("trafficPolicy", "an object"),
    specField("subsets", "a list"),
    specField("exportTo", "a list"),
    specField("workloadSelector", "an object"),
  ],
  (raw, spec) => ({
    ...describedOf(raw),
    host: text(field(spec, "host")),
    policy: trafficPolicyOf(field(spec, "trafficPolicy")),
    subsets: list(field(spec, "subsets")).map((one) => ({
      name: text(field(one, "name")),
      labels: pairsOf(field(one, "labels")),
      policy: trafficPolicyOf(field(one, "trafficPolicy")),
    })),
    exportTo: textsOf(field(spec, "exportTo")),
    callers: selectorOf(field(spec, "workloadSelector"), "matchLabels"),
  }),
);

/** A Sidecar as the API server sent it: which hosts its callers know. */
export const parseSidecar: (raw: unknown) => Sidecar | Unreadable = reader(
  [specField("egress", "a list"), specField("workloadSelector", "an object")],
  (raw, spec) => ({
    ...describedOf(raw),
    callers: selectorOf(field(spec, "workloadSelector"), "labels"),
    egress: list(field(spec, "egress")).map((one) => ({
      port: isUntypedObject(field(one, "port")) ? wholeOf(at(one, "port", "number")) : null,
      protocol: text(at(one, "port", "protocol")),
      hosts: textsOf(field(one, "hosts")),
    })),
  }),
);

/** A PeerAuthentication as the API server sent it: what sidecars of machines take. */
export const parsePeerAuthentication: (raw: unknown) => PeerAuthentication | Unreadable = reader(
  [specField("selector", "an object"), specField("mtls", "an object"), specField("portLevelMtls", "an object")],
  (raw, spec) => {
    const ports = field(spec, "portLevelMtls");
    return {
      ...describedOf(raw),
      selector: pairsOf(at(spec, "selector", "matchLabels")),
      mode: text(at(spec, "mtls", "mode")) || null,
      ports: isUntypedObject(ports) ? Object.keys(ports).flatMap((port) => modeOf(port, field(ports, port))) : [],
    };
  },
);

/** A VirtualService as the API server sent it: its hosts, and where requests for them are sent. */
export const parseVirtualService: (raw: unknown) => VirtualService | Unreadable = reader(
  [
    specField("hosts", "a list"),
    specField("gateways", "a list"),
    specField("exportTo", "a list"),
    specField("http", "a list"),
    specField("tcp", "a list"),
    specField("tls", "a list"),
  ],
  (raw, spec) => ({
    ...describedOf(raw),
    hosts: textsOf(field(spec, "hosts")),
    gateways: textsOf(field(spec, "gateways")),
    exportTo: textsOf(field(spec, "exportTo")),
    destinations: ["http", "tcp", "tls"].flatMap((protocol) => list(field(spec, protocol)).flatMap(destinationsOf)),
  }),
);

/** The mode of one port; what is no number is none. */
function modeOf(port: string, mtls: unknown): readonly (readonly [number, string | null])[] {
  return /^\d{1,5}$/.test(port) ? [[Number(port), text(field(mtls, "mode")) || null]] : [];
}

function destinationsOf(rule: unknown): VirtualService["destinations"] {
  const sources = list(field(rule, "match")).flatMap((match) => text(field(match, "sourceNamespace")) || []);
  const routed = list(field(rule, "route"));
  // Istio reads the weights of a route relative to their sum. A single destination gets everything (networking/v1alpha3, HTTPRouteDestination).
  const total = routed.reduce<number>((sum, one) => sum + (number(field(one, "weight")) ?? 0), 0);
  const shareOf = (one: unknown) => (routed.length === 1 ? 1 : total > 0 ? (number(field(one, "weight")) ?? 0) / total : 0);
  const targets = [
    ...routed.map((one) => ({ target: field(one, "destination"), share: shareOf(one) })),
    { target: field(rule, "mirror"), share: 0 },
    ...list(field(rule, "mirrors")).map((one) => ({ target: field(one, "destination"), share: 0 })),
  ];
  return targets
    .filter(({ target }) => isUntypedObject(target))
    .map(({ target, share }) => ({
      ...{ host: text(field(target, "host")), port: number(at(target, "port", "number")), subset: text(field(target, "subset")) },
      ...{ sources, share },
    }));
}

function selectorOf(selector: unknown, key: string): LabelSet | null {
  return isUntypedObject(selector) ? pairsOf(field(selector, key)) : null;
}

/** An AuthorizationPolicy as the API server sent it, as far as it says which workloads it touches; `targetRef` is the older spelling of one target. */
export const parseAuthorizationPolicy: (raw: unknown) => AuthorizationPolicy | Unreadable = reader(
  [specField("selector", "an object"), specField("targetRef", "an object"), specField("targetRefs", "a list"), specField("rules", "a list")],
  (raw, spec) => ({
    ...describedOf(raw),
    selector: pairsOf(at(spec, "selector", "matchLabels")),
    targets: [field(spec, "targetRef"), ...list(field(spec, "targetRefs"))]
      .filter(isUntypedObject)
      .map((one) => ({ group: text(field(one, "group")), kind: text(field(one, "kind")), name: text(field(one, "name")) })),
    action: text(field(spec, "action")) || "ALLOW",
    rules: list(field(spec, "rules")).length,
  }),
);
