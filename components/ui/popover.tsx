"use client";

import { clsx } from "clsx";
import { Popover as Radix } from "radix-ui";
import type { ComponentProps } from "react";

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverClose = Radix.Close;

/** A panel that floats beside its trigger, with the focus inside; Escape or a click elsewhere closes it. */
export function PopoverContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="start"
        sideOffset={6}
        collisionPadding={12}
        className={clsx(
          "z-30 max-h-[var(--radix-popover-content-available-height)] w-80 max-w-[calc(100vw-24px)] overflow-y-auto rounded-float border border-line-2 bg-raised p-3.5 text-m text-ink shadow-float outline-none",
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  );
}
