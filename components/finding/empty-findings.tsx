"use client";

import { NoneMatches } from "@/components/table/none-matches";
import type { ListUrl } from "@/components/table/use-list-url";
import { Notice } from "@/components/ui/notice";
import type { FindingFacet } from "@/lib/contract/url/list-filters";
import type { FindingsHead } from "@/lib/contract/views/findings";
import { plural } from "@/lib/format/text/numbers";
import { isUntold } from "./untold-section";

/** No finding at all, or none that matches: said of those rules only that could tell. */
export function EmptyFindings({ head, url }: { readonly head: FindingsHead; readonly url: ListUrl<FindingFacet> }) {
  const { terms, namespaces, clusters } = url.query;
  const untold = head.rules.filter(isUntold).length;
  if (terms.length + namespaces.length + clusters.length > 0) {
    return <NoneMatches url={url} subject="findings" title={head.total === 0 ? "No finding here" : `None of ${plural(head.total, "finding")} matches`} />;
  }
  if (!head.settled) return <Notice kind="empty" subject="findings" title="Nothing found so far, and not everything has been asked about yet" />;
  return (
    <Notice kind={untold > 0 ? "denied" : "empty"} subject="findings" title={untold > 0 ? "Nothing found by the rules that can tell" : "Nothing found"}>
      {untold > 0 && <p>{plural(untold, "rule")} cannot tell everywhere: what each of them lacks is said below.</p>}
    </Notice>
  );
}
