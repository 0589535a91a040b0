"use client";

import { useZone } from "@/components/table/use-zone";
import { NewestFirstTable } from "@/components/timeline/newest-first-table";
import type { WireReconnectionOutcome } from "@/lib/contract/answers/rollouts";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { formatMoment } from "@/lib/format/time-ticks";

/** More rows than this nobody reads. */
const MOST = 210;
const HEADS = [{ name: "at" }, { name: "back", num: true }, { name: "of", num: true }, { name: "what happened" }];

/** The picture as a table: every step of it and each end of a replica, newest first. */
export function RolloutTable({ board, caption }: { readonly board: WireReconnectionOutcome; readonly caption: string }) {
  const zone = useZone();
  const rows = [
    ...board.steps.map(({ at, back }) => ({ at, back, words: "" })),
    ...board.replicas.map(({ endedAt, name, held }) => ({ at: endedAt, back: null, words: `${name} ended, which held ${plural(held, "machine")}` })),
  ].sort((a, b) => b.at - a.at);
  return (
    <NewestFirstTable
      name="rollout"
      caption={caption}
      heads={HEADS}
      rows={rows}
      most={MOST}
      rowOf={({ at, back, words }) => (
        <tr key={`${at} ${words} ${back}`}>
          <td className="font-mono text-s">{formatMoment(at, board.until, zone)}</td>
          <td className="num">{back === null ? "" : formatNumber(back)}</td>
          <td className="num">{back === null ? "" : formatNumber(board.total)}</td>
          <td className="wide text-ink-2">{words}</td>
        </tr>
      )}
    />
  );
}
