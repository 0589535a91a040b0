"use client";

import { clsx } from "clsx";
import { TIME_FIELD_EXAMPLE } from "./field-time";

interface TimeFieldProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The id of the element with the error message; null = the text is valid. */
  readonly problemId: string | null;
  /** Classes of the label element. */
  readonly className: string;
}

/** A labelled text field for a time, with the same format in every browser language. */
export function TimeField({ name, value, onChange, problemId, className }: TimeFieldProps) {
  return (
    <label className={clsx("items-center gap-2 text-ink-2", className)}>
      {name}
      <input
        autoComplete="off"
        spellCheck={false}
        size={19}
        placeholder={TIME_FIELD_EXAMPLE}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={problemId ?? undefined}
        aria-invalid={problemId !== null}
        className={clsx(
          "h-8 min-w-0 rounded-control border bg-raised px-2 font-mono text-s text-ink placeholder:text-ink-3 max-desk:h-11 max-desk:text-l",
          problemId === null ? "border-line-2" : "border-bad",
        )}
      />
    </label>
  );
}
