import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { DataAttributes } from "@/components/ui/data-attributes";

/** Fine, wrong, not visible to this viewer, or not known yet. */
export type ItemState = "ok" | "problem" | "unseen" | "waiting";

const MARKS = { ok: "✓", problem: "!", unseen: "?", waiting: "…" } as const satisfies Record<ItemState, string>;
const TONES = { ok: "text-good", problem: "text-bad", unseen: "text-blind", waiting: "text-ink-3" } as const satisfies Record<ItemState, string>;
const WORDS = { ok: "ok", problem: "problem", unseen: "cannot see", waiting: "asking" } as const satisfies Record<ItemState, string>;

interface ItemProps {
  readonly state: ItemState;
  readonly title: ReactNode;
  /** The values that the texts are made of. */
  readonly data?: DataAttributes;
  readonly children?: ReactNode;
}

/** One thing that a new group needs. */
export function Item({ state, title, data = {}, children }: ItemProps) {
  return (
    <li data-state={state} {...data} className="grid grid-cols-[14px_minmax(0,1fr)] gap-x-3 border-b border-line py-2">
      <span aria-hidden="true" className={clsx("text-center font-semibold", TONES[state])}>
        {MARKS[state]}
      </span>
      <div className="min-w-0 wrap-anywhere">
        {title}
        <span className={clsx("ml-2 text-s", TONES[state])}>{WORDS[state]}</span>
        <div className="text-s text-ink-3">{children}</div>
      </div>
    </li>
  );
}
