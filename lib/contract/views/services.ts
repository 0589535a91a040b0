import * as z from "zod/mini";
import type { ReachedMachines, ServiceStatusKind } from "@/lib/domain/services/service-status";
import type { CountedServices } from "@/lib/domain/statements/services";
import type { Facet } from "./rows";

/** One word for a host, with how many it is about. */
interface WireServiceStatus {
  readonly kind: ServiceStatusKind;
  readonly count: number;
  readonly of: number;
  readonly lacks: "machines" | "pods" | "addresses" | "both" | null;
  readonly podsSeen: boolean;
}

/** A Service or a ServiceEntry by its name. */
export const WireSelector = z.object({ kind: z.enum(["Service", "ServiceEntry"]), namespace: z.string(), name: z.string() });
export type WireSelector = z.infer<typeof WireSelector>;

/** One host of one Service or ServiceEntry in a list; counts are those of the object, as the default caller gets it. Null = out of sight, never zero. */
export interface ServiceRow {
  /** `CLUSTER/UID/HOST` */
  readonly id: string;
  readonly cluster: string;
  readonly uid: string;
  readonly kind: WireSelector["kind"];
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
  /** The object that owns it ("Deployment sync"), else the tool that manages it; "" = neither is written, or it was not recorded. */
  readonly managedBy: string;
  readonly status: WireServiceStatus;
  /** Since when it has no endpoint, in milliseconds; null = it has one, or that is not known. */
  readonly since: number | null;
  /** True if it lost the last endpoint at `since` or before. */
  readonly sinceAtLeast: boolean;
  /** `depends`: unverified machines that istiod may send. The API does not show it. */
  readonly machines: (ReachedMachines & { readonly depends: number }) | null;
  /** Machines that are declared, or were held, by groups whose machines it takes, and that are not registered. */
  readonly absent: number;
  readonly pods: { readonly taken: number; readonly ready: number } | null;
  /** Endpoints that a ServiceEntry writes itself and that the caller is sent. */
  readonly inline: number;
  /** 1 where the host name itself is the only endpoint, resolved by callers. */
  readonly names: number;
  /** Addresses of EndpointSlices that the controller did not write. `ready`: sent as healthy. `doubted`: not known whether they are sent. */
  readonly addresses: { readonly taken: number; readonly ready: number; readonly doubted: number } | null;
  /** The share of machines in all weights, 0 to 1. */
  readonly share: number | null;
  /** The numbers that callers connect to, lowest first, and how many more there are. */
  readonly ports: readonly number[];
  readonly morePorts: number;
  /** Namespaces whose calls this object gets; null = all but `notCallers`, where another object of the host name wins. */
  readonly callers: readonly string[] | null;
  readonly moreCallers: number;
  readonly notCallers: readonly string[];
  /** Other objects that define the same host for some of the same callers, and how many more there are. */
  readonly rivals: readonly WireSelector[];
  readonly moreRivals: number;
  readonly createdAt: number | null;
}

/** Kinds without which something of a list of hosts cannot be told. */
export const SERVICE_SOURCES = ["services", "serviceentries", "workloadentries", "workload-pods", "endpointslices"] as const;

/** All hosts of the picked clusters and namespaces, whatever the filter. */
export interface ServiceSummary extends Omit<CountedServices, "total"> {
  /** Services with machines that are selected and healthy, and that callers are not sent. */
  readonly notSent: number;
}

/** Head of "services": rows are HostRow. `matched` of `total`; facets count the filtered list, each without its own filter. */
export interface ServicesHead {
  readonly total: number;
  readonly matched: number;
  readonly facets: readonly Facet[];
  readonly problem: string | null;
  readonly summary: ServiceSummary;
}

/** Head of "services-without-endpoint": rows are HostRow, `total` of them. */
export interface ServicesWithoutEndpointHead {
  readonly total: number;
}

/** Machines of a group (or of none: `group` is "") that no selector in sight takes; or a group without machines whose template nobody selects. */
export interface UnselectedRow {
  /** `CLUSTER/NAMESPACE/GROUP` */
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  /** How many of its machines no selector takes, of how many; 0 of 0 = the group has none. */
  readonly machines: number;
  readonly of: number;
  /** One of them by its name; "" where there is none. */
  readonly name: string;
  readonly uid: string;
  /** The selector that nearly takes it, and what it would need; null = none wants any of its labels. */
  readonly nearest: { readonly selector: WireSelector; readonly host: string; readonly why: string } | null;
  /** How many objects select at all in its namespace, as far as they are in sight. */
  readonly selectors: number;
}

/** Head of "unselected": rows are UnselectedRow, those with most machines first. */
export interface UnselectedHead {
  /** Groups and loose machines of a namespace that stand in a row. */
  readonly total: number;
  readonly matched: number;
  readonly machines: number;
  /** Groups among the rows. */
  readonly groups: number;
  /** Machines in sight of which cannot be told who selects them, as Services or ServiceEntries there are out of sight. */
  readonly untold: number;
  /** Machines in sight of which it can be told. */
  readonly told: number;
}
