"use client";

import { Countdown } from "@/components/table/countdown";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { useNow } from "@/lib/client/clock";
import type { SingleGroupHead } from "@/lib/contract/views/groups";
import { formatDateTime } from "@/lib/format/clock";
import { connectionAdjective } from "@/lib/format/group-next";
import { nextSentence } from "@/lib/format/next-sentence";
import { formatNumber, plural } from "@/lib/format/text/numbers";

type Detail = NonNullable<SingleGroupHead["detail"]>;

interface GroupCountdownsProps {
  readonly cluster: string;
  readonly next: Detail["next"];
  /** The number of machines that the server checked. */
  readonly looked: number;
}

/** The server checks at most this many machines of a group. */
const MOST_LOOKED_AT = 500;

/** The next actions of istiod for the group's machines in trouble. Only the removal of a machine has a countdown. */
export function GroupCountdowns({ cluster, next, looked }: GroupCountdownsProps) {
  const now = useNow();
  const zone = useZone();
  const { past } = useTense(cluster);
  return (
    <>
      <ul aria-label="What Istio does next" className="mt-3 border-t border-line text-s">
        {next.map(({ connection, count, next: action }) => {
          const { sentence, countTo, countLabel, caveat } = nextSentence(action, connection, now);
          return (
            <li
              key={`${connection} ${action.kind} ${action.at === null}`}
              data-next={action.kind}
              data-connection={connection}
              data-machines={count}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-1.5 last:border-b-0"
            >
              <p>
                <b className="font-medium">{`${plural(count, `${connectionAdjective(connection)} machine`)}: `}</b>
                {past ? `Istio's next step was: ${sentence}.` : `Istio ${sentence}.`}
                {caveat !== "" && <span className="text-blind"> {caveat}</span>}
              </p>
              {countTo !== null && !past && (action.kind === "delete" || action.kind === "sweep") && (
                <span className="font-mono text-m font-medium tabular-nums">
                  <Countdown label={count > 1 ? `first ${countLabel}` : countLabel} to={countTo} now={now} moment={formatDateTime(countTo, zone)} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {looked >= MOST_LOOKED_AT && <p className="text-xs text-ink-3">{`Only the first ${formatNumber(looked)} machines in trouble are read.`}</p>}
    </>
  );
}
