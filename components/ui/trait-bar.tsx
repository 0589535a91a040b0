interface TraitBarProps {
  /** The share of the machines in question, between 0 and 1. */
  readonly share: number;
  /** The share of the other machines; null = there are none. */
  readonly rest: number | null;
  /** The trait does not separate both: the bar has no tone. */
  readonly quiet?: boolean;
}

/** A bar for the share of some machines that have a trait, with a tick for the share of the others. Decorative: the numbers are beside it. */
export function TraitBar({ share, rest, quiet = false }: TraitBarProps) {
  return (
    <svg width="100%" height="9" className="mt-0.5 block overflow-visible" aria-hidden="true">
      <rect x="0" y="2" width="100%" height="5" className="fill-hover" />
      <rect x="0" y="2" width={`${share * 100}%`} height="5" className={quiet ? "fill-idle-cell" : "fill-bad-cell"} />
      {rest !== null && <line x1={`${rest * 100}%`} x2={`${rest * 100}%`} y1="0" y2="9" className="stroke-ink stroke-2" />}
    </svg>
  );
}
