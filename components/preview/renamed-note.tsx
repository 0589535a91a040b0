import { ChipButton } from "@/components/ui/chip";
import type { PreviewObject, PreviewStartObject } from "@/lib/contract/answers/preview";
import { EDITABLE_KINDS } from "@/lib/domain/preview/kind-shapes";
import { renamedWords } from "@/lib/format/preview-words";

interface RenamedNoteProps {
  /** The object that the try began with; null = none. */
  readonly from: PreviewStartObject | null;
  readonly object: PreviewObject | null;
  readonly inPlace: boolean;
  readonly onInPlace: (on: boolean) => void;
}

/** Of a document with another name than the object it began with: it is a new object beside that, unless that goes. */
export function RenamedNote({ from, object, inPlace, onInPlace }: RenamedNoteProps) {
  if (from === null || object === null || EDITABLE_KINDS[object.kind].resource !== from.resource || object.known !== "new") return null;
  if (object.name === from.name && object.namespace === from.namespace) return null;
  // Of a group the machines stay with the old one: their bundles name it. What is in another namespace takes nobody of this one.
  const mayReplace = object.kind !== "WorkloadGroup" && object.namespace === from.namespace;
  return (
    <div className="mt-3 flex max-w-[62em] flex-wrap items-center gap-x-3 gap-y-1.5 border-l-2 border-warn-cell bg-warn-wash px-3.5 py-2 text-s">
      <span>{renamedWords({ kind: object.kind, namespace: from.namespace, name: from.name, goes: object.replaces !== undefined })}</span>
      {mayReplace && (
        <ChipButton on={inPlace} aria-pressed={inPlace} onClick={() => onInPlace(!inPlace)}>
          as if the old one went
        </ChipButton>
      )}
    </div>
  );
}
