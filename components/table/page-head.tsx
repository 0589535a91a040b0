"use client";

import { type ComponentProps, type ReactNode, useRef } from "react";
import { usePageAddress } from "./copy-link";
import { PageActions } from "./page-actions";

interface PageHeadProps extends Omit<ComponentProps<typeof PageActions>, "primary"> {
  /** The headline. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** The headline of a page with its action bar at the right. The primary action copies the headline, the line below it, and a link to this moment. */
export function PageHead({ children, className = "", ...actions }: PageHeadProps) {
  const head = useRef<HTMLDivElement>(null);
  const { live, frozen } = usePageAddress();
  const copy = () => [...headlineLines(head.current), (frozen ?? live)()].join("\n");
  return (
    <div className="flex items-start justify-between gap-x-6 max-desk:gap-x-2">
      <div ref={head} className={`min-w-0 flex-1 ${className}`}>
        {children}
      </div>
      <PageActions primary={{ label: "Copy summary", copy }} {...actions} />
    </div>
  );
}

/** The texts of the headline and of the lines below it. A line with a control is no text. */
function headlineLines(head: HTMLElement | null): readonly string[] {
  const lines = [...(head?.children ?? [])].filter((line) => line.querySelector("button, input, select") === null);
  return lines.map(({ textContent }) => (textContent ?? "").replace(/\s+/g, " ").trim()).filter((text) => text !== "");
}
