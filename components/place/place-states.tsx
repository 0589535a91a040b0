"use client";

import { StateBadge } from "@/components/state/state-badge";
import { ribbonRuns } from "@/components/strip/cell-runs";
import { Link } from "@/lib/client/page-link";
import type { ListQuery } from "@/lib/contract/url/list-query";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { isServingWord, wordOfState } from "@/lib/domain/verdict/verdict";
import { countWord } from "@/lib/format/state-words";
import { formatNumber } from "@/lib/format/text/numbers";
import { machinesHref } from "./place-links";

interface PlaceStatesProps {
  readonly row: LocalityRow;
  readonly picked: Pick<ListQuery<string>, "clusters" | "namespaces">;
  /** Those that are well too: where not each of them has a cell. */
  readonly all: boolean;
}

/** How many machines of a place are in each state, worst first; each count leads to their list. */
export function PlaceStates({ row, picked, all }: PlaceStatesProps) {
  const runs = ribbonRuns(row).filter(({ state, vouched }) => all || !isServingWord(wordOfState(state)) || !vouched);
  const unready = row.pods - row.podsReady;
  if (runs.length === 0 && unready === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
      {runs.map(({ state, states, vouched, count }) => {
        const badge = (
          <StateBadge state={state} vouched={vouched}>
            {`${formatNumber(count)} ${countWord(state, vouched)}`}
          </StateBadge>
        );
        const href = machinesHref(row, picked, states);
        return (
          <li key={`${state}${vouched}`}>
            {href === null ? (
              badge
            ) : (
              <Link href={href} prefetch={false}>
                {badge}
              </Link>
            )}
          </li>
        );
      })}
      {unready > 0 && (
        <li className="text-warn">
          {formatNumber(unready)} of {formatNumber(row.pods)} pods not ready
        </li>
      )}
    </ul>
  );
}
