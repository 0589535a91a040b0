"use client";

import type { ReactNode } from "react";
import { useFreshness } from "@/lib/client/status";
import { type ShownVerdict, shownVerdict } from "@/lib/domain/verdict/freshness";
import type { State, UnverifiedReplicaReason } from "@/lib/domain/verdict/verdict";
import { stateTitle, stateWord } from "@/lib/format/state-words";
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
  /** Other words than the state's own, such as "6 lost". */
  readonly children?: ReactNode;
}

const REPLICA_HIDDEN = "replica-not-visible" satisfies UnverifiedReplicaReason;

/** Letters of a state's words that stay on one line on a phone too. */
const LONGEST_LINE = 20;

/** A state as icon, word and tone, never greener than its cluster is live. */
export function StateBadge({ state, vouched = true, why = "", cluster, children }: StateBadgeProps) {
  const freshness = useFreshness(cluster);
  const isHidden = vouched && freshness.kind === "live" && freshness.notVerified !== undefined;
  return (
    <ShownState shown={shownVerdict({ state, vouched }, freshness)} why={isHidden ? REPLICA_HIDDEN : why}>
      {children}
    </ShownState>
  );
}

/** The same for whoever has combined verdict and freshness already. */
export function ShownState({ shown: what, why = "", children }: { readonly shown: ShownVerdict; readonly why?: string; readonly children?: ReactNode }) {
  const words = children ?? wordOf(what, why);
  // "Healthy, replica not visible" is wider than what a phone has beside a name.
  const lines = typeof words === "string" && words.length > LONGEST_LINE ? "whitespace-nowrap max-desk:whitespace-normal" : "whitespace-nowrap";
  return (
    <span
      className={`inline-flex items-center gap-1.5 align-middle ${lines} ${wordClass(what)}`}
      title={children === undefined ? (stateTitle(what.state) ?? undefined) : undefined}
      data-state-word={what.state}
      data-verified={what.tone !== "blind"}
      data-reason={why || undefined}
    >
      <StateIcon state={what.state} className={iconClass(what)} />
      {words}
    </span>
  );
}

function wordOf({ state, tone }: ShownVerdict, why: string): string {
  return stateWord(state, tone !== "blind", why);
}
