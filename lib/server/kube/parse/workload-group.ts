import { misplacedKeys } from "@/lib/domain/entry/istio-keys";
import { PLANNED_LEAVES_ANNOTATION } from "@/lib/domain/entry/planned-leaves";
import { MUTE_ANNOTATION } from "@/lib/domain/findings/object-mute";
import { EXPECTED_SIZE_ANNOTATION } from "@/lib/domain/group/expected-size";
import { PROBE_METHODS, type Probe, type WorkloadGroup } from "@/lib/domain/group/workload-group";
import { MAINTENANCE_ANNOTATION } from "@/lib/domain/incidents/maintenance-annotation";
import { isUntypedObject } from "@/lib/domain/preview/values";
import { flawOf } from "./flaw";
import type { Identity } from "./identity";
import { at, field, list, number, text } from "./json";
import { annotationOf, keysOf, lastWriterOf, METADATA_SHAPE, managedByOf, pairsOf, timeOf } from "./metadata";
import { portFlawOf, workloadOf, workloadShape } from "./workload-spec";

const TEMPLATE = ["spec", "template"];

const SHAPE = [
  ...METADATA_SHAPE,
  { path: ["spec"], shape: "an object", required: true },
  { path: TEMPLATE, shape: "an object", required: true },
  ...workloadShape(TEMPLATE),
  { path: ["spec", "metadata"], shape: "an object" },
  { path: ["spec", "metadata", "labels"], shape: "an object" },
  { path: ["spec", "metadata", "annotations"], shape: "an object" },
  { path: ["spec", "probe"], shape: "an object" },
] as const;

/** A WorkloadGroup as the API server sent it, trimmed (docs/istio.md#group-fields). One that cannot be read says why, and nothing else. */
export function parseWorkloadGroup(raw: unknown, identity: Identity, cluster: string): WorkloadGroup {
  const unreadable = flawOf(raw, SHAPE) ?? portFlawOf(raw, TEMPLATE);
  // A group that cannot be read keeps its identity only: an empty spec gives the blank fields.
  const source = unreadable === null ? raw : {};
  const metadata = field(source, "metadata");
  return {
    cluster,
    ...identity,
    createdAt: timeOf(at(raw, "metadata", "creationTimestamp")),
    deletingAt: timeOf(at(raw, "metadata", "deletionTimestamp")),
    generation: number(field(metadata, "generation")),
    unreadable,
    revision: text(at(source, "metadata", "labels", "istio.io/rev")),
    entryLabels: pairsOf(at(source, "spec", "metadata", "labels")),
    entryAnnotations: pairsOf(at(source, "spec", "metadata", "annotations")),
    template: workloadOf(at(source, "spec", "template")),
    probe: probeOf(at(source, "spec", "probe")),
    misplacedKeys: misplacedIn(source),
    expectedSize: annotationOf(field(metadata, "annotations"), EXPECTED_SIZE_ANNOTATION),
    plannedLeaves: annotationOf(field(metadata, "annotations"), PLANNED_LEAVES_ANNOTATION),
    maintenance: annotationOf(field(metadata, "annotations"), MAINTENANCE_ANNOTATION),
    mutedFindings: annotationOf(field(metadata, "annotations"), MUTE_ANNOTATION) ?? "",
    lastWriter: lastWriterOf(metadata),
    managedBy: managedByOf(metadata),
  };
}

/** Its own keys, and those that entries get from it. */
function misplacedIn(source: unknown): readonly string[] {
  const [own, given] = [field(source, "metadata"), at(source, "spec", "metadata")];
  const inTemplate = keysOf(at(source, "spec", "template", "labels"));
  const annotations = keysOf(field(given, "annotations"));
  const labels = keysOf(field(given, "labels"));
  const ofEntries = misplacedKeys({ at: "spec.metadata", labels: [...labels, ...inTemplate], annotations }, "WorkloadEntry");
  return [
    ...misplacedKeys({ at: "metadata", labels: keysOf(field(own, "labels")), annotations: keysOf(field(own, "annotations")) }, "WorkloadGroup"),
    ...ofEntries,
  ];
}

function probeOf(raw: unknown): Probe | null {
  if (!isUntypedObject(raw)) return null;
  const method = PROBE_METHODS.find((one) => isUntypedObject(field(raw, one))) ?? "none";
  const how = field(raw, method);
  return {
    method,
    port: number(field(how, "port")),
    path: text(field(how, "path")),
    scheme: text(field(how, "scheme")),
    host: text(field(how, "host")),
    command: list(field(how, "command")).map(text),
    initialDelaySeconds: number(field(raw, "initialDelaySeconds")),
    timeoutSeconds: number(field(raw, "timeoutSeconds")),
    periodSeconds: number(field(raw, "periodSeconds")),
    successThreshold: number(field(raw, "successThreshold")),
    failureThreshold: number(field(raw, "failureThreshold")),
  };
}
