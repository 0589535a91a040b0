"use client";

import { type ReactNode, useState } from "react";

interface FoldedProps<T> {
  readonly items: readonly T[];
  /** So many are shown before anybody asks for all. */
  readonly first: number;
  /** What they are, many of them: "labels". */
  readonly what: string;
  readonly children: (items: readonly T[]) => ReactNode;
}

/** The first of many, and all of them on demand. A few more than the first are not worth folding. */
export function Folded<T>({ items, first, what, children }: FoldedProps<T>) {
  const [all, setAll] = useState(false);
  const folds = items.length > first * 1.25;
  return (
    <>
      {children(folds && !all ? items.slice(0, first) : items)}
      {folds && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="mt-1.5 cursor-pointer text-s text-accent hover:underline max-desk:min-h-11"
        >
          {all ? `Only the first ${first} ${what}` : `All ${items.length} ${what}`}
        </button>
      )}
    </>
  );
}
