"use client";

import { clsx } from "clsx";
import { useHealthyCellKind } from "@/components/state/state-square";
import type { CellKind } from "@/components/state/tone";
import { useFreshness } from "@/lib/client/status";

type Line = readonly [words: string, kind: CellKind, isRound?: boolean];

const IDLE: readonly Line[] = [
  ["not checked", "cell-idle"],
  ["draining", "cell-draining"],
  ["starting", "cell-starting"],
];

const TROUBLE: readonly Line[] = [
  ["reconnecting", "cell-warn"],
  ["unverified", "cell-blind"],
  ["takes no traffic", "cell-bad"],
];

/** What the cells of places mean. */
export function PlaceLegend() {
  const isLive = useFreshness().kind === "live";
  const pod = isLive ? "cell-good" : "cell-hollow";
  const machine = useHealthyCellKind();
  const idle = isLive ? IDLE : [];
  const lines: readonly Line[] = [["machine", machine], ["pod", pod, true], ...idle, ...TROUBLE];
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {lines.map(([words, kind, isRound = false]) => (
        <li key={words} className="inline-flex items-center gap-1.5">
          <i className={clsx("cell", kind, isRound && "cell-round")} aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  );
}
