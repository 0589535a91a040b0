import { clsx } from "clsx";
import type { ReactNode } from "react";

interface TroubleRowProps {
  /** Icon and name of the state. */
  readonly state: ReactNode;
  readonly subject: ReactNode;
  /** The number of machines, such as "4 of 12". */
  readonly size?: ReactNode;
  readonly why: ReactNode;
  readonly age: ReactNode;
  /** True for long-running trouble, which is grey. */
  readonly isQuiet: boolean;
  /** `data-*` attributes with the row's values, for tests. */
  readonly data?: Readonly<Record<`data-${string}`, string>>;
}

/** A row about an incident, group or service in trouble. The reason takes the free width. On a phone it has the room of two lines, also while it changes. */
export function TroubleRow({ state, subject, size, why, age, isQuiet, data }: TroubleRowProps) {
  return (
    <li
      className={clsx(
        "flex min-h-row items-center gap-x-3 border-b border-line max-desk:flex-wrap max-desk:gap-y-0.5 max-desk:py-2",
        isQuiet ? "text-ink-3" : "text-ink-2",
      )}
      {...data}
    >
      <span className="flex shrink-0 items-center">{state}</span>
      <span className="min-w-0 shrink-0 truncate max-desk:flex-1 max-desk:whitespace-normal desk:max-w-[24em]">{subject}</span>
      <span className="contents max-desk:order-3 max-desk:flex max-desk:basis-full max-desk:gap-x-3">
        {size !== undefined && <span className="shrink-0 tabular-nums">{size}</span>}
        <span className="min-w-0 flex-1 max-desk:line-clamp-2 max-desk:min-h-[2lh] max-desk:text-s desk:truncate">{why}</span>
      </span>
      <span className="ml-auto shrink-0 tabular-nums max-desk:order-2">{age}</span>
    </li>
  );
}
