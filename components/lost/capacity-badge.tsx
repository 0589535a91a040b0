import { StateIcon } from "@/components/state/state-icon";
import type { State } from "@/lib/domain/verdict/verdict";
import type { UtilizationAfterLoss } from "@/lib/domain/what-if/capacity";
import { capacityMeaning, capacityWords } from "@/lib/format/lost/capacity-words";

/** The outline of an answer: that of the state that is nearest to it. Nothing here is green: it is no state of the fleet. */
const LOOKS = {
  nobody: { icon: "unhealthy", tone: "text-bad font-medium" },
  overloaded: { icon: "unreadable", tone: "text-warn font-medium" },
  full: { icon: "unreadable", tone: "text-warn font-medium" },
  unknown: { icon: "unverified", tone: "text-blind" },
  carries: { icon: "unchecked", tone: "text-ink-2" },
  whole: { icon: "unchecked", tone: "text-ink-3" },
  idle: { icon: "awaiting", tone: "text-ink-3" },
} as const satisfies Record<UtilizationAfterLoss["kind"], { readonly icon: State; readonly tone: string }>;

/** How those who are left would cope, as icon, word and tone. */
export function CapacityBadge({ capacity, headroom }: { readonly capacity: UtilizationAfterLoss; readonly headroom: number }) {
  const { icon, tone } = LOOKS[capacity.kind];
  return (
    <span
      data-capacity={capacity.kind}
      title={capacityMeaning(capacity, headroom)}
      className={`inline-flex items-center gap-1.5 align-middle whitespace-nowrap ${tone}`}
    >
      <StateIcon state={icon} />
      {capacityWords(capacity)}
    </span>
  );
}
