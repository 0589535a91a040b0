import type { PreviewAnswer, PreviewDiagnostic, PreviewObject, PreviewRequest, ServiceEditEffects, WorkloadEditEffects } from "@/lib/contract/answers/preview";
import { validateDocument } from "@/lib/domain/preview/document-findings";
import { type EditableKind, isEditableKind } from "@/lib/domain/preview/kind-shapes";
import { asText, asUntypedObject, fieldValue } from "@/lib/domain/preview/values";
import type { MeshService } from "@/lib/domain/selection/objects";
import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import { documentWords } from "@/lib/format/document-words";
import { findingWords } from "@/lib/format/finding-words";
import { unseenPartsWords } from "@/lib/format/preview-words";
import type { Config } from "@/lib/server/config";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { meshOf } from "@/lib/server/hosts/mesh-of";
import { Refusal } from "@/lib/server/http/problem";
import { parseKubernetesService } from "@/lib/server/kube/parse/selection/kubernetes-service";
import { parseServiceEntry } from "@/lib/server/kube/parse/selection/service-entry";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";
import { unseenGateways } from "@/lib/server/networks/mesh-networks";
import { addressNotes, adviceNotes } from "./address-notes";
import type { SeenPlace } from "./candidates";
import { isKindInSight, type KnownObject, knownEntry, knownGroup, knownSelector } from "./known-object";
import { type ReadDocument, readDocument } from "./read-document";
import { tryNewGroup } from "./try-new-group";
import { trySelector } from "./try-selector";
import { tryEntry, tryGroup } from "./try-workload";

/** Where a document goes that names no namespace. */
const DEFAULT_NAMESPACE = "default";

/** What a document would change, as far as this viewer may know: who stays, comes and goes, and what would be refused at which line. Writes nothing. `localAddresses`: what this server's commands write. */
export function answerPreview(fleet: FleetReader, scope: Scope, request: PreviewRequest, localAddresses: Config["localAddresses"] = "refused"): PreviewAnswer {
  const { cluster, text, mode = "sidecar", instead = "" } = request;
  if (!fleet.clusters.includes(cluster) || !scope.clusters.has(cluster))
    throw new Refusal(404, "No such cluster", "There is no such cluster in your sight.", "cluster");
  const read = readDocument(text);
  if (!("value" in read)) return nothing([refusing(read.line, read.code, documentWords(read))]);
  const kind = asText(fieldValue(read.value, "kind"));
  if (!isEditableKind(kind)) return nothing([refusing(read.lineOf(["kind"]), "kind", documentWords({ code: "kind", detail: kind }))]);
  const metadata = fieldValue(read.value, "metadata");
  const [name, namespace] = [asText(fieldValue(metadata, "name")), asText(fieldValue(metadata, "namespace")) || (request.namespace ?? DEFAULT_NAMESPACE)];
  const place = { fleet, scope, cluster, namespace, mode, instead };
  const addresses = localAddresses === "allowed" ? [] : addressNotes(place, { kind, name, read });
  const found = [...notesOf(kind, read, namespace), ...addresses];
  const said = new Set(found.map(({ path }) => JSON.stringify(path)));
  const advice = adviceNotes(place, kind, read).filter(({ path }) => !said.has(JSON.stringify(path)));
  const notes = [...found, ...advice].sort(byLine).slice(0, 100);
  const result = triedAs(
    place,
    { kind, name, raw: { ...asUntypedObject(read.value), metadata: { ...asUntypedObject(metadata), name, namespace } } },
    request.newGroup ?? null,
  );
  if ("unreadable" in result) return nothing(notes.length > 0 ? notes : [refusing(null, "unreadable", result.unreadable)]);
  return { notes, ...result };
}

function nothing(notes: PreviewDiagnostic[]): PreviewAnswer {
  return { notes, object: null, selector: null, workload: null, missing: [] };
}

/** A note about a document that no field of it causes. */
function refusing(line: number | null, code: string, text: string): PreviewDiagnostic {
  return { line, level: "refuses", code, text, path: [] };
}

function notesOf(kind: EditableKind, { value, lineOf }: ReadDocument, namespace: string): readonly PreviewDiagnostic[] {
  return validateDocument(kind, value, namespace).map((finding) => {
    const { path, level, code } = finding;
    return { line: lineOf(path), level, code, path, text: findingWords(finding) };
  });
}

function byLine(a: PreviewDiagnostic, b: PreviewDiagnostic): number {
  return (a.line ?? 0) - (b.line ?? 0);
}

interface Tried {
  readonly object: PreviewObject;
  readonly selector: ServiceEditEffects | null;
  readonly workload: WorkloadEditEffects | null;
  readonly missing: string[];
}

