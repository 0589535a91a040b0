"use client";

import { type ReactNode, useId, useState } from "react";

interface ControlsProps {
  /** What they are set to, "" where nothing is. */
  readonly summary: string;
  readonly children: ReactNode;
}

/** What narrows a page. A phone has it folded: what happened comes first there. */
export function Controls({ summary, children }: ControlsProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div data-controls="">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="mt-2 flex min-h-11 w-full items-center gap-2 border-b border-line text-left text-ink-2 desk:hidden"
      >
        <span aria-hidden="true">{open ? "▾" : "▸"}</span>
        <span className="min-w-0 truncate">Window, filters, the past{summary !== "" && `: ${summary}`}</span>
      </button>
      <div id={id} className={open ? "" : "max-desk:hidden"}>
        {children}
      </div>
    </div>
  );
}
