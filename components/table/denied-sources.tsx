"use client";

import { usePast } from "@/lib/client/past";
import { useStatus } from "@/lib/client/status";
import { type SourceName, sourceDefinition, sourceNamed } from "@/lib/domain/source/source";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import { sourceInText } from "@/lib/format/source-words";

/** What a page would need and cannot see, each with its reason: blind is said aloud, never shown as zero. */
export function DeniedSources({ needed }: { readonly needed: readonly SourceName[] }) {
  const { clusters } = useStatus();
  const isNeeded = (source: string) => needed.some((name) => name === source);
  const isPast = usePast() !== null;
  const blind = clusters.flatMap(({ cluster, freshness, sources }) =>
    sources
      // What makes the whole cluster blind is said above every page.
      .filter(
        (source) =>
          isNeeded(source.source) &&
          isBlind(source.freshness) &&
          !isNoLack(source.source, source.freshness) &&
          !(isBlind(freshness) && freshness.reason === source.reason),
      )
      .map((source) => ({ cluster, source })),
  );
  // What was not seen at a moment of the past, its banner says.
  if (blind.length === 0 || isPast) return null;
  return (
    <ul className="mb-2.5 flex flex-wrap gap-1.5">
      {blind.map(({ cluster, source }) => (
        <li
          key={`${cluster} ${source.source} ${source.namespace}`}
          data-source={source.source}
          data-namespace={source.namespace}
          data-freshness={source.freshness.kind}
          className="rounded-small border border-blind-cell bg-blind-wash px-1.5 py-0.5 text-s text-blind"
          title={source.reason}
        >
          {sourceInText(source.source, source.namespace)}
          {clusters.length > 1 && ` of ${cluster}`}: {source.freshness.kind === "denied" ? "not visible to you" : "not installed"}
          {source.reason !== "" && <span className="text-ink-2"> · {source.reason}</span>}
        </li>
      ))}
    </ul>
  );
}

/** A kind that a cluster need not have: without it there are none. */
function isNoLack(source: string, { kind }: Freshness): boolean {
  const name = sourceNamed(source);
  return kind === "absent" && name !== undefined && sourceDefinition(name).mayBeAbsent === true;
}

/** Not readable at all, as against not readable just now. */
function isBlind(freshness: Freshness): freshness is Extract<Freshness, { readonly kind: "denied" | "absent" }> {
  return freshness.kind === "denied" || freshness.kind === "absent";
}
