"use client";

import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { UNDETERMINED } from "@/lib/format/host/claim-words";

/** Who else has this host, and who wins for the caller that is chosen; nothing where nobody else claims it. */
export function HostClaims({ detail }: { readonly detail: ServiceDetail }) {
  const { claims, cluster, host, seenFrom, isDetermined } = detail;
  if (claims.length === 0) return null;
  return (
    <Section name="claims" title="Who claims the host" aside={`for callers in ${seenFrom.namespace}`}>
      <ul>
        {claims.map((claim) => (
          <li key={`${claim.kind} ${claim.namespace}/${claim.name}`} className="border-b border-line py-1.5">
            <Link
              href={pagePaths.host(cluster, claim.kind, claim.namespace, claim.name, claim.kind === "ServiceEntry" ? host : undefined)}
              prefetch={false}
              className="font-mono text-s break-all text-ink"
            >
              {claim.namespace}/{claim.name}
            </Link>{" "}
            <span className="text-s text-ink-3">
              {claim.kind}
              {claim.isOwn && ", this one"}
            </span>
            <span className={`block text-s ${claim.outcome === "defines" || claim.outcome === "adds-endpoints" ? "text-ink-2" : "text-warn"}`}>
              {claim.says}
            </span>
          </li>
        ))}
      </ul>
      {!isDetermined && <p className="mt-2 text-s text-warn">{UNDETERMINED}</p>}
    </Section>
  );
}
