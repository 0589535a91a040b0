import * as z from "zod/mini";
import { UNSEEN_ENDPOINTS } from "@/lib/domain/statements/preview";

/** The longest document that is tried, in characters: the body that carries it has its own limit. */
export const LONGEST_DOCUMENT = 48_000;

/** How deep a document may be nested: an object of Kubernetes has a dozen levels. */
export const DEEPEST_DOCUMENT = 20;

/** Asks what a document would change in a cluster, if it were applied now. Nothing is written. */
export const PreviewRequest = z.object({
  cluster: z.string().check(z.maxLength(253)),
  text: z.string().check(z.maxLength(LONGEST_DOCUMENT, `A document that is tried has at most ${LONGEST_DOCUMENT} characters.`)),
  /** By whose rules it is told who is taken; sidecars' where this is missing. */
  mode: z.optional(z.enum(["sidecar", "ambient"])),
  /** The name of an object of the same kind and namespace in whose place the document's would be: a renamed one. Where this is missing, that stays. */
  instead: z.optional(z.string().check(z.maxLength(253))),
  /** Where an object goes that names no namespace; "default" where this is missing. */
  namespace: z.optional(z.string().check(z.minLength(1), z.maxLength(253))),
  /** A WorkloadGroup as YAML that is made with the document's Service or ServiceEntry: its machines are tried too. */
  newGroup: z.optional(z.string().check(z.maxLength(LONGEST_DOCUMENT, `A group that is tried has at most ${LONGEST_DOCUMENT} characters.`))),
});
export type PreviewRequest = z.infer<typeof PreviewRequest>;

/** A note about one line (from 1), or (null) about the whole document. `code`: the kind of fault. `path`: the field that it is about, [] = none. */
const PreviewNote = z.object({
  ...{ line: z.nullable(z.number()), level: z.enum(["refuses", "warns", "informs"]), code: z.string(), text: z.string() },
  path: z.readonly(z.array(z.union([z.string(), z.number()]))),
});
export type PreviewNote = z.infer<typeof PreviewNote>;

/** The object that the document describes. `known`: is there one of its name now; "not-visible" = the viewer may not see that. */
const PreviewObject = z.object({
  kind: z.enum(["Service", "ServiceEntry", "WorkloadEntry", "WorkloadGroup"]),
  namespace: z.string(),
  name: z.string(),
  known: z.enum(["exists", "new", "not-visible"]),
  resourceVersion: z.string(),
  /** The name of the object that would go with it; missing = none does. */
  replaces: z.optional(z.string()),
});
export type PreviewObject = z.infer<typeof PreviewObject>;

const Move = z.enum(["stays", "comes", "goes"]);

/** The endpoint of a cell. `address`: of an EndpointSlice. */
const EndpointKind = z.enum(["entry", "pod", "inline", "address"]);

/** Cells of one zone that look alike; `state` is that after the edit, or (for those who go) before it. */
const PreviewCells = z.object({ move: Move, kind: EndpointKind, state: z.enum(["answers", "doubt", "silent"]), count: z.number() });
export type PreviewCells = z.infer<typeof PreviewCells>;

/** A zone ("" = none, null = not known) with how many answer before and after. */
const PreviewZone = z.object({ zone: z.nullable(z.string()), before: z.number(), after: z.number(), cells: z.array(PreviewCells) });
export type PreviewZone = z.infer<typeof PreviewZone>;

/** Machines of which the same is true: they come, go, or (`stays`) answer on other ports; one `name: before → after` for each port that is shown. */
const PreviewChange = z.object({
  move: Move,
  kind: EndpointKind,
  count: z.number(),
  /** The first of them by name; uid "" = has no page. */
  members: z.array(z.object({ name: z.string(), uid: z.string() })),
  ports: z.array(z.object({ name: z.string(), before: z.nullable(z.number()), after: z.nullable(z.number()) })),
  because: z.string(),
});
export type PreviewChange = z.infer<typeof PreviewChange>;

/** One port of the object with the places where it ends; number null = it is not there on that side. */
const PreviewPort = z.object({
  name: z.string(),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  ends: z.array(z.object({ port: z.nullable(z.number()), because: z.string(), before: z.number(), after: z.number() })),
});
export type PreviewPort = z.infer<typeof PreviewPort>;

/** A sentence about hosts: one that is taken from another, lost to one, claimed by several, or left with nobody. */
const PreviewHostNote = z.object({
  ...{ tone: z.enum(["bad", "warn", "info"]), text: z.string() },
  /** The values of a text about the owner of a host for callers of these namespaces. `owner`: the other object, as "KIND NAMESPACE/NAME". */
  change: z.optional(
    z.object({
      is: z.enum(["undetermined", "unknown", "lost", "taken", "hidden", "shared"]),
      host: z.string(),
      owner: z.string(),
      callers: z.array(z.string()),
    }),
  ),
});
export type PreviewHostNote = z.infer<typeof PreviewHostNote>;

/** How many are taken, and answer, before and after. */
const Counts = z.object({ taken: z.number(), answers: z.number() });

