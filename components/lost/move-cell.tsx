import type { LostHostRow } from "@/lib/contract/what-if";

const TONES = {
  nobody: "text-bad font-medium",
  panics: "text-bad font-medium",
  "not-yet": "text-bad font-medium",
  partly: "text-warn font-medium",
  ejected: "text-ink-2",
  moved: "text-ink-2",
  untouched: "text-ink-3",
} as const satisfies Record<LostHostRow["move"]["kind"], string>;

/** Whether the requests would move, and the evidence: what decides stands first, the rest unfolds. */
export function MoveCell({ move }: { readonly move: LostHostRow["move"] }) {
  const [first = "", ...more] = move.because;
  return (
    <span className="flex min-w-0 items-baseline gap-3">
      <span className={`w-10 shrink-0 ${TONES[move.kind]}`}>{move.says}</span>
      <span title={move.because.join(" ")} className="truncate text-ink-2">
        {[first, ...more].join(" ")}
      </span>
    </span>
  );
}
