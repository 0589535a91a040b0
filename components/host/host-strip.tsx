"use client";

import { clsx } from "clsx";
import { memo } from "react";
import { CellSquare } from "@/components/state/cell-square";
import { useHealthyCellKind } from "@/components/state/state-square";
import type { CellKind } from "@/components/state/tone";
import { cellIndexesOfRun, scaleRuns } from "@/components/strip/cell-runs";
import { useNotVerified } from "@/lib/client/not-verified";
import { useFreshness } from "@/lib/client/status";
import type { ServiceRow } from "@/lib/contract/views/services";
import { answerWords } from "@/lib/format/host-words";
import { type CellShape, hostRuns } from "./host-runs";

const CELLS = 16;

const SHAPES = { square: "", round: "cell-round", diamond: "cell-diamond" } as const satisfies Record<CellShape, string>;

/** Who answers for a host, a cell each up to 16, beyond that in proportion; nothing stays green where it is not confirmed. */
export function HostStrip({ row }: { readonly row: ServiceRow }) {
  return <FreshHostStrip row={row} live={useFreshness(row.cluster).kind === "live"} isVerified={useNotVerified(row.cluster) === null} />;
}

interface FreshHostStripProps {
  readonly row: ServiceRow;
  readonly live: boolean;
  readonly isVerified: boolean;
}

const FreshHostStrip = memo(function FreshHostStrip({ row, live, isVerified }: FreshHostStripProps) {
  const words = answerWords(row);
  return (
    <span role="img" aria-label={`${words}${live ? "" : " (when last seen)"}`} title={words} className="flex min-h-2.5 items-center gap-[2px] align-middle">
      {scaleRuns(hostRuns(row), CELLS).flatMap((run) => {
        const isHidden = live && !isVerified && run.shape === "square" && run.kind === "cell-good";
        const name = clsx("cell", SHAPES[run.shape], isHidden ? "cell-blind" : live ? run.kind : onceSeen(run.kind));
        return cellIndexesOfRun(run).map((place) => <i key={place} className={name} />);
      })}
    </span>
  );
});

function onceSeen(kind: CellKind): CellKind {
  return kind === "cell-good" || kind === "cell-idle" ? "cell-hollow" : kind;
}

/** The meaning of the shapes. `notSent`: services with healthy machines that callers are not sent. */
export function HostLegend({ notSent }: { readonly notSent: number }) {
  const live = useFreshness().kind === "live";
  const well = live ? "cell-good" : "cell-hollow";
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      <Line words="machine" kind={useHealthyCellKind()} shape="square" />
      <Line words="pod" kind={well} shape="round" />
      <Line words="address, inline endpoint" kind={live ? "cell-idle" : "cell-hollow"} shape="diamond" />
      <Line words="not checked, draining, starting" kind={live ? "cell-idle" : "cell-hollow"} shape="square" />
      {notSent > 0 && <Line words="healthy, not sent to callers" kind="cell-warn" shape="square" />}
      <Line words="takes no traffic" kind="cell-bad" shape="square" />
      <Line words="gone" kind="cell-gone" shape="square" />
    </ul>
  );
}

function Line({ words, kind, shape }: { readonly words: string; readonly kind: CellKind; readonly shape: CellShape }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      {shape === "square" ? <CellSquare kind={kind} /> : <i className={clsx("cell", SHAPES[shape], kind)} aria-hidden="true" />}
      {words}
    </li>
  );
}
