import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Glyph } from "./glyph";
import type { CopyOutcome } from "./use-copy";

/** The inside of a button that copies: its icon, its words, and how it went. */
export function CopyMark({ outcome, children }: { readonly outcome: CopyOutcome; readonly children?: ReactNode }) {
  return (
    <>
      <Glyph name={outcome === "copied" ? "check" : "copy"} />
      {children}
      <span role="status" className={clsx(outcome === "the browser refused" ? "text-bad" : "sr-only")}>
        {outcome}
      </span>
    </>
  );
}
