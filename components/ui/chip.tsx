import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Glyph } from "./glyph";

interface ChipButtonProps extends ComponentProps<"button"> {
  readonly on?: boolean;
  /** Shows a cross: pressing takes the term away. */
  readonly removes?: boolean;
}

/** A chip that does something: adds a filter, removes one, chooses a window. */
export function ChipButton({ on = false, removes = false, className, children, ...rest }: ChipButtonProps) {
  return (
    <button
      type="button"
      data-print={removes ? "" : undefined}
      className={clsx(chipClass(on), "hover:border-accent hover:text-accent max-desk:min-h-11", className)}
      {...rest}
    >
      <span className="truncate">{children}</span>
      {removes && <Glyph name="close" />}
    </button>
  );
}

/** The classes of a chip: of a link that looks like one too. */
export function chipClass(on: boolean): string {
  return clsx(
    "inline-flex min-h-[22px] max-w-full items-center gap-1 rounded-small border px-1.5 font-mono text-s break-all",
    on ? "border-accent bg-accent-soft text-accent" : "border-line-2 bg-raised text-ink-2",
  );
}
