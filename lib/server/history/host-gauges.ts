import type { SourceName } from "@/lib/domain/source/source";

/** The gauges of what a host takes: their sort, as it is stored, and the source that each rests on, which decides who may be told. */
export const HOST_GAUGES = {
  machines: { kind: "host-machines", source: "workloadentries" },
  pods: { kind: "host-pods", source: "workload-pods" },
  inline: { kind: "host-inline", source: "serviceentries" },
} as const satisfies Readonly<Record<string, { readonly kind: string; readonly source: SourceName }>>;

export type HostGauge = keyof typeof HOST_GAUGES;

/**
 * Numbers of the machines' gauge that are stored only where they are not 0: addresses of EndpointSlices that istiod sends or may send, and the host
 * name (`others`); 1 where EndpointSlices were not visible (`unseen`).
 */
export const ofHostGauge = { others: "others", unseen: "unseen" } as const;

/** A gauge's name: of the object, whatever its uid was. */
export function hostGaugeName(kind: "Service" | "ServiceEntry", name: string): string {
  return `${kind}/${name}`;
}
