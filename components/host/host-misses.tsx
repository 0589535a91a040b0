"use client";

import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { NO_SELECTOR } from "@/lib/format/host/not-seen-words";
import { formatNumber } from "@/lib/format/text/numbers";

/** Machines and Pods that one edit would have selected, nearest first, each with the edit. */
export function HostMisses({ detail: { misses, missesMore, machines, selector } }: { readonly detail: ServiceDetail }) {
  return (
    <Section name="near-misses" title="Nearly" aside="nearest first">
      {misses.length === 0 && <p className="mt-2.5 text-ink-3">{noMissText(selector, machines)}</p>}
      <ul>
        {misses.map((miss) => (
          <MissLine key={`${miss.kind}/${miss.uid}`} miss={miss} />
        ))}
      </ul>
      {missesMore > 0 && <p className="mt-2 text-s text-ink-3">{formatNumber(missesMore)} more reasons</p>}
    </Section>
  );
}

function noMissText(selector: ServiceDetail["selector"], machines: ServiceDetail["machines"]): string {
  if (selector === null) return NO_SELECTOR;
  return machines === null ? "Machines are not visible to you." : "No machine or Pod is one edit away.";
}

function MissLine({ miss }: { readonly miss: ServiceDetail["misses"][number] }) {
  const { kind, cluster, namespace, name, uid, count, refusals } = miss;
  return (
    <li className="border-b border-line py-1.5">
      {kind === "machine" ? (
        <Link href={pagePaths.entry(cluster, namespace, name, uid)} prefetch={false} className="font-mono text-s break-all text-ink">
          {name}
        </Link>
      ) : (
        <span className="font-mono text-s break-all">
          {name} <span className="font-sans text-ink-3">pod</span>
        </span>
      )}
      {count > 1 && <span className="text-s text-ink-3"> and {formatNumber(count - 1)} more</span>}
      {refusals.map(({ reason, change }) => (
        <span key={reason} className="block text-s text-ink-2 wrap-anywhere">
          {reason} <span className="text-ink-3">→ {change}</span>
        </span>
      ))}
    </li>
  );
}
