import { clsx } from "clsx";
import { TableHeads } from "@/components/ui/table-heads";
import type { ClusterView } from "@/lib/client/status";
import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { sourceLine } from "@/lib/format/freshness-words";
import { listedSource } from "@/lib/format/source-words";
import { formatSpan } from "@/lib/format/text/duration";
import { formatNumber } from "@/lib/format/text/numbers";

interface ClusterSourcesProps {
  readonly status: ClusterView;
  readonly page: PageFreshness;
  readonly now: number;
}

const SKEW_WORTH_SAYING_MS = 2000;

/** The watched sources of one cluster: number of objects and freshness of each. */
export function ClusterSources({ status, page, now }: ClusterSourcesProps) {
  const { cluster, version, skewMs, sources } = status;
  return (
    <section data-cluster={cluster} className="mt-3">
      <h3 className="font-mono text-s font-medium">
        {cluster} {version !== null && <span className="font-normal text-ink-3">{version}</span>}
      </h3>
      <table className="table mt-1 text-s">
        <TableHeads of={["Kind", "Objects", "Freshness"]} className="sr-only" />
        <tbody>
          {sources.map(({ source, namespace, freshness, reason, objects, unreadable }) => (
            <tr key={`${source}/${namespace}`} data-source={source} data-namespace={namespace} data-freshness={freshness.kind} data-objects={objects}>
              <td className="font-mono">
                {listedSource(source)}
                {namespace !== "*" && <span className="text-ink-3"> in {namespace}</span>}
              </td>
              <td className="num">
                {freshness.kind === "denied" || freshness.kind === "absent" ? "" : formatNumber(objects)}
                {unreadable > 0 && <span className="text-bad">, {formatNumber(unreadable)} unreadable</span>}
              </td>
              <td className={clsx("num", freshness.kind === "live" && page.kind !== "stale" ? "text-ink-2" : "text-blind")} title={reason}>
                {sourceLine(freshness, page, now)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {skewMs !== null && Math.abs(skewMs) >= SKEW_WORTH_SAYING_MS && (
        <p className="mt-1.5 text-s text-warn">
          The API server's clock is {formatSpan(Math.abs(skewMs))} {skewMs > 0 ? "ahead of" : "behind"} this server's; ages are counted by the API server's.
        </p>
      )}
    </section>
  );
}
