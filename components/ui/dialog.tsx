"use client";

import { clsx } from "clsx";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button";
import { Glyph } from "./glyph";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Hides the title's line; it still names the dialog. */
  readonly bare?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The attribute of the element that has the focus when a dialog opens; without it, the browser chooses. */
export const FOCUS_FIRST = { "data-focus-first": "" };

/** A modal dialog on the browser's own element: focus trap, Escape, backdrop and inert page cost no code and no injected style. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onClose, title, bare = false, className, children }: Omit<DialogProps, "open">) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect: it ends while the element is still in the page, and only then does the browser give the focus back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    element.querySelector<HTMLElement>("[data-focus-first]")?.focus();
    const closeOnBackdrop = (event: MouseEvent) => event.target === element && element.close();
    element.addEventListener("click", closeOnBackdrop);
    return () => {
      element.removeEventListener("click", closeOnBackdrop);
      element.close();
      // What opened it may be gone, as after a deletion: reading then goes on at the page itself. Until it is drawn again, a closed dialog may still have the focus.
      const focused = document.activeElement;
      if (focused === document.body || element.contains(focused)) document.querySelector("main")?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className={clsx(
        "m-auto max-h-[86vh] w-[640px] max-w-[calc(100vw-24px)] rounded-float border border-line-2 bg-raised p-0 text-m text-ink shadow-float backdrop:bg-shade",
        className,
      )}
    >
      <header className={bare ? "sr-only" : "flex items-center justify-between gap-4 border-b border-line py-2.5 pr-2.5 pl-4"}>
        <h2 id={titleId} className="min-w-0 text-l font-semibold wrap-anywhere">
          {title}
        </h2>
        {!bare && (
          <Button look="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Glyph name="close" />
          </Button>
        )}
      </header>
      {children}
    </dialog>
  );
}
