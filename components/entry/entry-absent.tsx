"use client";

import { useZone } from "@/components/table/use-zone";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useNow } from "@/lib/client/clock";
import { Link } from "@/lib/client/page-link";
import { useFreshness, useStatus } from "@/lib/client/status";
import type { HistoryCoverage } from "@/lib/contract/answers/history";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { parseMachineTerms } from "@/lib/contract/url/parse-terms";
import { encodeSegment, pagePaths } from "@/lib/contract/url/paths";
import { absenceReason } from "@/lib/format/absence";
import { recordedSincePhrase } from "@/lib/format/state-chart-text";
import { sentence } from "@/lib/format/text/sentence";

interface UnknownEntryProps {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly problem: string | null;
  /** The coverage of the history, which has no entry of this name; null = not known. */
  readonly recorded: HistoryCoverage | null;
}

/** Explains why an entry without history cannot be shown, and where to look for it. */
export function UnknownEntry({ cluster, namespace, name, problem, recorded }: UnknownEntryProps) {
  const live = useFreshness(cluster).kind === "live";
  const clusters = useStatus().clusters.map((one) => one.cluster);
  const now = useNow();
  const zone = useZone();
  const search = formatListQuery({ clusters: [], namespaces: [namespace], terms: parseMachineTerms(JSON.stringify(name)), sort: "" });
  return (
    <Notice
      kind={problem === null ? "not-found" : "error"}
      title={problem ?? absenceReason(cluster, clusters, live)}
      actions={
        <>
          <Link href={pagePaths.entries(search)} className={buttonClass()}>
            Entries of this name
          </Link>
          <Link href={pagePaths.entries(`ns=${encodeSegment(namespace)}`)} className={buttonClass()}>
            All of {namespace}
          </Link>
        </>
      }
    >
      <p>
        istiod deletes the entry of a lost machine when its grace period is over. A machine that connects again gets a new entry, often under the same name.
      </p>
      {recorded !== null && <p>The history has no entry of this name. {sentence(recordedSincePhrase(recorded, now, zone))}</p>}
    </Notice>
  );
}
