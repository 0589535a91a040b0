"use client";

import { clsx } from "clsx";
import { RowStrip } from "@/components/strip/row-strip";
import { ClusterName } from "@/components/table/cluster-name";
import { ElsewhereOfOne } from "@/components/table/elsewhere";
import { groupHref } from "@/components/table/group-href";
import { Age } from "@/components/table/times";
import { TroubleStatus, TroubleWhy } from "@/components/trouble/trouble-status";
import type { LossesOfGroups } from "@/components/trouble/use-fleet-losses";
import { Link } from "@/lib/client/page-link";
import { useIsWall } from "@/lib/client/use-is-wall";
import type { GroupRow } from "@/lib/contract/views/groups";
import { pacePhrase } from "@/lib/format/pace-words";
import { sentence } from "@/lib/format/text/sentence";

/** One group in trouble: who, how bad, why, since when. The whole card leads to the group, its links to elsewhere lead there. On a wall nothing is pressed. */
export function TroubleCard({ row, losses }: { readonly row: GroupRow; readonly losses: LossesOfGroups }) {
  const isWall = useIsWall();
  const { cluster, namespace, name } = row;
  return (
    <li data-group={`${namespace}/${name}`} className="relative grid content-start gap-1.5 border-b border-line py-3.5 hover:bg-hover">
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0">
          <Link
            href={groupHref(row)}
            prefetch={false}
            data-row-link=""
            className="font-mono text-l wrap-anywhere after:absolute after:inset-0 hover:no-underline"
          >
            {namespace} / {name || "no group"}
          </Link>{" "}
          <ClusterName cluster={cluster} className="font-mono text-s text-ink-3" />
        </span>
        <span className="shrink-0 text-s text-ink-3 tabular-nums">
          <Age at={row.since ?? losses.sinceOf(row)} atLeast={row.sinceAtLeast} />
        </span>
      </span>
      <TroubleStatus row={row} lost={losses.countOf(row)} />
      <p className={clsx("wrap-anywhere", isWall && "line-clamp-1")}>
        <TroubleWhy row={row} losses={losses} />
        {row.pace !== null && !isWall && <span className="block text-s text-ink-3">{sentence(pacePhrase(row.pace))}</span>}
      </p>
      <RowStrip row={row} />
      {!isWall && <ElsewhereOfOne about={`group ${name}`} fields={{ cluster, namespace, group: name }} />}
    </li>
  );
}
