import { clsx } from "clsx";
import type { ReactNode } from "react";

interface IconFrameProps {
  /** The drawing, in lines of 1.5 on a field of 13 × 13. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** The frame of an icon: 13 px, in the colour of its text. Decorative: its word is beside it, also if only a screen reader reads the word. */
export function IconFrame({ children, className }: IconFrameProps) {
  return (
    <svg
      viewBox="0 0 13 13"
      width="13"
      height="13"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      className={clsx("shrink-0", className)}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
