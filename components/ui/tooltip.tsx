"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export const TooltipProvider = Radix.Provider;

interface TooltipProps {
  readonly text: ReactNode;
  readonly children: ReactElement;
}

/** Adds a short text to something that can take the focus. Never the only place where a fact is written. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Root delayDuration={350}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content sideOffset={5} collisionPadding={10} className="z-40 max-w-80 rounded-small bg-ink px-2 py-1 text-s text-paper shadow-float">
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