interface Raw {
  readonly kind: EditableKind;
  readonly name: string;
  readonly raw: unknown;
}

function triedAs(place: SeenPlace, document: Raw, newGroup: string | null): Tried | { readonly unreadable: string } {
  const { kind, name, raw } = document;
  const identity = { uid: "", resourceVersion: "", namespace: place.namespace, name };
  if (kind === "Service" || kind === "ServiceEntry") return selectorTried(place, document, newGroup);
  const seen = { missing: missingOf(place, kind, []) };
  if (kind === "WorkloadEntry") {
    const { value: before, ...known } = replaced(place, name, (one) => knownEntry(place, one));
    const after = parseWorkloadEntry(raw, identity, place.cluster);
    if (after.unreadable !== null) return { unreadable: after.unreadable };
    // What istiod writes is not of the document: it stays as it is.
    const isSame = before?.name === name;
    const entry = { ...after, gate: (isSame ? before.gate : null) ?? after.gate, health: (isSame ? before.health : null) ?? after.health };
    return { ...seen, object: { kind, namespace: place.namespace, name, ...known }, selector: null, workload: tryEntry(place, { before, after: entry }) };
  }
  const { value: before, machines, ...known } = knownGroup(place, name);
  const after = parseWorkloadGroup(raw, identity, place.cluster);
  if (after.unreadable !== null) return { unreadable: after.unreadable };
  return { ...seen, object: { kind, namespace: place.namespace, name, ...known }, selector: null, workload: tryGroup(place, before, after, machines) };
}

/** `newGroup`: the text of a group that is made with the object; null = there is none. */
function selectorTried(place: SeenPlace, { kind, name, raw }: Raw, newGroup: string | null): Tried | { readonly unreadable: string } {
  const parsed = kind === "Service" ? parseKubernetesService(raw) : parseServiceEntry(raw);
  if ("unreadable" in parsed) return parsed;
  const { value: before, ...known } = replaced(place, name, (one) => knownSelector(place, parsed.kind, one));
  // An object keeps its age; a new one is the youngest of all.
  const after: MeshService = { ...parsed, createdAt: (before?.name === name ? before.createdAt : null) ?? place.fleet.now() };
  const object = { kind, namespace: place.namespace, name, ...known };
  const machines = newGroup === null ? null : tryNewGroup(place, after, newGroup);
  const unread = machines !== null && "missing" in machines ? [machines.missing] : [];
  const told = machines !== null && "newMachines" in machines ? machines : {};
  const selector = trySelector(place, { before, after });
  return { missing: [...missingOf(place, kind, selector.unseen), ...unread], object, selector: { ...selector, ...told }, workload: null };
}

/** The object that a document is about; where there is none of its name yet, the one that would go for it. */
function replaced<T>({ instead }: SeenPlace, name: string, known: (name: string) => KnownObject<T>): KnownObject<T> & Pick<PreviewObject, "replaces"> {
  const own = known(name);
  if (instead === "" || instead === name || own.known !== "new") return own;
  const old = known(instead);
  return old.known === "exists" ? { ...own, value: old.value, replaces: instead } : own;
}

/** The gateways that are not visible, if a machine of the namespace is in another network; else null. */
function unseenPathsIn({ fleet, scope, cluster, namespace }: SeenPlace): string | null {
  const gateways = unseenGateways(fleet.worldOf(cluster), scope);
  if (gateways === null || !isSourceVisible(scope, cluster, "workloadentries", namespace)) return null;
  const isAcross = (ref: EntryRef) => {
    const { network } = fleet.endpoint(ref);
    return network !== "" && network !== gateways.ownNetwork;
  };
  return [...fleet.groupsIn(cluster, namespace)].some((group) => [...fleet.members(group)].some(isAcross)) ? gateways.source : null;
}

/** What a result lacks for this viewer, in sentences. */
function missingOf(place: SeenPlace, kind: EditableKind, endpoints: ServiceEditEffects["unseen"]): string[] {
  const isSelector = kind === "Service" || kind === "ServiceEntry";
  const hidden = (["Service", "ServiceEntry"] as const).filter((one) => !isSelector && !isKindInSight(place, one));
  const { doubts } = meshOf(place.fleet.worldOf(place.cluster));
  return unseenPartsWords({
    namespace: place.namespace,
    object: isKindInSight(place, kind) ? null : kind,
    endpoints,
    selectors: hidden,
    gateways: unseenPathsIn(place),
    version: doubts.some(({ setting }) => setting === "istioVersion" || setting === "all"),
  });
}
