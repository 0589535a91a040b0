"use client";

import { useServerNow } from "@/lib/client/clock";
import { useStatus } from "@/lib/client/status";
import { useViewer } from "@/lib/client/viewer";
import { accountForReads } from "@/lib/contract/answers/session";
import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { freshnessSentence, PROOF_WORDS } from "@/lib/format/freshness-words";
import { actingWords, auditNameWords } from "@/lib/format/session-words";
import { ClusterSources } from "./cluster-sources";

/** Details about the page's freshness: the evidence, the identity with which Stolos read the data, and each cluster's sources. */
export function FreshnessDetails({ freshness }: { readonly freshness: PageFreshness }) {
  const { clusters } = useStatus();
  const viewer = useViewer();
  const now = useServerNow();
  return (
    <>
      <p>{freshnessSentence(freshness, now)}</p>
      <p className="mt-1.5 text-ink-2">{PROOF_WORDS}</p>
      <p data-sign-in={viewer.signIn} data-may-write={viewer.mayWrite} data-read-as={accountForReads(viewer)} className="mt-1.5 text-ink-2">
        {actingWords(viewer)} {auditNameWords(viewer)}
      </p>
      {freshness.kind === "past" && <p className="mt-1.5 text-ink-2">What is watched is of now:</p>}
      {clusters.map((cluster) => (
        <ClusterSources key={cluster.cluster} status={cluster} page={freshness} now={now} />
      ))}
    </>
  );
}
