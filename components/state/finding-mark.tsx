"use client";

import { createContext, type ReactNode, useContext } from "react";
import { Link } from "@/lib/client/page-link";
import { useView } from "@/lib/client/use-view";
import { formatMapFindingsQuery, type MapFindingsRow, type MapPageName, mapFindingsHref } from "@/lib/contract/views/findings";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { plural } from "@/lib/format/text/numbers";
import { SeverityIcon } from "./severity-icon";

const NO_ROWS = { offset: 0, limit: 0 };
const Found = createContext<readonly MapFindingsRow[]>([]);

/** Provides the findings about the objects of a map to the `FindingMark` components inside it. */
export function MapFindingsProvider({ map, children }: { readonly map: MapPageName; readonly children: ReactNode }) {
  const { state } = useView("found-on", formatMapFindingsQuery(map), NO_ROWS);
  return <Found value={state?.rows ?? NOTHING}>{children}</Found>;
}

const NOTHING: readonly MapFindingsRow[] = [];

/** An object of a map, as findings identify it. `clusters`: those that the map shows; none = all that the viewer may see. */
export interface MapObject {
  readonly kind: "Locality" | "Network" | "Service" | "Pod";
  readonly namespace?: string;
  readonly name: string;
  readonly clusters: readonly string[];
}

/** A link to the findings about an object of a map; nothing if there are none. `plain`: only the icon, for use inside another link. */
export function FindingMark({ plain = false, ...thing }: MapObject & { readonly plain?: boolean }) {
  const found = useContext(Found).filter((row) => isOf(row, thing));
  const [first] = found;
  if (first === undefined) return null;
  const count = found.reduce((sum, row) => sum + row.count, 0);
  const words = `${plural(count, "finding")}: ${[...new Set(found.flatMap(({ rules }) => rules))].map((rule) => RULE_WORDS[rule]?.title ?? rule).join(", ")}`;
  const worst = found.find(({ severity }) => severity === "error") ?? found.find(({ severity }) => severity === "warning") ?? first;
  if (plain) {
    return (
      <span title={words} data-found={count} className="ml-1 inline-flex self-center">
        <SeverityIcon severity={worst.severity} />
      </span>
    );
  }
  return (
    <Link
      href={mapFindingsHref(worst)}
      prefetch={false}
      title={words}
      data-found={count}
      data-severity={worst.severity}
      className="inline-flex items-center gap-1 font-sans text-xs whitespace-nowrap text-ink-2"
    >
      <SeverityIcon severity={worst.severity} /> {plural(count, "finding")}
    </Link>
  );
}

function isOf(row: MapFindingsRow, { kind, namespace = "", name, clusters }: MapObject): boolean {
  return row.kind === kind && row.name === name && (kind === "Pod" || row.namespace === namespace) && (clusters.length === 0 || clusters.includes(row.cluster));
}
