"use client";

import { WhoSelects } from "@/components/table/who-selects";
import { Folded } from "@/components/ui/folded";
import { TableHeads } from "@/components/ui/table-heads";
import { Link } from "@/lib/client/page-link";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { WireLabel } from "@/lib/contract/views/entries";
import type { EntryWithDetail } from "./use-last-seen";

/** The number of labels shown at first. */
const FIRST_LABELS = 12;

const FROM: Record<WireLabel["from"], string> = {
  metadata: "metadata.labels",
  spec: "spec.labels",
  both: "spec.labels and metadata.labels",
  derived: "added by Istio from the entry's fields",
};

/** The labels that selectors match, each with its source and a link to all entries that have it. */
export function EntryLabels({ row, detail }: EntryWithDetail) {
  return (
    <>
      {detail.labels.length === 0 ? (
        <p className="pt-1 text-ink-2">None: no selector matches this entry by a label.</p>
      ) : (
        <Folded items={detail.labels} first={FIRST_LABELS} what="labels">
          {(labels) => (
            <div className="overflow-x-auto">
              <table className="table">
                <caption className="sr-only">Effective labels and their origin</caption>
                <TableHeads of={["LABEL", "FROM", { hidden: "SELECTED BY" }]} />
                <tbody>
                  {labels.map((label) => (
                    <tr key={label.key} data-label={`${label.key}=${label.value}`} data-from={label.from} data-overridden={label.overridden ?? undefined}>
                      <td className="max-desk:whitespace-normal max-desk:break-all max-desk:py-1.5">
                        <Link href={listOf(row.cluster, row.namespace, label)} prefetch={false} className="font-mono text-s">
                          {label.key}={label.value}
                        </Link>
                      </td>
                      <td className="text-ink-2 max-desk:whitespace-normal desk:w-[48%]">
                        {FROM[label.from]}
                        {label.overridden !== null && (
                          <span className="text-warn">
                            ; metadata wins over <code>{label.overridden || '""'}</code> in spec.labels
                          </span>
                        )}
                      </td>
                      <td className="text-right">
                        <WhoSelects cluster={row.cluster} namespace={row.namespace} label={label} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Folded>
      )}
    </>
  );
}

function listOf(cluster: string, namespace: string, { key, value }: WireLabel): string {
  const terms = [{ kind: "label", key, value, negated: false }] as const;
  return pagePaths.entries(formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }));
}
