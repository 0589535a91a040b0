"use client";

import { clsx } from "clsx";
import { Popover } from "radix-ui";
import type { ComponentProps } from "react";

export const { Root, Trigger } = Popover;

export function Content({ className, ...rest }: ComponentProps<typeof Popover.Content>) {
  return (
    <Popover.Portal>
      <Popover.Content
        align="start"
        sideOffset={6}
        collisionPadding={12}
        className={clsx(
          "z-30 max-h-[var(--radix-popover-content-available-height)] w-80 max-w-[calc(100vw-24px)] overflow-y-auto rounded-float border border-line-2 bg-raised p-3.5 text-m text-ink shadow-float outline-none",
          className,
        )}
        {...rest}
      />
    </Popover.Portal>
  );
}
