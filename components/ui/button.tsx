import { clsx } from "clsx";
import type { ComponentProps } from "react";

type Look = "plain" | "primary" | "quiet";

interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: Look;
}

/** A button as every page has it. `quiet` has no border until it is pointed at: for icons and for what stands in a line of text. */
export function Button({ look = "plain", type = "button", className, ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

/** The classes of a button, for links that look like one. */
export function buttonClass(look: Look = "plain", more?: string): string {
  return clsx(
    "inline-flex h-7 shrink-0 items-center gap-1.5 rounded-control border px-2.5 text-s font-medium whitespace-nowrap no-underline hover:no-underline max-desk:h-11 max-desk:min-w-11 max-desk:justify-center",
    "disabled:cursor-not-allowed disabled:text-ink-3 aria-disabled:text-ink-3",
    LOOKS[look],
    more,
  );
}

const LOOKS = {
  plain: "border-line-2 bg-raised text-ink hover:bg-hover data-[state=open]:bg-hover",
  primary: "border-ink bg-ink text-paper hover:border-ink-2 hover:bg-ink-2",
  quiet: "border-transparent text-ink-2 hover:bg-hover hover:text-ink data-[state=open]:bg-hover",
} as const satisfies Record<Look, string>;
