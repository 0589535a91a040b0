"use client";

import { Section } from "@/components/ui/section";
import type { ServiceDetail } from "@/lib/contract/views/service";

/** What decides beside the object: VirtualServices that name the host, DestinationRules that its callers have, policies that its machines are under. */
export function HostPolicies({ detail: { policies, routes } }: { readonly detail: ServiceDetail }) {
  const lines = [...routes.map((route) => ({ kind: "VirtualService", ...route })), ...policies];
  return (
    <Section name="policies" title="Routes and policies" aside={lines.length === 0 ? undefined : String(lines.length)}>
      {lines.length === 0 && (
        <p className="mt-2.5 text-ink-3">No VirtualService, DestinationRule, PeerAuthentication or AuthorizationPolicy in sight is for it.</p>
      )}
      <ul>
        {lines.map(({ kind, namespace, name, says }) => (
          <li key={`${kind} ${namespace}/${name}`} className="border-b border-line py-1.5 text-s">
            <span className="text-ink-3">{kind}</span>{" "}
            <span className="font-mono break-all">
              {namespace}/{name}
            </span>
            <span className="block text-ink-2">{says}</span>
          </li>
        ))}
      </ul>
      {policies.some(({ kind }) => kind !== "DestinationRule") && (
        <p className="mt-2 text-s text-ink-3">Told by the labels of entries and Pods: a machine&apos;s own sidecar may see those of its bundle instead.</p>
      )}
    </Section>
  );
}
