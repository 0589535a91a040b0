interface SkeletonProps {
  /** How many rows to hold the place of. */
  readonly rows?: number;
  /** What is being read, for the ear. */
  readonly label: string;
}

/** Holds the place of a list that is being read. Still: a shimmer would be the loudest thing on the page. */
export function Skeleton({ rows = 8, label }: SkeletonProps) {
  return (
    <div role="status" data-skeleton="" className="mt-1">
      <span className="sr-only">{label}</span>
      {WIDTHS.slice(0, rows).map(([first, second], index) => (
        <div key={`${first}${second}${index === 0 ? "" : index}`} className="flex h-row items-center gap-6 border-b border-line" aria-hidden="true">
          <i className={`block h-2 rounded-small bg-hover ${first}`} />
          <i className={`block h-2 rounded-small bg-hover ${second}`} />
        </div>
      ))}
    </div>
  );
}

const WIDTHS = [
  ["w-24", "w-72"],
  ["w-20", "w-56"],
  ["w-28", "w-80"],
  ["w-24", "w-40"],
  ["w-16", "w-64"],
  ["w-28", "w-52"],
  ["w-20", "w-72"],
  ["w-24", "w-48"],
  ["w-16", "w-60"],
  ["w-28", "w-36"],
  ["w-20", "w-64"],
  ["w-24", "w-56"],
] as const;
