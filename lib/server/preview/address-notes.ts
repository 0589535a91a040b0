import type { PreviewDiagnostic } from "@/lib/contract/answers/preview";
import { addressesInObject, objectAdvice } from "@/lib/domain/edit/object-advice";
import { servicesAtAddress } from "@/lib/domain/networks/address-target";
import { groupAdvice } from "@/lib/domain/new-group/group-advice";
import { localTargets } from "@/lib/domain/platform-policy/local-targets";
import type { EditableKind } from "@/lib/domain/preview/kind-shapes";
import { isInScope } from "@/lib/domain/source/scope";
import { localTargetWords } from "@/lib/format/local-target-words";
import { adviceWords, clusterIpWords } from "@/lib/format/new-group/advice-words";
import type { SeenPlace } from "./candidates";
import { knownEntry, knownGroup, knownSelector } from "./known-object";
import type { ReadDocument } from "./read-document";

interface Typed {
  readonly kind: EditableKind;
  readonly name: string;
  readonly read: ReadDocument;
}

/** Addresses that no command would write, at their lines: those that the object of the name does not have yet. */
export function addressNotes(place: SeenPlace, { kind, name, read: { value, lineOf } }: Typed): readonly PreviewDiagnostic[] {
  const targets = localTargets(kind, value);
  if (targets.length === 0) return [];
  const had = new Set(localTargets(kind, knownBody(place, kind, name)).map(({ address }) => address));
  return targets
    .filter(({ address }) => !had.has(address))
    .map((target) => {
      const { path } = target;
      return { line: lineOf(path), level: "refuses", code: "local-address", path, text: localTargetWords(target) };
    });
}

/** What an object that is there says of where callers are sent, as far as it is known. */
function knownBody(place: SeenPlace, kind: EditableKind, name: string): unknown {
  if (kind === "WorkloadEntry") return { spec: { address: knownEntry(place, name).value?.address } };
  if (kind === "WorkloadGroup") return { spec: { template: { address: knownGroup(place, name).value?.template.address } } };
  const known = knownSelector(place, kind, name).value;
  if (known === null) return {};
  if (known.kind === "Service") return { spec: { type: known.type, externalName: known.externalName } };
  const { hosts, resolution, endpoints, selector } = known;
  return { spec: { hosts, resolution, endpoints, ...(selector !== null && { workloadSelector: {} }) } };
}

/**
 * How Istio reads places of the document, at their lines. Cluster IPs are those of the Services that the viewer sees. An address that leads to no machine is a
 * warning here: the API server accepts it, and `addressNotes` reports what this server refuses.
 */
export function adviceNotes(
  { fleet, scope, cluster, namespace }: SeenPlace,
  kind: EditableKind,
  { value, lineOf }: ReadDocument,
): readonly PreviewDiagnostic[] {
  const ofGroup = kind === "WorkloadGroup" ? groupAdvice(value, namespace) : [];
  const advice = [...ofGroup, ...objectAdvice(kind, value)].map((one) => ({
    ...{ path: one.path, code: one.code, text: adviceWords(one) },
    level: one.level === "refuses" ? ("warns" as const) : one.level,
  }));
  const addresses = addressesInObject(kind, value);
  const services = addresses.length === 0 ? [] : Array.from(fleet.tables.services.inCluster(cluster)).flatMap(({ parsed }) => parsed ?? []);
  const seen = services.filter(({ namespace }) => isInScope(scope, cluster, "services", namespace));
  const clusterIps = addresses.flatMap(({ path, address }) => {
    const [first] = servicesAtAddress(address, seen);
    return first === undefined ? [] : [{ path, level: "warns" as const, code: "cluster-ip", text: clusterIpWords({ address, ...first }) }];
  });
  return [...advice, ...clusterIps].map((note) => ({ ...note, path: [...note.path], line: lineOf(note.path) }));
}
