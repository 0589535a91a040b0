import { clsx } from "clsx";
import type { ReactNode } from "react";

interface SideColumnsProps {
  /** What a narrow screen shows before everything else. */
  readonly first: ReactNode;
  /** What a phone shows next; elsewhere it comes after everything else. */
  readonly second: ReactNode;
  readonly main: ReactNode;
  readonly side: ReactNode;
  /** On a very wide screen the columns are those of `BroadColumns`. */
  readonly broad?: boolean;
}

/** A wide part with a narrow one beside it. Where there is no room, the most important of the narrow part comes first and the rest last. */
export function SideColumns({ first, second, main, side, broad = false }: SideColumnsProps) {
  return (
    <div className={clsx("grid grid-cols-1 gap-x-[34px] wide:grid-cols-[minmax(0,1fr)_340px] wide:grid-rows-[auto_1fr_auto]", broad && BROAD)}>
      <div className="min-w-0 wide:col-start-2 wide:row-start-1">{first}</div>
      <div className="min-w-0 desk:order-last wide:col-span-2 wide:row-start-3">{second}</div>
      <div className="min-w-0 wide:col-start-1 wide:row-span-2 wide:row-start-1">{main}</div>
      <div className="min-w-0 wide:col-start-2 wide:row-start-2">{side}</div>
    </div>
  );
}

const BROAD = "broad:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]";

interface BroadColumnsProps {
  /** The state of now. */
  readonly state: ReactNode;
  /** Its course over time. */
  readonly time: ReactNode;
}

/** Two columns on a screen wider than 1,900 px; below, one part under the other. A page with them is up to 2,560 px wide. */
export function BroadColumns({ state, time }: BroadColumnsProps) {
  return (
    <div data-broad="" className={clsx("grid grid-cols-1 gap-x-[34px]", BROAD)}>
      <div className="min-w-0">{state}</div>
      <div className="min-w-0">{time}</div>
    </div>
  );
}
