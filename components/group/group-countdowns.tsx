"use client";

import { Countdown } from "@/components/table/countdown";
import { useTense } from "@/components/table/use-tense";
import { useZone } from "@/components/table/use-zone";
import { useNow } from "@/lib/client/clock";
import type { SingleGroupHead } from "@/lib/contract/views/groups";
import { formatDateTime } from "@/lib/format/clock";
import { connectionState } from "@/lib/format/group-next";
import { nextSentence } from "@/lib/format/next-sentence";
import { plural } from "@/lib/format/text/numbers";

type Detail = NonNullable<SingleGroupHead["detail"]>;

/** What Istio does next with the machines in trouble, each kind with a clock that runs down to the first of them. */
export function GroupCountdowns({ cluster, next }: { readonly cluster: string; readonly next: Detail["next"] }) {
  const now = useNow();
  const zone = useZone();
  const { past } = useTense(cluster);
  return (
    <ul aria-label="What Istio does next" className="mt-2.5">
      {next.map(({ connection, count, next: action }) => {
        const { sentence, countTo, countLabel, caveat } = nextSentence(action, connection, now);
        return (
          <li
            key={`${connection} ${action.kind} ${action.at === null}`}
            data-next={action.kind}
            data-connection={connection}
            data-machines={count}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2"
          >
            <p>
              <b className="font-medium">{`${plural(count, `${connectionState(connection)} machine`)}: `}</b>
              {past ? `Istio's next step was: ${sentence}.` : `Istio ${sentence}.`}
              {caveat !== "" && <span className="text-blind"> {caveat}</span>}
            </p>
            {countTo !== null && !past && (
              <span className="font-mono text-xl font-medium tabular-nums">
                <Countdown label={count > 1 ? `first ${countLabel}` : countLabel} to={countTo} now={now} moment={formatDateTime(countTo, zone)} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
