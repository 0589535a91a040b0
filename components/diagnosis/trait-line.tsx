import { TraitBar } from "@/components/ui/trait-bar";
import { traitShareText } from "@/lib/format/incident-cause";

interface TraitLineProps {
  /**
   * `bad` of `of` machines in trouble have the value, and `others` of `ofOthers` other machines. `separates`: true if the value separates both sets.
   */
  readonly shares: {
    readonly trait: string;
    readonly value: string;
    readonly bad: number;
    readonly of: number;
    readonly others: number;
    readonly ofOthers: number;
    readonly separates: boolean;
  };
  readonly label: string;
  /** The complete label, as tooltip. */
  readonly title: string;
}

/** A list item with one trait of machines in trouble: a bar with their share, a tick with the share of other machines, and the numbers. */
export function TraitShareRow({ shares: { trait, value, bad, of, others, ofOthers, separates }, label, title }: TraitLineProps) {
  return (
    <li
      data-trait={trait}
      data-value={value}
      data-bad={bad}
      data-others={others}
      className="grid grid-cols-[minmax(0,9.5rem)_minmax(3rem,1fr)_auto] items-center gap-3 text-s"
    >
      <span className="truncate font-mono" title={title}>
        {label}
      </span>
      <TraitBar share={bad / Math.max(of, 1)} rest={ofOthers === 0 ? null : others / ofOthers} quiet={!separates} />
      <span className="tabular-nums">
        {traitShareText({ bad, of })}
        {ofOthers > 0 && <span className="sr-only">; of the others {traitShareText({ bad: others, of: ofOthers })}</span>}
      </span>
    </li>
  );
}
