"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button";

interface FormFootProps {
  /** What came of what was sent; "" = nothing was. */
  readonly said: string;
  /** Why it was refused; "" = it was not. It is told in the place of what came. */
  readonly problem?: string;
  /** The values of that text. */
  readonly data?: Readonly<Record<`data-${string}`, string>>;
  readonly onDone: () => void;
  /** Was something sent? Then there is nothing to cancel any more. */
  readonly isDone: boolean;
  /** The button that sends; false = there is nothing to send, or nothing left. */
  readonly children: ReactNode;
}

/** The end of a form that floats: what came of it, and its buttons, below it where there is no room beside. */
export function FormFoot({ said, problem = "", data = {}, onDone, isDone, children }: FormFootProps) {
  const close = useRef<HTMLButtonElement>(null);
  const sends = Boolean(children);
  // The button that was pressed is gone once all is done: whoever pressed it goes on at the one that is left.
  useEffect(() => {
    if (!sends && isDone && document.activeElement === document.body) close.current?.focus();
  }, [sends, isDone]);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <span role="status" {...data} className={clsx("min-w-0 grow basis-52 text-s wrap-anywhere empty:basis-0", problem === "" ? "text-ink-2" : "text-bad")}>
        {problem || said}
      </span>
      <Button ref={close} onClick={onDone}>
        {isDone ? "Close" : "Cancel"}
      </Button>
      {children}
    </div>
  );
}
