"use client";

import { clsx } from "clsx";
import type { Suggestion } from "./filter-suggestions";

interface FilterOptionsProps {
  readonly id: string;
  readonly options: readonly Suggestion[];
  /** The one that the arrow keys stand on, or -1. */
  readonly at: number;
  readonly onTake: (option: Suggestion) => void;
}

/** The name of an option's element. */
export function optionId(list: string, at: number): string {
  return `${list}-${at}`;
}

/** What the word being typed may become. The focus stays in the field, which names the option that the arrow keys stand on. */
export function FilterOptions({ id, options, at, onTake }: FilterOptionsProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="absolute top-full left-0 z-20 mt-1 max-h-80 w-full max-w-[480px] desk:min-w-72 overflow-y-auto rounded-float border border-line-2 bg-raised p-1 shadow-float"
    >
      {options.map((option, index) => (
        // The field has the focus and the keys: pressing must not take it away.
        <div
          key={option.word}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
          onKeyDown={(event) => event.key === "Enter" && onTake(option)}
          className={clsx(
            "flex min-h-7 cursor-pointer items-center gap-3 rounded-small px-2 max-desk:min-h-11",
            index === at ? "bg-accent-soft text-accent" : "hover:bg-hover",
          )}
        >
          <span className="min-w-0 truncate font-mono text-s">{option.word}</span>
          <span className={clsx("ml-auto shrink-0 text-s tabular-nums", index === at ? "text-accent" : "text-ink-3")}>{option.note}</span>
        </div>
      ))}
    </div>
  );
}
