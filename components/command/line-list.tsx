import type { ReactNode } from "react";

interface LineListProps {
  readonly label: string;
  /** How many lines there are. */
  readonly count: number;
  readonly children: ReactNode;
}

/** So many lines fit without scrolling, with what came of each. */
const FITTING = 3;

/** What several things are told by in a dialog, one line each: it scrolls by itself, so that the buttons below are near, and then the keyboard reaches it too. */
export function LineList({ label, count, children }: LineListProps) {
  return (
    <ul aria-label={label} tabIndex={count > FITTING ? 0 : undefined} className="max-h-60 overflow-y-auto border-y border-line text-ink">
      {children}
    </ul>
  );
}
