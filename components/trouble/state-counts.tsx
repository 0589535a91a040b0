"use client";

import { clsx } from "clsx";
import { StateSquare } from "@/components/state/state-square";
import { statementAttributes } from "@/components/state/statement";
import { Link } from "@/lib/client/page-link";
import { useIsWall } from "@/lib/client/use-is-wall";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { FleetHead } from "@/lib/contract/views/fleet";
import { type StateCount, stateCounts } from "@/lib/domain/statements/state-counts";
import { type StateWord, statesCountedAs } from "@/lib/domain/verdict/verdict";
import { stateCountTitle, WORDS } from "@/lib/format/state-words";
import { formatNumber } from "@/lib/format/text/numbers";
import type { ReachableFleet } from "./counted-fleet";

/** Colours of the counts. A count that the viewer cannot verify is violet. */
const TONES: Readonly<Partial<Record<StateWord, string>>> = { unhealthy: "text-bad", lost: "text-bad", unverified: "text-blind" };

/** The first states of the second and third part of the counts: serving, in trouble, planned. */
const FIRST_OF_PART: readonly StateWord[] = ["unhealthy", "draining"];

/** The machines of a fleet or group. `query`: their canonical query without a state filter. */
interface CountedMachines extends Pick<ReachableFleet, "reached" | "tense" | "query"> {
  readonly head: Parameters<typeof stateCounts>[0] & { readonly replicas: Pick<FleetHead["replicas"], "kind"> };
}

/**
 * The counts of the eight states, which add up to the total and link to the entries. They also are the legend of cells and charts. Each state keeps
 * its place, also with zero machines.
 */
export function StateCounts({ counted: { head, reached, tense, query } }: { readonly counted: CountedMachines }) {
  const isVerified = head.replicas.kind !== "denied";
  return (
    <ul
      aria-label="Machines by state"
      data-counts=""
      className="mt-2.5 flex min-h-5 flex-wrap gap-x-[22px] gap-y-1.5 max-desk:grid max-desk:min-h-[76px] max-desk:grid-cols-4 max-desk:gap-x-1.5 max-desk:gap-y-2"
    >
      {stateCounts(head).map((count) => (
        <li
          key={count.word}
          {...statementAttributes(count, tense)}
          className={clsx("flex", FIRST_OF_PART.includes(count.word) && "desk:border-l desk:border-line-2 desk:pl-[22px]")}
        >
          <Slot count={count} query={query} isVerified={isVerified} cluster={tense.past ? undefined : reached[0]} />
        </li>
      ))}
    </ul>
  );
}

interface SlotProps {
  readonly count: StateCount;
  readonly query: string;
  readonly isVerified: boolean;
  /** The cluster whose freshness decides the colour of the squares. */
  readonly cluster: string | undefined;
}

const SLOT =
  "flex items-center gap-[7px] max-desk:grid max-desk:min-h-9 max-desk:w-full max-desk:grid-cols-[9px_1fr] max-desk:gap-x-1.5 max-desk:gap-y-0 max-desk:text-xs";

function Slot({ count, query, isVerified, cluster }: SlotProps) {
  const { word, count: number, states } = count;
  const isWall = useIsWall();
  const [state = "healthy"] = statesCountedAs(word);
  const parts = (
    <>
      <span className={clsx(number === 0 && "invisible")}>
        <StateSquare state={state} vouched={isVerified} {...(cluster !== undefined && { cluster })} />
      </span>
      <span className="max-desk:col-span-2 max-desk:row-start-2">{WORDS[word]}</span>
      <b
        className={clsx(
          "min-w-[2ch] font-medium tabular-nums max-desk:col-start-2 max-desk:row-start-1 max-desk:text-m",
          word === "healthy" && "desk:min-w-[5ch]",
          number === 0 ? "invisible" : (TONES[word] ?? (isVerified ? "text-ink" : "text-blind")),
        )}
      >
        {formatNumber(number)}
      </b>
    </>
  );
  // Missing machines have no entries to link to.
  if (number === 0 || states.length === 0 || isWall) {
    return (
      <span className={clsx(SLOT, number === 0 ? "text-ink-3" : "text-ink-2")} title={stateCountTitle(count) ?? undefined}>
        {parts}
      </span>
    );
  }
  return (
    <Link href={entriesPath(query, count)} prefetch={false} title={stateCountTitle(count) ?? undefined} className={clsx(SLOT, "text-ink-2 hover:text-ink")}>
      {parts}
    </Link>
  );
}

/** The link to the entries that a count adds up. */
function entriesPath(query: string, { states }: StateCount): string {
  const terms = states.map((value) => ({ kind: "facet", facet: "state", value, negated: false }) as const);
  const machines = parseMachinesQuery(query);
  return pagePaths.entries(formatListQuery({ ...machines, terms: [...machines.terms, ...terms] }));
}
