import type { RevisionMismatch } from "@/lib/domain/control-plane/revision-match";
import { listOf } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { be } from "@/lib/format/text/tense";

/** A group whose machines are held by another revision than is asked for. */
export interface MismatchInput extends RevisionMismatch {
  readonly namespace: string;
  readonly group: string;
}

/** Who asks for which revision, and who holds the machines instead. */
export function mismatchSentence({ namespace, wantedBy, wanted, heldBy, others }: MismatchInput): string {
  const who = wantedBy === "group" ? `Its label istio.io/rev asks for ${wanted}` : `Namespace ${namespace} asks for ${wanted}`;
  const by = listOf(heldBy.map(({ revision, count }) => (heldBy.length === 1 ? revision : `${revision} (${formatNumber(count)})`)));
  return `${who}, and ${plural(others, "machine")} ${be(others)} held by ${by}.`;
}

/** What follows from it. */
export function mismatchMeaning({ wantedBy, isUnknown }: MismatchInput): string {
  if (isUnknown) return "No replica of that name is seen: it may be a tag, which nobody can tell here.";
  return wantedBy === "group"
    ? "What is labelled for another revision is not seen by the istiod that holds the machines."
    : "A machine connects to the revision that its own configuration names, whatever its namespace says.";
}
