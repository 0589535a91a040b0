"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { SeverityIcon, UnknownIcon } from "@/components/state/severity-icon";
import { NO_ROWS } from "@/components/table/first-window";
import { Link } from "@/lib/client/page-link";
import { useView } from "@/lib/client/use-view";
import { type GroupFindingsHead, type GroupFindingsRow, groupFindingsHref } from "@/lib/contract/views/findings";
import type { GroupRow } from "@/lib/contract/views/groups";
import { FINDING_SEVERITIES } from "@/lib/domain/findings/rule";
import { foundCountWords, untoldRulesWords } from "@/lib/format/found-count";
import { formatNumber } from "@/lib/format/text/numbers";

interface Found {
  readonly head: GroupFindingsHead | null;
  readonly rows: ReadonlyMap<string, GroupFindingsRow>;
}

const Marks = createContext<Found>({ head: null, rows: new Map() });

/** Provides the findings about groups to the components inside it. `places`: the query for clusters and namespaces. */
export function GroupFindingsProvider({ places, children }: { readonly places: string; readonly children: ReactNode }) {
  const { state } = useView("group-findings", places, NO_ROWS);
  const found = useMemo(() => ({ head: state?.head ?? null, rows: new Map((state?.rows ?? []).map((row) => [row.id, row])) }), [state]);
  return <Marks value={found}>{children}</Marks>;
}

type Row = Pick<GroupRow, "id" | "cluster" | "namespace" | "name">;

/** A mark with the findings about a group, next to its name; nothing if there are none, or if they are unknown. */
export function GroupFindingsMark({ row }: { readonly row: Row }) {
  const found = useContext(Marks).rows.get(row.id);
  return found === undefined ? null : (
    <span className="ml-2 align-middle max-desk:hidden">
      <Counts row={row} found={found} />
    </span>
  );
}

/** The same as a table cell, where "unknown" differs from "none". */
export function GroupFindingsCell({ row }: { readonly row: Row }) {
  const { head, rows } = useContext(Marks);
  const found = rows.get(row.id);
  if (found !== undefined) return <Counts row={row} found={found} />;
  if (head === null || !head.settled || head.more > 0) return <NotKnown head={head} />;
  const untold = head.untold.find(({ cluster, namespace }) => cluster === row.cluster && namespace === row.namespace)?.rules ?? 0;
  if (untold === 0) return <span className="text-ink-3">0</span>;
  return (
    <span title={untoldRulesWords(untold)}>
      <UnknownIcon />
    </span>
  );
}

/** The number of findings by severity, with a link to the list. */
function Counts({ row, found }: { readonly row: Row; readonly found: GroupFindingsRow }) {
  const words = foundCountWords(found);
  return (
    <Link
      href={groupFindingsHref(row)}
      prefetch={false}
      title={words}
      aria-label={words}
      data-found={FINDING_SEVERITIES.reduce((sum, severity) => sum + found[severity], 0)}
      className="inline-flex items-center gap-2 text-xs text-ink-2 tabular-nums"
    >
      {FINDING_SEVERITIES.filter((severity) => found[severity] > 0).map((severity) => (
        <span key={severity} data-severity={severity} data-count={found[severity]} className="inline-flex items-center gap-1">
          <SeverityIcon severity={severity} /> {formatNumber(found[severity])}
        </span>
      ))}
    </Link>
  );
}

function NotKnown({ head }: Pick<Found, "head">) {
  const isTooMany = head !== null && head.more > 0;
  return (
    <span
      className="text-ink-3"
      title={isTooMany ? "Too many groups have findings for all to be marked here: see Findings." : "Not everything has been looked at yet."}
    >
      —
    </span>
  );
}
