"use client";

import { clsx } from "clsx";
import { Popover } from "radix-ui";
import { type ComponentProps, useState } from "react";
import { roomierSide } from "./roomier-side";

export const { Root, Trigger } = Popover;

/**
 * Where it opens is chosen for what it holds then. What grows later, as a form whose rights were asked for, is held to the room that it has there,
 * which to Radix looks like something that fits: so the side is chosen anew here.
 */
export function Content({ className, children, ...rest }: ComponentProps<typeof Popover.Content>) {
  const [side, setSide] = useState<"top" | "bottom">("bottom");
  const watchGrowth = (inner: HTMLDivElement | null) => {
    if (inner === null) return;
    const watch = new ResizeObserver(() => {
      const better = inner.parentElement === null ? null : roomierSide(inner.parentElement);
      if (better !== null) setSide(better);
    });
    watch.observe(inner);
    return () => watch.disconnect();
  };
  return (
    <Popover.Portal>
      <Popover.Content
        align="start"
        side={side}
        sideOffset={6}
        collisionPadding={12}
        className={clsx(
          "z-30 max-h-[var(--radix-popover-content-available-height)] w-80 max-w-[calc(100vw-24px)] overflow-y-auto rounded-float border border-line-2 bg-raised p-3.5 text-m text-ink shadow-float outline-none",
          className,
        )}
        {...rest}
      >
        <div ref={watchGrowth}>{children}</div>
      </Popover.Content>
    </Popover.Portal>
  );
}
