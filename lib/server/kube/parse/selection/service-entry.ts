import type { LabelSet } from "@/lib/domain/object/label-set";
import { isUntypedObject } from "@/lib/domain/preview/values";
import type { ServiceEntry, ServiceEntryPort, ServiceEntryResolution } from "@/lib/domain/selection/objects";
import { flawOf } from "@/lib/server/kube/parse/flaw";
import { at, field, list, number, text } from "@/lib/server/kube/parse/json";
import { METADATA_SHAPE, pairsOf } from "@/lib/server/kube/parse/metadata";
import { portFlawOf, workloadOf, workloadShape } from "@/lib/server/kube/parse/workload-spec";
import { annotatedDistribution, describedOf, misplacedKeysOf, textsOf, type Unreadable, wholeOf } from "./described";

const SHAPE = [
  ...METADATA_SHAPE,
  { path: ["spec"], shape: "an object", required: true },
  { path: ["spec", "hosts"], shape: "a list" },
  { path: ["spec", "addresses"], shape: "a list" },
  { path: ["spec", "ports"], shape: "a list" },
  { path: ["spec", "endpoints"], shape: "a list" },
  { path: ["spec", "exportTo"], shape: "a list" },
  { path: ["spec", "workloadSelector"], shape: "an object" },
  { path: ["spec", "resolution"], shape: "a string" },
  { path: ["spec", "location"], shape: "a string" },
  { path: ["spec", "workloadSelector", "labels"], shape: "an object" },
] as const;
const ENDPOINT_SHAPE = workloadShape(["endpoint"]);
const RESOLUTIONS: readonly string[] = ["STATIC", "DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS"];

/**
 * A ServiceEntry as the API server sent it, with all that decides who answers (docs/istio.md#serviceentry-fields, #resolution). An unset resolution is NONE, an
 * unset location MESH_EXTERNAL.
 */
export function parseServiceEntry(raw: unknown): ServiceEntry | Unreadable {
  const endpoints = list(at(raw, "spec", "endpoints"));
  const unreadable = flawOf(raw, SHAPE) ?? endpoints.map(endpointFlaw).find((flaw) => flaw !== null) ?? null;
  if (unreadable !== null) return { unreadable };
  const spec = field(raw, "spec");
  return {
    kind: "ServiceEntry",
    ...describedOf(raw),
    misplacedKeys: misplacedKeysOf(raw, "ServiceEntry"),
    hosts: textsOf(field(spec, "hosts")),
    addresses: textsOf(field(spec, "addresses")),
    allocated: allocatedIn(raw),
    ports: list(field(spec, "ports")).map(portOf),
    endpoints: endpoints.map(workloadOf),
    selector: selectorOf(field(spec, "workloadSelector")),
    resolution: resolutionOf(text(field(spec, "resolution"))),
    isExternal: field(spec, "location") !== "MESH_INTERNAL",
    exportTo: textsOf(field(spec, "exportTo")),
    distribution: annotatedDistribution(raw),
    accounts: textsOf(field(spec, "subjectAltNames")),
  };
}

const ALLOCATED_AT_MOST = 64;

/** Host names with their addresses. A status in another shape counts as none: the object does not depend on it. */
function allocatedIn(raw: unknown): LabelSet {
  const written = list(at(raw, "status", "addresses")).map((one) => [text(field(one, "host")), text(field(one, "value"))] as const);
  return written.filter(([host, address]) => host !== "" && address !== "").slice(0, ALLOCATED_AT_MOST);
}

function endpointFlaw(endpoint: unknown): string | null {
  const wrapped = { endpoint };
  return isUntypedObject(endpoint)
    ? (flawOf(wrapped, ENDPOINT_SHAPE) ?? portFlawOf(wrapped, ["endpoint"]))
    : "spec.endpoints holds something that is no object";
}

function selectorOf(selector: unknown): LabelSet | null {
  return isUntypedObject(selector) ? pairsOf(field(selector, "labels")) : null;
}

function resolutionOf(written: string): ServiceEntryResolution {
  return RESOLUTIONS.includes(written) ? (written as ServiceEntryResolution) : "NONE";
}

function portOf(raw: unknown): ServiceEntryPort {
  return {
    name: text(field(raw, "name")),
    number: wholeOf(field(raw, "number")),
    protocol: text(field(raw, "protocol")),
    target: number(field(raw, "targetPort")),
  };
}
