import type { PreviewNote } from "@/lib/contract/preview";
import { localTargets } from "@/lib/domain/guard-rails/local-targets";
import type { EditedKind } from "@/lib/domain/preview/kind-shapes";
import { localTargetWords } from "@/lib/format/local-target-words";
import type { SeenPlace } from "./candidates";
import { knownEntry, knownGroup, knownSelector } from "./known-object";
import type { ReadDocument } from "./read-document";

interface Typed {
  readonly kind: EditedKind;
  readonly name: string;
  readonly read: ReadDocument;
}

/** Addresses that no command would write, at their lines: those that the object of the name does not have yet. */
export function addressNotes(place: SeenPlace, { kind, name, read: { value, lineOf } }: Typed): readonly PreviewNote[] {
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
function knownBody(place: SeenPlace, kind: EditedKind, name: string): unknown {
  if (kind === "WorkloadEntry") return { spec: { address: knownEntry(place, name).value?.address } };
  if (kind === "WorkloadGroup") return { spec: { template: { address: knownGroup(place, name).value?.template.address } } };
  const known = knownSelector(place, kind, name).value;
  if (known === null) return {};
  if (known.kind === "Service") return { spec: { type: known.type, externalName: known.externalName } };
  const { hosts, resolution, endpoints, selector } = known;
  return { spec: { hosts, resolution, endpoints, ...(selector !== null && { workloadSelector: {} }) } };
}
