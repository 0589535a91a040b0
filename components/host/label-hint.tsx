"use client";

import { Link } from "@/lib/client/page-link";
import { formatTerm, type Term } from "@/lib/contract/url/filter-term";
import type { ServiceFacet } from "@/lib/contract/url/list-filters";
import { formatListQuery, type ListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";

/** Where hosts are asked by a label that their selectors want: the way to the machines that have it. */
export function LabelHint({ query }: { readonly query: ListQuery<ServiceFacet> }) {
  const labels = query.terms.filter((term): term is Extract<Term<ServiceFacet>, { kind: "label" }> => term.kind === "label" && !term.negated);
  if (labels.length === 0) return null;
  const words = labels.map(formatTerm).join(" ");
  const machines = pagePaths.entries(formatListQuery({ ...query, terms: labels, sort: "" }));
  return (
    <p className="mb-2.5 text-s text-ink-2">
      Hosts whose selector wants <span className="font-mono">{words}</span>.{" "}
      <Link href={machines} prefetch={false} className="text-accent">
        Machines with it
      </Link>
    </p>
  );
}
