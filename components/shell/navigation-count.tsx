"use client";

import { clsx } from "clsx";
import { useZone } from "@/components/table/use-zone";
import { useFreshness } from "@/lib/client/status";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { formatClock } from "@/lib/format/clock";
import { formatNumber } from "@/lib/format/text/numbers";

/** A number of the navigation. `of`: the words after it, for a tooltip and screen readers. */
interface Count {
  readonly fact: string;
  readonly number: number;
  readonly of: string;
  readonly tone: keyof typeof TONES;
  /** The part of the number that is urgent, shown instead of it. */
  readonly urgent?: number;
}

const TONES = { bad: "text-bad", blind: "text-blind", quiet: "text-ink-3" } as const;

/** The number beside a page: trouble in all namespaces of the viewer. Red is new trouble. Violet is not known for sure, with the time if the page is not live. */
export function NavigationCount({ page, head }: { readonly page: string; readonly head: ShellHead | null }) {
  const count = head === null ? null : (COUNTS[page]?.(head) ?? null);
  return count === null || count.number === 0 ? null : <ShownCount {...count} />;
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
  Services: ({ servicesInTrouble }) => ({ fact: "services-in-trouble", number: servicesInTrouble ?? 0, of: "down or degraded", tone: "bad" }),
  Findings: ({ findingErrors }) => ({ fact: "finding-errors", number: findingErrors ?? 0, of: "errors", tone: "bad" }),
};
