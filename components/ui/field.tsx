import { useId } from "react";
import type { DataAttributes } from "./data-attributes";
import { FOCUS_FIRST } from "./dialog";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Where the value comes from, or what it is for. */
  readonly hint?: string;
  /** What is wrong with it, or why it could not be read; "" = nothing. */
  readonly problem?: string;
  readonly lines?: number;
  readonly placeholder?: string;
  /** It has the focus when its dialog opens. */
  readonly first?: boolean;
  /** The values that the hint or the problem is made of. */
  readonly data?: DataAttributes;
}

const INPUT = "w-full rounded-control border border-line-2 bg-paper px-2 font-mono text-m text-ink aria-invalid:border-bad-cell";

/** One value that a person can type, with its source below it, or what is wrong with it. */
export function Field({ label, value, onChange, hint = "", problem = "", lines = 1, placeholder, first = false, data = {} }: FieldProps) {
  const id = useId();
  const common = {
    id,
    value,
    placeholder,
    "aria-invalid": problem !== "",
    "aria-describedby": `${id}-hint`,
    autoComplete: "off",
    spellCheck: false,
    ...(first && FOCUS_FIRST),
  };
  return (
    <div className="grid content-start gap-1" {...data}>
      <label htmlFor={id} className="text-s wrap-anywhere text-ink-2">
        {label}
      </label>
      {lines > 1 ? (
        <textarea {...common} rows={lines} onChange={(event) => onChange(event.target.value)} className={`${INPUT} py-1.5`} />
      ) : (
        <input {...common} onChange={(event) => onChange(event.target.value)} className={`${INPUT} h-8 max-desk:h-11`} />
      )}
      <p id={`${id}-hint`} className={`text-s wrap-anywhere ${problem === "" ? "text-ink-3" : "text-bad"}`}>
        {problem || hint}
      </p>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  /** The values that the choice is made of. */
  readonly data?: DataAttributes;
}

/** One of a few, each in a line of words. */
export function Choice<T extends string>({ label, value, onChange, options, data = {} }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="grid gap-0.5" {...data}>
      <legend className="text-s text-ink-2">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-7 items-center gap-2 max-desk:min-h-11">
          <input
            type="radio"
            name={name}
            value={option.value}
            className="size-3.5 shrink-0 accent-accent"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
