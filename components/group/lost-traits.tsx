import { statementAttributes } from "@/components/state/statement";
import { TraitBar } from "@/components/ui/trait-bar";
import type { LossesByTraitValue } from "@/lib/contract/answers/history";
import type { LostAndStayedMachines } from "@/lib/domain/statements/lost-machines";
import { formatNumber } from "@/lib/format/text/numbers";

/** The most traits shown. More would hide the answer. */
const MOST = 5;

interface LostTraitsProps {
  readonly title: string;
  readonly traits: readonly LossesByTraitValue[];
  readonly lost: number;
  readonly left: number;
}

/** The traits that lost machines share: a bar for their share, a tick for the share of the other machines, and the numbers. */
export function LostMachineTraits({ title, traits, lost, left }: LostTraitsProps) {
  const compared: LostAndStayedMachines = { kind: "lost-compared", lost, stayed: left };
  return (
    <div className="mt-2.5 min-w-0">
      <p className="mb-1" {...statementAttributes(compared)}>
        {title}
      </p>
      <ul>
        {traits.slice(0, MOST).map(({ trait, value, lost: of, left: others }) => (
          <li key={`${trait} ${value}`} data-trait={trait} data-value={value} data-lost={of} data-stayed={others} className="border-b border-line py-1.5">
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-mono text-s" title={value}>
                {trait} {value || "none"}
              </span>
              <span className="shrink-0 font-medium tabular-nums">
                {formatNumber(of)} of {formatNumber(lost)}
                <span className="sr-only">
                  ; of those that stayed {formatNumber(others)} of {formatNumber(left)}
                </span>
              </span>
            </span>
            <TraitBar share={of / Math.max(lost, 1)} rest={left === 0 ? null : others / left} />
          </li>
        ))}
      </ul>
      <p className="pt-1.5 text-xs text-ink-3" aria-hidden="true">
        bar: share of the lost{left > 0 && " · tick: share of those that stayed"}
      </p>
    </div>
  );
}
