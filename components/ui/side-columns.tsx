import type { ReactNode } from "react";

interface SideColumnsProps {
  /** What a narrow screen shows before everything else. */
  readonly first: ReactNode;
  /** What a phone shows next; elsewhere it comes after everything else. */
  readonly second: ReactNode;
  readonly main: ReactNode;
  readonly side: ReactNode;
}

/** A wide part with a narrow one beside it. Where there is no room, the most important of the narrow part comes first and the rest last. */
export function SideColumns({ first, second, main, side }: SideColumnsProps) {
  return (
    <div className="grid grid-cols-1 gap-x-[34px] wide:grid-cols-[minmax(0,1fr)_340px] wide:grid-rows-[auto_1fr_auto]">
      <div className="min-w-0 wide:col-start-2 wide:row-start-1">{first}</div>
      <div className="min-w-0 desk:order-last wide:col-span-2 wide:row-start-3">{second}</div>
      <div className="min-w-0 wide:col-start-1 wide:row-span-2 wide:row-start-1">{main}</div>
      <div className="min-w-0 wide:col-start-2 wide:row-start-2">{side}</div>
    </div>
  );
}
