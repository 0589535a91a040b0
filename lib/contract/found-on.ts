import type { FindingSeverity, FindingSubject } from "@/lib/domain/findings/rule";
import { formatListQuery } from "./list-query";
import { pagePaths } from "./paths";

/** The pages that are maps, by their addresses: each marks what rules found about the things that it draws. */
export const FOUND_MAPS = ["localities", "networks", "control-plane"] as const;
export type FoundMap = (typeof FOUND_MAPS)[number];

/** One thing of a map about which something was found: a place, a network, a gateway or a replica. */
export interface FoundOnRow {
  readonly id: string;
  readonly cluster: string;
  /** What the findings are about, by which the list of findings tells them from others that name the same thing. */
  readonly subject: FindingSubject;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly count: number;
  /** The worst of them. */
  readonly severity: FindingSeverity;
  /** The rules that found something, by their names. */
  readonly rules: readonly string[];
}

/** Head of "found-on": rows are FoundOnRow. `settled` is false while not everything has been asked about. */
export interface FoundOnHead {
  readonly settled: boolean;
}

export function formatFoundOn(map: FoundMap): string {
  return new URLSearchParams({ map }).toString();
}

/** Reads the query of "found-on"; null where it names no map. */
export function parseFoundOn(query: string): FoundMap | null {
  const named = new URLSearchParams(query).get("map");
  return FOUND_MAPS.find((map) => map === named) ?? null;
}

/** The list of these findings. */
export function foundOnHref({ cluster, subject, name }: Pick<FoundOnRow, "cluster" | "subject" | "name">): string {
  const terms = [
    { kind: "facet", facet: "kind", value: subject, negated: false },
    { kind: "facet", facet: "object", value: name, negated: false },
  ] as const;
  return pagePaths.findings(formatListQuery({ clusters: [cluster], namespaces: [], terms, sort: "" }));
}
