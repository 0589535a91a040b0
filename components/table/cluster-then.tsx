"use client";

import { Sentence } from "@/components/state/statement";
import { useOfServerNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { SHELL_VIEW, usePastView } from "@/lib/client/past-view";
import { type ClusterWithoutData, clustersWithoutCurrentData } from "@/lib/domain/statements/clusters-in-total";
import { notKnownSentence } from "@/lib/format/reached-clusters";
import { type Tense, tenseOf } from "@/lib/format/text/tense";
import { useTense } from "./use-tense";
import { useZone } from "./use-zone";

/** The tense of the headline of one object. On a page of the past it has the moment at which the cluster of the object was last known. */
export function useObjectTense(cluster: string): Tense {
  const tense = useTense(cluster);
  const zone = useZone();
  const hour = useOfServerNow((now) => now - (now % 3_600_000));
  const { since = null } = useNotKnownThen(cluster) ?? {};
  return since === null ? tense : tenseOf({ kind: "past", asOf: since, reason: "" }, zone, hour);
}

/** The last sentence of such a headline: "ap-1 was not known since 03:50:12." Nothing if the cluster was known. */
export function NotKnownThen({ cluster }: { readonly cluster: string }) {
  const zone = useZone();
  const at = usePast();
  const notKnown = useNotKnownThen(cluster);
  if (at === null || notKnown === null) return null;
  return (
    <>
      {" "}
      <Sentence of={notKnown} className="text-blind">
        {notKnownSentence(notKnown, { now: at, zone })}
      </Sentence>
    </>
  );
}

/** Null if the page is live, or the cluster was known at its moment. */
function useNotKnownThen(cluster: string): ClusterWithoutData | null {
  const at = usePast();
  const { state } = usePastView(at === null ? null : SHELL_VIEW, at);
  const own = (state?.clusters ?? []).filter((one) => one.cluster === cluster);
  return at === null ? null : (clustersWithoutCurrentData(own, at)[0] ?? null);
}
