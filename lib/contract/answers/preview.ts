import * as z from "zod/mini";
import { HIDDEN_ENDPOINT_KINDS } from "@/lib/domain/statements/preview";

/** The longest document of a preview, in characters. The request body has its own limit. */
export const MAX_PREVIEW_LENGTH = 48_000;

/** The deepest nesting of a document. An object of Kubernetes has about twelve levels. */
export const MAX_PREVIEW_DEPTH = 20;

/** Request for the changes that a document would make in a cluster now. Nothing is written. */
export const PreviewRequest = z.object({
  cluster: z.string().check(z.maxLength(253)),
  text: z.string().check(z.maxLength(MAX_PREVIEW_LENGTH, `A document that is tried has at most ${MAX_PREVIEW_LENGTH} characters.`)),
  /** The callers whose rules of selection apply; missing = sidecars. */
  mode: z.optional(z.enum(["sidecar", "ambient"])),
  /** The name of an object of the same kind and namespace that the document replaces by a rename. Missing = that object stays. */
  instead: z.optional(z.string().check(z.maxLength(253))),
  /** The namespace for an object that names none; missing = "default". */
  namespace: z.optional(z.string().check(z.minLength(1), z.maxLength(253))),
  /** A WorkloadGroup as YAML that is created with the document's Service or ServiceEntry. The preview includes its machines. */
  newGroup: z.optional(z.string().check(z.maxLength(MAX_PREVIEW_LENGTH, `A group that is tried has at most ${MAX_PREVIEW_LENGTH} characters.`))),
});
export type PreviewRequest = z.infer<typeof PreviewRequest>;

/** A note about one line (from 1), or about the whole document (null). `code`: the kind of fault. `path`: the field; [] = none. */
const PreviewDiagnostic = z.object({
  ...{ line: z.nullable(z.number()), level: z.enum(["refuses", "warns", "informs"]), code: z.string(), text: z.string() },
  path: z.readonly(z.array(z.union([z.string(), z.number()]))),
});
export type PreviewDiagnostic = z.infer<typeof PreviewDiagnostic>;

/** The object that the document describes. `known`: the existence of an object with its name now; "not-visible" = the viewer may not see that. */
const PreviewObject = z.object({
  kind: z.enum(["Service", "ServiceEntry", "WorkloadEntry", "WorkloadGroup"]),
  namespace: z.string(),
  name: z.string(),
  known: z.enum(["exists", "new", "not-visible"]),
  resourceVersion: z.string(),
  /** The name of the object that it would replace; missing = none. */
  replaces: z.optional(z.string()),
});
export type PreviewObject = z.infer<typeof PreviewObject>;

const Move = z.enum(["stays", "comes", "goes"]);

/** The kind of an endpoint. `address`: from an EndpointSlice. */
const EndpointKind = z.enum(["entry", "pod", "inline", "address"]);

/** Equal cells of one zone. `state`: the state after the edit, or before it for endpoints that leave. */
const PreviewEndpointCount = z.object({ move: Move, kind: EndpointKind, state: z.enum(["answers", "doubt", "silent"]), count: z.number() });
export type PreviewEndpointCount = z.infer<typeof PreviewEndpointCount>;

/** A zone ("" = none, null = not known), with its number of serving endpoints before and after. */
const PreviewZone = z.object({ zone: z.nullable(z.string()), before: z.number(), after: z.number(), cells: z.array(PreviewEndpointCount) });
export type PreviewZone = z.infer<typeof PreviewZone>;

/** Endpoints with the same change: they join, leave, or (`stays`) are reached on other ports. `ports`: each shown port before and after. */
const PreviewEndpointChange = z.object({
  move: Move,
  kind: EndpointKind,
  count: z.number(),
  /** The first of them by name. `uid`: "" = the endpoint has no page. */
  members: z.array(z.object({ name: z.string(), uid: z.string() })),
  ports: z.array(z.object({ name: z.string(), before: z.nullable(z.number()), after: z.nullable(z.number()) })),
  because: z.string(),
});
export type PreviewEndpointChange = z.infer<typeof PreviewEndpointChange>;

/** One port of the object with its target ports. A null number = the port does not exist before or after the edit. */
const PreviewPort = z.object({
  name: z.string(),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  ends: z.array(z.object({ port: z.nullable(z.number()), because: z.string(), before: z.number(), after: z.number() })),
});
export type PreviewPort = z.infer<typeof PreviewPort>;

/** A note about host names: one taken from another object, lost to another, claimed by several, or left without an endpoint. */
const PreviewHostNameNote = z.object({
  ...{ tone: z.enum(["bad", "warn", "info"]), text: z.string() },
  /** The values of a text about the owner of a host name for callers of these namespaces. `owner`: the other object, as "KIND NAMESPACE/NAME". */
  change: z.optional(
    z.object({
      is: z.enum(["undetermined", "unknown", "lost", "taken", "hidden", "shared"]),
      host: z.string(),
      owner: z.string(),
      callers: z.array(z.string()),
    }),
  ),
});
export type PreviewHostNameNote = z.infer<typeof PreviewHostNameNote>;

/** The number of selected endpoints (`taken`) and of serving ones (`answers`). */
const Counts = z.object({ taken: z.number(), answers: z.number() });

/** The effect of the object on the machines of a group that is created with it. `because`: why callers do not reach them; "" = they do. */
const NewMachinesPreview = z.object({
  stand: z.enum(["answers", "silent", "not-taken"]),
  because: z.string(),
  /** `reasons`: the codes of the reasons. `pairs`: the label pairs for which the machines do not match. */
  reasons: z.optional(z.array(z.string())),
  pairs: z.optional(z.array(z.object({ key: z.string(), wanted: z.string(), found: z.nullable(z.string()) }))),
  /** True = other labels in the object's selector would be enough to select them. */
  isByLabels: z.boolean(),
  /** The target port on the machines for each port of the object; null = none. */
  ports: z.array(z.object({ name: z.string(), number: z.number(), port: z.nullable(z.number()), because: z.string() })),
});
export type NewMachinesPreview = z.infer<typeof NewMachinesPreview>;

