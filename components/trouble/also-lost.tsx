"use client";

import { useTense } from "@/components/table/use-tense";
import { useSeveralClusters } from "@/lib/client/known-clusters";
import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import { clusterBefore } from "@/lib/format/text/cluster";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import type { OtherLosses } from "./use-fleet-losses";

/** Groups that lost machines though they are in no trouble now. */
export function AlsoLost({ others }: { readonly others: readonly OtherLosses[] }) {
  const tense = useTense();
  const several = useSeveralClusters();
  const more = others.length - MOST_OTHERS;
  if (others.length === 0) return null;
  return (
    <p className="mt-2.5 text-s text-ink-3">
      {`Lost within a day, without trouble ${tense.past ? tense.at : "now"}: `}
      {others.slice(0, MOST_OTHERS).map(({ cluster, namespace, group, count }, index) => (
        <span key={`${cluster} ${namespace} ${group}`}>
          {index > 0 && ", "}
          <Link href={pagePaths.group(cluster, namespace, group)} prefetch={false} className="font-mono text-ink-2">
            {clusterBefore(cluster, several, `${namespace} / ${group || "no group"}`)}
          </Link>{" "}
          {formatNumber(count)}
        </span>
      ))}
      {more > 0 && ` and ${plural(more, "more group")}`}
    </p>
  );
}

/** More groups than these are counted. */
const MOST_OTHERS = 4;
