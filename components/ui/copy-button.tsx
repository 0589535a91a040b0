"use client";

import { Button } from "./button";
import { CopyMark } from "./copy-mark";
import { useCopy } from "./use-copy";

interface CopyButtonProps {
  /** The text, or a function that makes it when the button is pressed. */
  readonly text: string | (() => string | Promise<string>);
  /** What is copied, for the ear: "Copy name". */
  readonly label: string;
  /** Shows the label beside the icon. */
  readonly wordy?: boolean;
}

/** Copies a text and says whether that worked. */
export function CopyButton({ text, label, wordy = false }: CopyButtonProps) {
  const { outcome, copy } = useCopy();
  return (
    <Button
      look={wordy ? "plain" : "quiet"}
      aria-label={label}
      onClick={() => copy(typeof text === "string" ? text : text())}
      className={wordy ? "" : "px-1.5"}
    >
      <CopyMark outcome={outcome}>{wordy && label}</CopyMark>
    </Button>
  );
}
