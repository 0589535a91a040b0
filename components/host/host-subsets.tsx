"use client";

import { Section } from "@/components/ui/section";
import { TableHeads } from "@/components/ui/table-heads";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { totalEndpoints } from "@/lib/domain/selection/port-groups";
import { kindsPhrase } from "@/lib/format/host/kind-counts";
import { listAndMore } from "@/lib/format/text/lists";

/** The subsets of the host with who is in each, and who is in none: requests for a subset never come to these. */
export function HostSubsets({ detail: { subsets, inNoSubset } }: { readonly detail: ServiceDetail }) {
  if (subsets.length === 0) return null;
  const none = totalEndpoints(inNoSubset.of);
  const more = none - inNoSubset.names.length;
  return (
    <Section name="subsets" title="Subsets">
      <table className="table [&_td]:py-1 [&_td]:whitespace-normal [&_td]:wrap-anywhere">
        <caption className="sr-only">Subsets</caption>
        <TableHeads of={["SUBSET", "LABELS", "WHO"]} />
        <tbody>
          {subsets.map(({ name, labels, of }) => (
            <tr key={name}>
              <td className="font-mono text-s">{name}</td>
              <td className="font-mono text-s text-ink-2">{labels.map(({ key, value }) => `${key}=${value}`).join(", ") || "all"}</td>
              <td className={totalEndpoints(of) === 0 ? "text-bad" : ""}>{kindsPhrase(of)}</td>
            </tr>
          ))}
          <tr>
            <td className="text-ink-3">in none</td>
            <td className="font-mono text-s break-all text-ink-2">{listAndMore(inNoSubset.names, more, { commas: true })}</td>
            <td className={none > 0 ? "text-warn" : "text-ink-3"}>{kindsPhrase(inNoSubset.of)}</td>
          </tr>
        </tbody>
      </table>
    </Section>
  );
}
