"use client";

import { type ComponentProps, type ComponentType, cloneElement, createContext, isValidElement, type ReactNode, Suspense, use, useState } from "react";
import { useLoaded } from "./use-loaded";

interface RootProps {
  readonly load: () => Promise<Floating>;
  /** What the trigger opens. */
  readonly opens: "dialog" | "menu";
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly children?: ReactNode;
}

interface TriggerProps extends ComponentProps<"button"> {
  /** The one child is the button. */
  readonly asChild?: boolean;
}

/** What floats beside its trigger: the two know of each other by what encloses them. */
interface Floating {
  readonly Root: ComponentType<Omit<RootProps, "load" | "opens">>;
  readonly Trigger: ComponentType<TriggerProps>;
}

interface Held extends Pick<RootProps, "load" | "opens"> {
  readonly parts: Floating | null;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

const Context = createContext<Held | null>(null);

/**
 * What floats, loaded when somebody is about to open it: until then there is a button that says what it opens. A good part of all scripts
 * is for what most visits to a page never open.
 */
export function ByNeed({ load, opens, open: asked, onOpenChange, children }: RootProps) {
  const [own, setOwn] = useState(false);
  const open = asked ?? own;
  const setOpen = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  // What could not be loaded is closed again, also for whoever holds it open.
  const parts = useLoaded(load, open, () => setOpen(false));
  const inside = <Context value={{ load, opens, parts, open, setOpen }}>{children}</Context>;
  if (parts === null) return inside;
  return (
    <parts.Root open={open} onOpenChange={setOpen}>
      {inside}
    </parts.Root>
  );
}

/** The button: the library's own as soon as that is here. */
export function ByNeedTrigger({ asChild = false, children, ...rest }: TriggerProps) {
  const held = use(Context);
  if (held === null) throw new Error("ByNeedTrigger needs a ByNeed above it");
  const { parts, opens, open, setOpen, load } = held;
  if (parts !== null) {
    return (
      <parts.Trigger asChild={asChild} {...rest}>
        {children}
      </parts.Trigger>
    );
  }
  const closed = {
    "aria-haspopup": opens,
    "aria-expanded": open,
    "data-state": open ? "open" : "closed",
    onClick: () => setOpen(true),
    onKeyDown: ({ key }: { readonly key: string }) => opens === "menu" && key === "ArrowDown" && setOpen(true),
    onPointerEnter: () => soon(load),
    onFocus: () => soon(load),
  } as const;
  if (asChild && isValidElement(children)) return cloneElement(children, closed);
  return (
    <button type="button" {...rest} {...closed}>
      {children}
    </button>
  );
}

/** Around what floats: nothing before it is loaded. */
export function ByNeedContent({ children }: { readonly children: ReactNode }) {
  return (use(Context)?.parts ?? null) === null ? null : <Suspense>{children}</Suspense>;
}

/** Begins to load what is likely to be opened. Where that fails it is asked for again, when it is. */
function soon(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
