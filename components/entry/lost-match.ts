import type { LossRow } from "@/lib/contract/history";
import type { ListQuery, Term } from "@/lib/contract/list-query";
import { zoneOf } from "./entry-columns";

/** Does the list ask for machines that are gone? */
export function asksForLost({ terms }: Pick<ListQuery, "terms">): boolean {
  return terms.some((term) => term.kind === "facet" && term.facet === "state" && term.value === "vanished" && !term.negated);
}

/** Does a lost machine match the other words of the filter? What is not kept of the lost (labels) matches nobody, and the page says so. */
export function matchesLost({ row }: LossRow, terms: readonly Term[]): boolean {
  return terms.every((term) => {
    if (term.kind === "facet" && term.facet === "state" && term.value === "vanished") return !term.negated;
    return matches(row, term) !== term.negated;
  });
}

function matches(row: LossRow["row"], term: Term): boolean {
  if (term.kind === "label") return false;
  if (term.kind === "text") {
    const wanted = term.text.toLowerCase();
    return [row.name, row.address, row.host, row.message].some((text) => text.toLowerCase().includes(wanted));
  }
  const own = traitOf(row, term.facet);
  return own === null || own === term.value || (own === "" && term.value === "none");
}

function traitOf(row: LossRow["row"], facet: Extract<Term, { kind: "facet" }>["facet"]): string | null {
  switch (facet) {
    case "group":
      return row.group === "" ? "" : `${row.namespace}/${row.group}`;
    case "zone":
      return zoneOf(row.locality);
    case "region":
      return row.locality.split("/")[0] ?? "";
    case "network":
      return row.network;
    case "replica":
      return row.controller;
    case "revision":
      return row.revision;
    case "origin":
      return row.origin;
    case "cluster":
      return row.cluster;
    case "state":
      return row.state;
  }
}
