"use client";

import { clsx } from "clsx";
import { DropdownMenu } from "radix-ui";
import type { ComponentProps } from "react";
import { Glyph } from "./glyph";

export const { Trigger, RadioGroup } = DropdownMenu;

/** It is never modal: a modal one locks scrolling with an injected style element, which the page's policy refuses. */
export function Root(props: ComponentProps<typeof DropdownMenu.Root>) {
  return <DropdownMenu.Root modal={false} {...props} />;
}

export function Content({ className, ...rest }: ComponentProps<typeof DropdownMenu.Content>) {
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align="start"
        sideOffset={6}
        collisionPadding={12}
        className={clsx(
          "z-30 max-h-[min(420px,70vh)] min-w-44 overflow-y-auto rounded-float border border-line-2 bg-raised p-1 text-m text-ink shadow-float",
          className,
        )}
        {...rest}
      />
    </DropdownMenu.Portal>
  );
}

export function Item({ className, ...rest }: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item className={clsx(ITEM, className)} {...rest} />;
}

export function CheckItem({ children, ...rest }: ComponentProps<typeof DropdownMenu.CheckboxItem>) {
  return (
    <DropdownMenu.CheckboxItem className={ITEM} {...rest}>
      <Tick />
      {children}
    </DropdownMenu.CheckboxItem>
  );
}

export function RadioItem({ children, ...rest }: ComponentProps<typeof DropdownMenu.RadioItem>) {
  return (
    <DropdownMenu.RadioItem className={ITEM} {...rest}>
      <Tick />
      {children}
    </DropdownMenu.RadioItem>
  );
}

/** The heading of a part of a menu. */
export function Label(props: ComponentProps<typeof DropdownMenu.Label>) {
  return <DropdownMenu.Label className="px-2 pt-1.5 pb-0.5 text-xs text-ink-3" {...props} />;
}

export function Separator() {
  return <DropdownMenu.Separator className="mx-2 my-1 h-px bg-line" />;
}

const ITEM =
  "flex min-h-7 items-center gap-2 rounded-small px-2 outline-none select-none max-desk:min-h-11 data-disabled:text-ink-3 data-highlighted:bg-hover data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-transparent";

function Tick() {
  return (
    <span className="grid size-3.5 shrink-0 place-items-center text-accent">
      <DropdownMenu.ItemIndicator>
        <Glyph name="check" />
      </DropdownMenu.ItemIndicator>
    </span>
  );
}
