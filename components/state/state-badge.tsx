"use client";

import type { ReactNode } from "react";
import { useFreshness } from "@/lib/client/status";
import { type Shown, shown } from "@/lib/domain/freshness";
import type { State } from "@/lib/domain/verdict";
import { wordsOf } from "@/lib/format/state-words";
import { StateIcon } from "./state-icon";
import { iconClass, wordClass } from "./tone";

interface StateBadgeProps {
  readonly state: State;
  /** False = Healthy by the word of a replica that is in doubt or out of sight. */
  readonly vouched?: boolean;
  /** The code of that doubt, where one is known. */
  readonly why?: string;
  /** Whose freshness counts; without it, the worst of all clusters. */
  readonly cluster?: string;
  /** Other words than the state's own, such as "6 vanished". */
  readonly children?: ReactNode;
}

/** A state as icon, word and tone, never greener than its cluster is live. */
export function StateBadge({ state, vouched = true, why = "", cluster, children }: StateBadgeProps) {
  const freshness = useFreshness(cluster);
  return (
    <ShownState shown={shown({ state, vouched }, freshness)} why={why}>
      {children}
    </ShownState>
  );
}

/** The same for whoever has combined verdict and freshness already. */
export function ShownState({ shown: what, why = "", children }: { readonly shown: Shown; readonly why?: string; readonly children?: ReactNode }) {
  return (
    <span className={`inline-flex items-center gap-1.5 align-middle whitespace-nowrap ${wordClass(what)}`} data-state-word={what.state}>
      <StateIcon state={what.state} className={iconClass(what)} />
      {children ?? wordOf(what, why)}
    </span>
  );
}

function wordOf({ state, tone }: Shown, why: string): string {
  return wordsOf(state, tone !== "blind", why).word;
}
