import type { ComponentProps } from "react";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  readonly label: React.ReactNode;
}

/** A checkbox with its label, on the browser's own control. The whole line is the target. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={`flex min-h-7 items-center gap-2 text-m max-desk:min-h-11 ${className ?? ""}`}>
      <input type="checkbox" className="size-3.5 shrink-0 accent-accent" {...rest} />
      <span className="min-w-0 grow">{label}</span>
    </label>
  );
}
