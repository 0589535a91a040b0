"use client";

import { clsx } from "clsx";
import { useZone } from "@/components/table/use-zone";
import { usePast } from "@/lib/client/past";
import { useFreshness, useStatus } from "@/lib/client/status";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { formatClock } from "@/lib/format/clock";
import { listOf } from "@/lib/format/text/lists";
import { formatNumber } from "@/lib/format/text/numbers";

/** The number next to a page link. `of`: the words after it in the tooltip and for screen readers, such as "in trouble". */
interface Count {
  readonly fact: string;
  readonly number: number;
  readonly of: string;
  readonly tone: keyof typeof TONES;
  /** The urgent part of the number, which is shown instead. */
  readonly urgent?: number;
}

const TONES = { bad: "text-bad", blind: "text-blind", quiet: "text-ink-3" } as const;

/**
 * The number next to a page link: objects in trouble in all namespaces of the viewer. Red: new failures. Violet: unverified, or not live (then with a
 * time).
 */
export function NavigationCount({ page, head }: { readonly page: string; readonly head: ShellHead | null }) {
  const countOf = COUNTS[page];
  return head === null || countOf === undefined ? null : <CountOfPage page={page} count={countOf(head)} />;
}

/** The number of a page, or a dash if it is unknown (`count` null). */
function CountOfPage({ page, count }: { readonly page: string; readonly count: Count | null }) {
  const denied = useDenied(NEEDED[page] ?? []);
  if (count === null || (count.number === 0 && denied.length > 0)) return <NotKnown page={page} denied={denied} />;
  return count.number === 0 ? null : <ShownCount {...count} />;
}

/** A dash with the reason, so that unknown does not look like zero. */
function NotKnown({ page, denied }: { readonly page: string; readonly denied: readonly string[] }) {
  const isPast = usePast() !== null;
  const reason =
    denied.length > 0 ? `no permission to list ${listOf(denied)}` : isPast ? "not counted on pages of the past" : (REASONS[page] ?? "not counted yet");
  return (
    <span title={`Not known: ${reason}`} data-not-known={page} className="font-mono text-xs text-blind">
      <span aria-hidden="true">—</span>
      <span className="sr-only"> not known: {reason}</span>
    </span>
  );
}

const REASONS: Readonly<Record<string, string>> = { Incidents: "no history yet, or history is off" };

const GROUPS = { workloadgroups: "WorkloadGroups", workloadentries: "WorkloadEntries" } as const;
/** The sources that a page's number needs, with their names. Without permission for one, zero may be wrong. */
const NEEDED: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  Incidents: Object.entries(GROUPS),
  Groups: Object.entries(GROUPS),
  Services: Object.entries({ services: "Services", serviceentries: "ServiceEntries", workloadentries: "WorkloadEntries" }),
};

/** Returns the names of those objects that the viewer may not list in at least one cluster. */
function useDenied(needed: readonly (readonly [string, string])[]): readonly string[] {
  const { clusters } = useStatus();
  const denied = new Set<string>(clusters.flatMap(({ sources }) => sources.flatMap(({ source, freshness }) => (freshness.kind === "denied" ? [source] : []))));
  return needed.flatMap(([source, name]) => (denied.has(source) ? [name] : []));
}

function ShownCount({ fact, number, urgent = 0, of, tone }: Count) {
  const freshness = useFreshness();
  const zone = useZone();
  const isKnown = freshness.kind === "live" || freshness.kind === "past";
  const time = isKnown || freshness.asOf === null ? "" : ` at ${formatClock(freshness.asOf, zone).slice(0, 5)}`;
  const part = urgent > 0 && urgent < number ? `${formatNumber(urgent)} urgent of ` : "";
  const all = `${formatNumber(number)} ${of}`;
  return (
    <span title={`${part}${all}${time}, in all namespaces`} className={clsx("font-mono text-xs", TONES[isKnown ? tone : "blind"])}>
      <span aria-hidden="true">{formatNumber(urgent || number)}</span>
      <span className="sr-only">
        {" "}
        {part}
        <span data-fact={fact}>{all}</span>
      </span>
      {time}
    </span>
  );
}

const COUNTS: Readonly<Record<string, (head: ShellHead) => Count | null>> = {
  Incidents: ({ incidents }) => {
    if (incidents === null) return null;
    const { number, isKnown, isUrgent } = incidents;
    const of = `open or recovering${isKnown ? "" : ", not known now"}`;
    return { fact: "incidents", number, of, tone: isKnown ? (isUrgent ? "bad" : "quiet") : "blind" };
  },
  Groups: ({ groupsInTrouble: number, groupsUrgent: urgent }) => ({
    ...{ fact: "groups-in-trouble", number, of: "in trouble", urgent },
    tone: urgent > 0 ? "bad" : "blind",
  }),
  Services: ({ servicesInTrouble: number }) => (number === null ? null : { fact: "services-in-trouble", number, of: "down or degraded", tone: "bad" }),
  Findings: ({ findingErrors: number }) => (number === null ? null : { fact: "finding-errors", number, of: "errors", tone: "bad" }),
};
