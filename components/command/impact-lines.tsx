import type { DeleteImpact } from "@/lib/contract/impact";
import { entryFateWords, groupFateWords, impactHostWords, impactZonesWords, unseenImpactWords } from "@/lib/format/write-words";
import type { DeleteObjectProps } from "./delete-object";

/** What goes with an entry or a group, what it does to hosts, and the way back. */
export function ImpactLines({ impact, entry }: { readonly impact: DeleteImpact } & Pick<DeleteObjectProps, "entry">) {
  const fate = entry === null ? groupFateWords(impact) : [entryFateWords(entry)];
  const rest = [impactZonesWords(impact), unseenImpactWords(impact)].filter((words) => words !== "");
  return (
    <div className="grid gap-2 text-ink-2">
      {fate.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {impact.hosts.length === 0 && <p>No host in your sight loses an endpoint.</p>}
      {impact.hosts.length > 0 && (
        <ul aria-label="Hosts that lose endpoints" className="list-disc pl-5 text-ink">
          {impact.hosts.map((host) => (
            <li key={`${host.kind} ${host.namespace} ${host.name}`} className="wrap-anywhere">
              {impactHostWords(host)}
            </li>
          ))}
        </ul>
      )}
      {rest.map((words) => (
        <p key={words}>{words}</p>
      ))}
    </div>
  );
}
