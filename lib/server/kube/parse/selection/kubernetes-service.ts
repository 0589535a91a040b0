import type { KubernetesService, ServicePort } from "@/lib/domain/selection/objects";
import { flawOf } from "@/lib/server/kube/parse/flaw";
import { at, field, list, number, text } from "@/lib/server/kube/parse/json";
import { annotationOf, METADATA_SHAPE, pairsOf } from "@/lib/server/kube/parse/metadata";
import { describedOf, distributionOf, misplacedKeysOf, type Unreadable, wholeOf } from "./described";

const SHAPE = [
  ...METADATA_SHAPE,
  { path: ["spec"], shape: "an object", required: true },
  { path: ["spec", "selector"], shape: "an object" },
  { path: ["spec", "ports"], shape: "a list" },
  { path: ["spec", "type"], shape: "a string" },
  { path: ["spec", "clusterIP"], shape: "a string" },
  { path: ["spec", "clusterIPs"], shape: "a list" },
] as const;

/** A Service as the API server sent it, as far as it decides who answers for its host (docs/istio.md#service-selector). */
export function parseKubernetesService(raw: unknown): KubernetesService | Unreadable {
  const unreadable = flawOf(raw, SHAPE);
  if (unreadable !== null) return { unreadable };
  const spec = field(raw, "spec");
  const annotations = at(raw, "metadata", "annotations");
  return {
    kind: "Service",
    ...describedOf(raw),
    misplacedKeys: misplacedKeysOf(raw, "Service"),
    selector: pairsOf(field(spec, "selector")),
    type: text(field(spec, "type")) || "ClusterIP",
    isHeadless: field(spec, "clusterIP") === "None",
    clusterAddresses: clusterAddressesOf(spec),
    externalName: text(field(spec, "externalName")),
    ports: list(field(spec, "ports")).map(portOf),
    exportTo: commaList(annotationOf(annotations, "networking.istio.io/exportTo")),
    distribution: distributionOf(raw),
    publishesUnready: field(spec, "publishNotReadyAddresses") === true,
    isNodeLocal: field(spec, "internalTrafficPolicy") === "Local",
    accounts: commaList(annotationOf(annotations, "alpha.istio.io/canonical-serviceaccounts")),
    namespaceAccounts: commaList(annotationOf(annotations, "alpha.istio.io/kubernetes-serviceaccounts")),
  };
}

/** API servers older than 1.20 write `clusterIP` only. */
function clusterAddressesOf(spec: unknown): readonly string[] {
  const written = list(field(spec, "clusterIPs")).map(text);
  return (written.length > 0 ? written : [text(field(spec, "clusterIP"))]).filter((one) => one !== "" && one !== "None");
}

function portOf(raw: unknown): ServicePort {
  const target = field(raw, "targetPort");
  return {
    name: text(field(raw, "name")),
    number: wholeOf(field(raw, "port")),
    protocol: text(field(raw, "protocol")) || "TCP",
    target: typeof target === "string" ? text(target) : number(target),
  };
}

function commaList(value: string | null): readonly string[] {
  return value === null || value === "" ? [] : value.split(",").map((one) => one.trim());
}
