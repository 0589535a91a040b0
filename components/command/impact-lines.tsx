import type { ObjectDeletionImpact } from "@/lib/contract/answers/deletion";
import { entryFateWords, groupFateWords } from "@/lib/format/write-words";
import { EndpointLosses } from "./endpoint-losses";

/** What goes with an entry or a group, what it does to hosts, and the way back. */
export function ImpactLines({ impact }: { readonly impact: ObjectDeletionImpact }) {
  const fate = impact.fate === null ? groupFateWords(impact) : [entryFateWords(impact.fate)];
  return (
    <div className="grid gap-2 text-ink-2">
      {fate.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <EndpointLosses lost={impact} />
    </div>
  );
}