/** How the machines of a group that is made with the object will stand to it. `because`: why they are not called, "" where they are. */
const NewMachines = z.object({
  stand: z.enum(["answers", "silent", "not-taken"]),
  because: z.string(),
  /** The codes of the reasons; and the label pairs that keep the machines away. */
  reasons: z.optional(z.array(z.string())),
  pairs: z.optional(z.array(z.object({ key: z.string(), wanted: z.string(), found: z.nullable(z.string()) }))),
  /** Would other labels in the object's selector be enough to take them? */
  isByLabels: z.boolean(),
  /** Where calls to each of the object's ports end on them; null = nowhere. */
  ports: z.array(z.object({ name: z.string(), number: z.number(), port: z.nullable(z.number()), because: z.string() })),
});
export type NewMachines = z.infer<typeof NewMachines>;

/** What an edit of a Service or a ServiceEntry does. */
const SelectorPreview = z.object({
  hosts: z.array(z.string()),
  before: Counts,
  after: Counts,
  moves: z.object({ stays: z.number(), comes: z.number(), goes: z.number() }),
  /** Of those who go and come, how many answer. */
  answering: z.object({ comes: z.number(), goes: z.number() }),
  zones: z.array(PreviewZone),
  changes: z.array(PreviewChange),
  /** Changes beyond those listed. */
  more: z.number(),
  ports: z.array(PreviewPort),
  hostNotes: z.array(PreviewHostNote),
  /** Kinds of endpoints that the object may have and that are not visible to the viewer: they are in no number. */
  unseen: z.array(z.enum(UNSEEN_ENDPOINTS)),
  /** Missing = no such group was named, or it cannot be read. */
  newMachines: z.optional(NewMachines),
});
export type SelectorPreview = z.infer<typeof SelectorPreview>;

/** A Service or a ServiceEntry that takes the workload before an edit, after it, or both. */
const PreviewSelector = z.object({
  move: Move,
  kind: z.enum(["Service", "ServiceEntry"]),
  name: z.string(),
  hosts: z.array(z.string()),
  ports: z.array(z.object({ name: z.string(), number: z.number(), before: z.nullable(z.number()), after: z.nullable(z.number()) })),
  because: z.string(),
  /** It leaves its zone, or all, without an endpoint. `perhaps-`: endpoints that are not visible may be left. */
  leaves: z.enum(["nobody", "zone", "perhaps-nobody", "perhaps-zone", ""]),
});
export type PreviewSelector = z.infer<typeof PreviewSelector>;

/** One of the results of other labels: an entry's at once; a group's now, for entries created anew, and with new bundles. */
const WorkloadCase = z.object({ case: z.enum(["entry", "now", "anew", "bundles"]), machines: z.nullable(z.number()), takers: z.array(PreviewSelector) });
export type WorkloadCase = z.infer<typeof WorkloadCase>;

/** What an edit of a machine's entry or of a group does. `labels`: those that change, "" and null = not there. */
const WorkloadPreview = z.object({
  cases: z.array(WorkloadCase),
  labels: z.array(z.object({ key: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  /** Of a group: sentences about others of its namespace from which no selector tells it. */
  sharedLabels: z.array(z.string()),
  /** The values of each of these sentences. */
  overlaps: z.optional(z.array(z.object({ overlap: z.enum(["same", "included", "including"]), groups: z.array(z.string()) }))),
  /** Of a group: sentences about tools that keep others of its namespace from Git. */
  keptFromGit: z.array(z.string()),
});
export type WorkloadPreview = z.infer<typeof WorkloadPreview>;

/** What a document would change. Without `object` it cannot be told, and the notes say why. */
export const PreviewAnswer = z.object({
  notes: z.array(PreviewNote),
  object: z.nullable(PreviewObject),
  selector: z.nullable(SelectorPreview),
  workload: z.nullable(WorkloadPreview),
  /** What the result lacks for this viewer, or rests on as a guess. */
  missing: z.array(z.string()),
});
export type PreviewAnswer = z.infer<typeof PreviewAnswer>;

/** Kinds that a try can begin with, by their plural. */
export const START_RESOURCES = ["services", "serviceentries", "workloadentries", "workloadgroups"] as const;
export type StartResource = (typeof START_RESOURCES)[number];

/** The object that a try begins with: `from=CLUSTER/KIND/NAMESPACE/NAME`. */
export interface PreviewFrom {
  readonly cluster: string;
  readonly resource: StartResource;
  readonly namespace: string;
  readonly name: string;
}

/** Reads `from=`; null where it names no object of such a kind. A cluster's name may hold a slash. */
export function previewFromOf(spelled: string): PreviewFrom | null {
  const parts = spelled.split("/");
  const [name = "", namespace = "", plural = ""] = parts.slice(-3).reverse();
  const cluster = parts.slice(0, -3).join("/");
  const resource = START_RESOURCES.find((one) => one === plural);
  return resource === undefined || cluster === "" || namespace === "" || name === "" ? null : { cluster, resource, namespace, name };
}

/** Spells what `previewFromOf` reads. */
export function formatPreviewFrom({ cluster, resource, namespace, name }: PreviewFrom): string {
  return [cluster, resource, namespace, name].join("/");
}

/** What a try begins with, as the server found it: the object without what the cluster wrote into it. */
export interface PreviewStart {
  readonly clusters: readonly string[];
  readonly cluster: string;
  readonly from: PreviewFrom | null;
  /** The object as it is; "" = none. */
  readonly base: string;
  /** Why the object could not be read; null = it was, or none was asked for. */
  readonly problem: string | null;
}

/** A value of a page's query that stands there once; null where it does not, or several times. */
export function onlyText(value: string | readonly string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
