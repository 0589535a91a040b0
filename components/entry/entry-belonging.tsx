"use client";

import { Moment } from "@/components/table/times";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import { originWords } from "@/lib/format/origin-words";
import type { EntryDetail, SeenEntry } from "./use-last-seen";

const MEMBERSHIP: Record<EntryDetail["membership"], string> = {
  owned: "by owner reference",
  annotated: "by the annotation istio.io/autoRegistrationGroup only: no owner reference, so deleting the group does not delete this entry",
  "owner-differs": "by owner reference; the annotation istio.io/autoRegistrationGroup names another group",
  none: "",
};

/** Whose the entry is: its group, its owner, who wrote it first and last. */
export function EntryBelonging({ row, detail }: SeenEntry) {
  const { owner, lastWriter } = detail;
  return (
    <Section name="group" title="Belongs to">
      <Facts>
        <Fact field="group" name="group">
          {row.group === "" ? (
            <span data-membership={detail.membership} className="text-ink-3">
              no group: neither owner reference nor annotation names one
            </span>
          ) : (
            <>
              <Link href={pagePaths.group(row.cluster, row.namespace, row.group)} prefetch={false} className="font-mono text-s">
                {row.group}
              </Link>{" "}
              <span data-membership={detail.membership} className="text-ink-2">
                {MEMBERSHIP[detail.membership]}
              </span>
              {!detail.groupExists && <span className="text-warn"> · no such WorkloadGroup can be seen</span>}
            </>
          )}
        </Fact>
        <Fact field="owner" name="owner">
          {owner === null ? <span className="text-ink-3">none</span> : <code>{`${owner.kind}/${owner.name}`}</code>}
        </Fact>
        <Fact field="origin" name="created by">
          {originWords(row.origin, owner)}
        </Fact>
        {detail.managedBy !== "" && (
          <Fact field="managed-by" name="managed by">
            {detail.managedBy}
          </Fact>
        )}
        <Fact field="last-writer" name="last writer">
          {lastWriter === null ? (
            <span className="text-ink-3">not recorded</span>
          ) : (
            <>
              <code>{lastWriter.manager}</code>{" "}
              <span className="text-ink-2">
                {lastWriter.operation}
                {lastWriter.subresource !== "" && ` of ${lastWriter.subresource}`}
              </span>
              {lastWriter.time !== null && (
                <>
                  {" "}
                  <Moment at={lastWriter.time} />
                </>
              )}
            </>
          )}
        </Fact>
        <Fact field="uid" name="uid" mono>
          {row.uid}
        </Fact>
      </Facts>
      <p className="mt-2 text-s text-ink-3">Kubernetes stores who wrote a field last, not who created the object.</p>
    </Section>
  );
}
