"use client";

import { useEffect, useState } from "react";
import { Button } from "./button";
import { Glyph } from "./glyph";

interface CopyButtonProps {
  /** Or what makes it once it is asked for. */
  readonly text: string | (() => string);
  /** What is copied, for the ear: "Copy name". */
  readonly label: string;
  /** Shows the label beside the icon. */
  readonly wordy?: boolean;
}

/** Copies a text and says whether that worked: browsers refuse it outside a secure context. */
export function CopyButton({ text, label, wordy = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 1600);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    const written = navigator.clipboard?.writeText(typeof text === "string" ? text : text()) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => setOutcome("copied"),
      () => setOutcome("refused"),
    );
  };
  return (
    <Button look={wordy ? "plain" : "quiet"} aria-label={label} onClick={copy} className={wordy ? "" : "px-1.5"}>
      <Glyph name={outcome === "copied" ? "check" : "copy"} />
      {wordy && label}
      <span role="status" className={outcome === "refused" ? "text-bad" : "sr-only"}>
        {outcome === "copied" ? "copied" : outcome === "refused" ? "the browser refused" : ""}
      </span>
    </Button>
  );
}
