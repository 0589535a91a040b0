import { requiredWeightShare, type UtilizationAfterLoss } from "@/lib/domain/what-if/capacity";
import { weightTitle } from "@/lib/format/lost/row-words";

const FILLS = {
  nobody: "fill-bad-cell",
  overloaded: "fill-bad-cell",
  full: "fill-warn-cell",
  unknown: "fill-blind-cell",
  carries: "fill-idle-cell",
  whole: "fill-idle-cell",
  idle: "fill-idle-cell",
} as const satisfies Record<UtilizationAfterLoss["kind"], string>;

interface WeightBarProps {
  readonly weight: { readonly before: number; readonly after: number };
  readonly headroom: number;
  readonly kind: UtilizationAfterLoss["kind"];
}

/** What is left by weight, as a bar; the tick stands where the rest could carry everything. */
export function WeightBar({ weight, headroom, kind }: WeightBarProps) {
  const { before, after } = weight;
  const words = weightTitle(weight);
  if (before <= 0) return <span className="text-ink-3">—</span>;
  const share = Math.min(1, after / before);
  return (
    <svg role="img" aria-label={words} viewBox="0 0 120 14" preserveAspectRatio="none" width="120" height="14" className="block">
      <title>{words}</title>
      <rect y="4" width="120" height="6" className="fill-sunken" />
      <rect y="4" width={Math.round(share * 1_200) / 10} height="6" className={FILLS[kind]} />
      <rect x={Math.round(requiredWeightShare(headroom) * 1_200) / 10 - 0.5} width="1" height="14" className="fill-ink-2" />
    </svg>
  );
}
