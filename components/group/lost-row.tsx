"use client";

import type { ReactNode } from "react";
import { StateIcon } from "@/components/state/state-icon";
import { statementAttributes } from "@/components/state/statement";
import { ElsewhereOfOne } from "@/components/table/elsewhere";
import { useZone } from "@/components/table/use-zone";
import { useOfNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import type { LossRow } from "@/lib/contract/answers/history";
import { pagePaths } from "@/lib/contract/url/paths";
import { entryEnded } from "@/lib/domain/statements/lost-machines";
import { countEndPhrase, lastStatePhrase, lossPhrase } from "@/lib/format/loss-words";
import { formatMoment } from "@/lib/format/time-ticks";
import { shortLocality } from "@/lib/format/workload-words";

/** A list item for one lost machine: name, cause and time, its last values, and a link to its page. */
export function LostMachineRow({ loss, undo }: { readonly loss: LossRow; readonly undo?: ReactNode }) {
  const zone = useZone();
  const why = useOfNow((now) => lossPhrase(loss, now, zone));
  const { row, planned, replacedBy, backAt, countedUntil } = loss;
  const back = useOfNow((now) => (backAt === null ? "" : ` since ${formatMoment(backAt, now, zone)}`));
  const until = useOfNow((now) => (countedUntil === undefined || replacedBy !== "" ? "" : countEndPhrase(countedUntil, now, zone)));
  const last = lastStatePhrase(loss);
  const place = [shortLocality(row.locality), row.network, row.controller].filter((part) => part !== "").join(" · ");
  return (
    <li data-machine={row.name} className="grid grid-cols-[13px_minmax(0,1fr)] gap-x-2 border-b border-line py-1.5">
      <StateIcon state="vanished" className={`mt-[3px] ${planned || replacedBy !== "" || countedUntil !== undefined ? "text-ink-3" : "text-bad"}`} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Link
            href={pagePaths.entry(row.cluster, row.namespace, row.name, row.uid)}
            prefetch={false}
            title={row.name}
            className="min-w-0 truncate font-mono text-s max-desk:py-3.5"
          >
            {row.address || row.name}
          </Link>
          <span className="min-w-0 truncate font-mono text-xs text-ink-3" title={place}>
            {place}
          </span>
        </div>
        <p className="text-s text-ink-2" {...statementAttributes(entryEnded(loss))}>
          {why}
        </p>
        {last !== "" && <p className="text-s wrap-anywhere text-ink-2">{last}</p>}
        <ElsewhereOfOne
          about={`machine ${row.name}`}
          fields={{
            cluster: row.cluster,
            namespace: row.namespace,
            entry: row.name,
            group: row.group,
            address: row.address,
            network: row.network,
            at: String(loss.endedAt),
          }}
        />
        {until !== "" && (
          <p data-count-end={countedUntil?.because} className="text-s text-ink-3">
            {until} {undo}
          </p>
        )}
        {replacedBy !== "" && (
          <p className="text-s text-ink-3">
            <Link href={pagePaths.entry(row.cluster, row.namespace, row.name, replacedBy)} prefetch={false}>
              back under the same name
            </Link>
            {back}
          </p>
        )}
      </div>
    </li>
  );
}