/** The effects of an edit of a Service or a ServiceEntry. */
const ServiceEditEffects = z.object({
  hosts: z.array(z.string()),
  before: Counts,
  after: Counts,
  moves: z.object({ stays: z.number(), comes: z.number(), goes: z.number() }),
  /** The number of serving endpoints among those that join and leave. */
  answering: z.object({ comes: z.number(), goes: z.number() }),
  zones: z.array(PreviewZone),
  changes: z.array(PreviewEndpointChange),
  /** The number of changes that are not listed. */
  more: z.number(),
  ports: z.array(PreviewPort),
  hostNotes: z.array(PreviewHostNameNote),
  /** Kinds of endpoints that the object may have and that are not visible to the viewer. No number includes them. */
  unseen: z.array(z.enum(HIDDEN_ENDPOINT_KINDS)),
  /** Missing = the request names no new group, or the group cannot be read. */
  newMachines: z.optional(NewMachinesPreview),
});
export type ServiceEditEffects = z.infer<typeof ServiceEditEffects>;

/** A Service or a ServiceEntry that selects the workload before an edit, after it, or both. */
const SelectingServiceChange = z.object({
  move: Move,
  kind: z.enum(["Service", "ServiceEntry"]),
  name: z.string(),
  hosts: z.array(z.string()),
  ports: z.array(z.object({ name: z.string(), number: z.number(), before: z.nullable(z.number()), after: z.nullable(z.number()) })),
  because: z.string(),
  /** `zone`: the workload's zone has no endpoint left. `nobody`: the service has none. `perhaps-`: endpoints that are not visible may remain. */
  leaves: z.enum(["nobody", "zone", "perhaps-nobody", "perhaps-zone", ""]),
});
export type SelectingServiceChange = z.infer<typeof SelectingServiceChange>;

/**
 * One result of changed labels. `entry`: of an entry, at once. The others are of a group. `now`: its existing entries. `anew`: new entries. `bundles`: new
 * entries of machines with new bundles.
 */
const LabelChangeEffect = z.object({
  case: z.enum(["entry", "now", "anew", "bundles"]),
  machines: z.nullable(z.number()),
  takers: z.array(SelectingServiceChange),
});
export type LabelChangeEffect = z.infer<typeof LabelChangeEffect>;

/** The effects of an edit of an entry or a group. `labels`: the labels that change; "" and null = absent. */
const WorkloadEditEffects = z.object({
  cases: z.array(LabelChangeEffect),
  labels: z.array(z.object({ key: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  /** For a group: sentences about other groups of its namespace that no selector can distinguish from it. */
  sharedLabels: z.array(z.string()),
  /** The values of each sentence in `groupsWithOverlappingLabels`. */
  overlaps: z.optional(z.array(z.object({ overlap: z.enum(["same", "included", "including"]), groups: z.array(z.string()) }))),
  /** For a group: sentences about tools that apply other groups of its namespace from Git. */
  keptFromGit: z.array(z.string()),
});
export type WorkloadEditEffects = z.infer<typeof WorkloadEditEffects>;

/** The changes that a document would make. Without `object` they are not known, and the notes have the reason. */
export const PreviewAnswer = z.object({
  notes: z.array(PreviewDiagnostic),
  object: z.nullable(PreviewObject),
  selector: z.nullable(ServiceEditEffects),
  workload: z.nullable(WorkloadEditEffects),
  /** Sentences about data that the result lacks for this viewer, and about its assumptions. */
  missing: z.array(z.string()),
});
export type PreviewAnswer = z.infer<typeof PreviewAnswer>;

/** Kinds with which a preview can begin, by their plural. */
export const PREVIEW_START_RESOURCES = ["services", "serviceentries", "workloadentries", "workloadgroups"] as const;
export type PreviewStartResource = (typeof PREVIEW_START_RESOURCES)[number];

/** The object with which a preview begins: `from=CLUSTER/KIND/NAMESPACE/NAME`. */
export interface PreviewStartObject {
  readonly cluster: string;
  readonly resource: PreviewStartResource;
  readonly namespace: string;
  readonly name: string;
}

/** Reads `from=`; null if it names no object of such a kind. The name of a cluster can contain a slash. */
export function parsePreviewStartObject(spelled: string): PreviewStartObject | null {
  const parts = spelled.split("/");
  const [name = "", namespace = "", plural = ""] = parts.slice(-3).reverse();
  const cluster = parts.slice(0, -3).join("/");
  const resource = PREVIEW_START_RESOURCES.find((one) => one === plural);
  return resource === undefined || cluster === "" || namespace === "" || name === "" ? null : { cluster, resource, namespace, name };
}

/** Formats an object as the value of `from=` that `parsePreviewStartObject` reads. */
export function formatPreviewStartObject({ cluster, resource, namespace, name }: PreviewStartObject): string {
  return [cluster, resource, namespace, name].join("/");
}

/** The start of a preview. The server removes the fields that the cluster wrote into the object. */
export interface PreviewStart {
  readonly clusters: readonly string[];
  readonly cluster: string;
  readonly from: PreviewStartObject | null;
  /** The current object; "" = none. */
  readonly base: string;
  /** The reason why the object could not be read; null = it was read, or none was requested. */
  readonly problem: string | null;
}

/** Returns the value of a query key that occurs once in an address; null if it is missing or repeated. */
export function singleQueryValue(value: string | readonly string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
