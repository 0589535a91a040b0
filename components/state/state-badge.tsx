"use client";

import type { ReactNode } from "react";
import { useFreshness } from "@/lib/client/status";
import { type ShownVerdict, shownVerdict } from "@/lib/domain/verdict/freshness";
import type { State, UnverifiedReplicaReason } from "@/lib/domain/verdict/verdict";
import { stateTitle, stateWord } from "@/lib/format/state-words";
import { StateIcon } from "./state-icon";
import { stateIconClass, stateNameClass } from "./tone";

interface StateBadgeProps {
  readonly state: State;
  /** False if a Healthy entry's replica is unverified or not visible. */
  readonly vouched?: boolean;
  /** The code of the reason why it is not verified, if known. */
  readonly why?: string;
  /** The cluster whose freshness counts. Absent = the least fresh of all clusters. */
  readonly cluster?: string;
  /** Replaces the name of the state, for example by "6 lost". */
  readonly children?: ReactNode;
}

const REPLICA_HIDDEN = "replica-not-visible" satisfies UnverifiedReplicaReason;

/** State names with more letters wrap on a phone. */
const LONGEST_LINE = 20;

/** A state as icon, text and colour. Never green unless the cluster's source is live. */
export function StateBadge({ state, vouched = true, why = "", cluster, children }: StateBadgeProps) {
  const freshness = useFreshness(cluster);
  const isHidden = vouched && freshness.kind === "live" && freshness.notVerified !== undefined;
  return (
    <ShownStateBadge shown={shownVerdict({ state, vouched }, freshness)} why={isHidden ? REPLICA_HIDDEN : why}>
      {children}
    </ShownStateBadge>
  );
}

/** The badge of a state for callers that have already combined it with the freshness of its source. */
export function ShownStateBadge({ shown: what, why = "", children }: { readonly shown: ShownVerdict; readonly why?: string; readonly children?: ReactNode }) {
  const words = children ?? wordOf(what, why);
  // "Healthy, replica not visible" is too wide for a phone.
  const lines = typeof words === "string" && words.length > LONGEST_LINE ? "whitespace-nowrap max-desk:whitespace-normal" : "whitespace-nowrap";
  return (
    <span
      className={`inline-flex items-center gap-1.5 align-middle ${lines} ${stateNameClass(what)}`}
      title={children === undefined ? (stateTitle(what.state) ?? undefined) : undefined}
      data-state-word={what.state}
      data-verified={what.tone !== "blind"}
      data-reason={why || undefined}
    >
      <StateIcon state={what.state} className={stateIconClass(what)} />
      {words}
    </span>
  );
}

function wordOf({ state, tone }: ShownVerdict, why: string): string {
  return stateWord(state, tone !== "blind", why);
}
