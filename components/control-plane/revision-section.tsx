"use client";

import { groupHref } from "@/components/table/group-href";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import type { ClusterControlPlane, ControlPlaneHead, WireRevisionMismatch } from "@/lib/contract/views/control-plane";
import { mismatchMeaning, mismatchSentence } from "@/lib/format/control-plane/mismatch-words";
import { listOf } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";

/** Which revision holds how many, which the entries are for, and groups that are held by another than is asked for. */
export function RevisionSection({ head }: { readonly head: ControlPlaneHead }) {
  const { clusters, mismatches, moreMismatches } = head;
  return (
    <Section
      name="revisions"
      title="Revisions"
      aside={mismatches.length === 0 ? undefined : `${plural(mismatches.length + moreMismatches, "group")} held by another`}
    >
      {clusters.map((one) => (
        <ClusterRevisions key={one.cluster} cluster={one} named={clusters.length > 1} />
      ))}
      {mismatches.length > 0 && (
        <ul className="mt-1">
          {mismatches.map((mismatch) => (
            <Mismatch key={`${mismatch.cluster}/${mismatch.namespace}/${mismatch.group}`} mismatch={mismatch} />
          ))}
        </ul>
      )}
      {moreMismatches > 0 && <p className="mt-2 text-s text-ink-3">{plural(moreMismatches, "group")} more.</p>}
    </Section>
  );
}

function ClusterRevisions({
  cluster: { cluster, revisions, labels, moreLabels, namespaces, replicas },
  named,
}: {
  readonly cluster: ClusterControlPlane;
  readonly named: boolean;
}) {
  const held = revisions.map(({ revision, running, held: count }) => `${revision}: ${plural(running, "replica")}, ${plural(count, "connection")}`);
  const labelled = labels.filter(({ revision }) => revision !== "").map(({ revision, count }) => `${revision} on ${plural(count, "entry", "entries")}`);
  return (
    <>
      <p className="mt-2.5 text-ink-2">
        {named && `${cluster}: `}
        {replicas.kind === "denied" ? <span className="text-blind">which revisions run is not visible</span> : held.join(" · ") || "no replica runs"}
      </p>
      <p className="text-s text-ink-3">
        {labelled.length === 0
          ? "No entry has the label istio.io/rev: each revision sees all of them."
          : `Label istio.io/rev: ${listOf(labelled)}${moreLabels > 0 ? ` and ${formatNumber(moreLabels)} others` : ""}.`}
        {namespaces === "denied" && <span className="text-blind"> Which revision a namespace asks for is not visible.</span>}
      </p>
    </>
  );
}

function Mismatch({ mismatch }: { readonly mismatch: WireRevisionMismatch }) {
  const { cluster, namespace, group, isUnknown } = mismatch;
  return (
    <li className="border-b border-line py-1.5">
      <Link href={groupHref({ cluster, namespace, name: group })} prefetch={false} className="font-mono text-s max-desk:py-2">
        {namespace} / {group || "no group"}
      </Link>
      <p className="text-s text-ink-2">
        <span className={isUnknown ? "text-blind" : "text-warn"}>{mismatchSentence(mismatch)}</span> {mismatchMeaning(mismatch)}
      </p>
    </li>
  );
}
