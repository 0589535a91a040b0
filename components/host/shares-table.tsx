"use client";

import { useZone } from "@/components/table/use-zone";
import { NewestFirstTable } from "@/components/timeline/newest-first-table";
import { knownUntilMs } from "@/components/timeline/state-chart-values";
import type { ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import { doubtPhrases } from "@/lib/format/host/share-words";
import { formatNumber } from "@/lib/format/text/numbers";
import { formatMoment } from "@/lib/format/time-ticks";
import { sharePoints } from "./shares-shape";

/** More rows than this nobody reads: a shorter window shows them. */
const MOST = 120;
const HEADS = [
  { name: "from" },
  { name: "machines", num: true },
  { name: "pods", num: true },
  { name: "inline endpoints", num: true },
  { name: "what happened" },
];

/** The picture as a table: every step and mark of it, newest first. */
export function SharesTable({ answer, caption }: { readonly answer: ServiceHistoryAnswer; readonly caption: string }) {
  const zone = useZone();
  const rows = [
    ...sharePoints(answer, knownUntilMs(answer)).map((point) => ({ at: point.at, point, words: "", kind: undefined })),
    ...answer.markers.map(({ at, kind, label, detail }) => ({ at, point: null, kind, words: [label, detail].filter((part) => part !== "").join(": ") })),
  ].sort((a, b) => b.at - a.at);
  return (
    <NewestFirstTable
      name="shares"
      caption={caption}
      heads={HEADS}
      rows={rows}
      most={MOST}
      rowOf={({ at, point, words, kind: marker }) => (
        <tr key={`${at} ${words}`} data-marker={marker}>
          <td className="font-mono text-s">{formatMoment(at, answer.to, zone)}</td>
          {(["machines", "pods", "inline"] as const).map((kind) => (
            <td
              key={kind}
              data-column={kind}
              data-count={point?.[kind] ?? undefined}
              data-unverified={kind === "machines" ? point?.doubted : undefined}
              className="num"
            >
              {point !== null && <Answered count={point[kind]} doubted={kind === "machines" ? point.doubted : 0} />}
            </td>
          ))}
          <td className="wide text-ink-2">{words}</td>
        </tr>
      )}
    />
  );
}

/** How many of a kind answered, and of how many more nobody vouched. */
function Answered({ count, doubted }: { readonly count: number | null; readonly doubted: number }) {
  if (count === null) return <span className="text-blind">not known</span>;
  const words = doubtPhrases(doubted).map((phrase) => ` and ${phrase}`);
  return (
    <>
      {formatNumber(count)}
      {words.length > 0 && <span className="text-blind">{words}</span>}
    </>
  );
}
