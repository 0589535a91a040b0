import { useEffect, useState } from "react";
import { shownLines } from "@/lib/format/shown-text";

/** How the last copy ended, in words to show for a moment; "" = nothing to say. */
export type CopyOutcome = "" | "copied" | "the browser refused";

/** Copies a text, with its invisible characters spelled out, and returns the outcome: browsers refuse it outside a secure context. */
export function useCopy(): { readonly outcome: CopyOutcome; copy(text: string | Promise<string>): void } {
  const [outcome, setOutcome] = useState<CopyOutcome>("");
  useEffect(() => {
    if (outcome === "") return;
    const timer = setTimeout(() => setOutcome(""), 1600);
    return () => clearTimeout(timer);
  }, [outcome]);
  const write = (text: string) => navigator.clipboard?.writeText(shownLines(text)) ?? Promise.reject(new Error("no clipboard"));
  const copy = (text: string | Promise<string>) => {
    const written = typeof text === "string" ? write(text) : text.then(write);
    written.then(
      () => setOutcome("copied"),
      () => setOutcome("the browser refused"),
    );
  };
  return { outcome, copy };
}
