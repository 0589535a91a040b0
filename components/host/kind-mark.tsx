"use client";

import { clsx } from "clsx";
import { useHealthyCellKind } from "@/components/state/state-square";
import type { CellKind } from "@/components/state/tone";

interface KindMarkProps {
  readonly kind: "machine" | "pod" | "address" | "inline" | "name";
  readonly tone?: CellKind;
}

/** The kind of an endpoint as a shape: a machine is a square, a Pod is round, an address or an inline endpoint a diamond. Decorative: a word or a count stands beside it. */
export function KindMark({ kind, tone = "cell-good" }: KindMarkProps) {
  return <i className={clsx("cell", tone, kind === "pod" && "rounded-full", DIAMONDS.has(kind) && "scale-[.8] rotate-45")} aria-hidden="true" />;
}

const DIAMONDS: ReadonlySet<KindMarkProps["kind"]> = new Set(["address", "inline", "name"]);

const LEGEND = [
  ["pod", "cell-good", "pod"],
  ["inline", "cell-idle", "address, inline endpoint"],
  ["machine", "cell-idle", "draining, starting"],
  ["machine", "cell-warn", "well, not sent to the caller"],
  ["machine", "cell-bad", "does not answer"],
] as const;

/** What the shapes and tones mean. */
export function KindLegend() {
  const machine = useHealthyCellKind();
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {[["machine", machine, "machine"] as const, ...LEGEND].map(([kind, tone, word]) => (
        <span key={word} className="flex items-center gap-1.5">
          <KindMark kind={kind} tone={tone} /> {word}
        </span>
      ))}
    </span>
  );
}
