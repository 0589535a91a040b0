import { parseServicesQuery } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import type { SelectedMachineCountsForCaller, ServiceStatusKind } from "@/lib/domain/services/service-status";
import type { CountedServices } from "@/lib/domain/statements/services";
import type { Facet, WireServiceReference } from "./values";
import { keepClustersAndNamespaces, type ViewDeclaration } from "./view-declaration";

/** The status of a service, with the number of endpoints that it concerns. */
interface WireServiceStatus {
  readonly kind: ServiceStatusKind;
  readonly count: number;
  readonly of: number;
  readonly lacks: "machines" | "pods" | "addresses" | "both" | null;
  readonly podsSeen: boolean;
}

/** One host name of a Service or ServiceEntry in a list. The counts are of the object, for the default caller. Null = not visible, never zero. */
export interface ServiceRow {
  /** `CLUSTER/UID/HOST` */
  readonly id: string;
  readonly cluster: string;
  readonly uid: string;
  readonly kind: WireServiceReference["kind"];
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
  /** The object that owns it ("Deployment sync"), else the tool that manages it; "" = neither is set, or it was not recorded. */
  readonly managedBy: string;
  readonly status: WireServiceStatus;
  /** The time at which it lost its last endpoint, in milliseconds; null = it has one, or the time is not known. */
  readonly since: number | null;
  /** True if it lost the last endpoint at `since` or before. */
  readonly sinceAtLeast: boolean;
  /** `depends`: unverified machines that istiod may send. The API does not show whether it does. */
  readonly machines: (SelectedMachineCountsForCaller & { readonly depends: number }) | null;
  /** Expected machines, declared or learned, that are not registered, of the groups whose machines it selects. */
  readonly absent: number;
  readonly pods: { readonly taken: number; readonly ready: number } | null;
  /** Endpoints in a ServiceEntry itself that the caller gets. */
  readonly inline: number;
  /** 1 if the host name itself, resolved by callers, is the only endpoint. */
  readonly names: number;
  /** Addresses of EndpointSlices that the controller did not write. `ready`: sent as healthy. `doubted`: may or may not be sent. */
  readonly addresses: { readonly taken: number; readonly ready: number; readonly doubted: number } | null;
  /** The machines' share of the total weight, 0 to 1. */
  readonly share: number | null;
  /** The port numbers for callers, lowest first, and the number of further ones. */
  readonly ports: readonly number[];
  readonly morePorts: number;
  /** Namespaces whose calls use this object. Null = all except `notCallers`, where another object of the same host name wins. */
  readonly callers: readonly string[] | null;
  readonly moreCallers: number;
  readonly notCallers: readonly string[];
  /** Other objects that define the same host name for some of the same callers, and the number of further ones. */
  readonly rivals: readonly WireServiceReference[];
  readonly moreRivals: number;
  readonly createdAt: number | null;
  /** The key of the worst incident that is not over and in which the service lost its last endpoint. Absent = none. */
  readonly incident?: string | undefined;
}

/** The sources that a list of services needs to be complete. */
export const SERVICES_VIEW_SOURCES = ["services", "serviceentries", "workloadentries", "workload-pods", "endpointslices"] as const;

/** Counts of all services in the chosen clusters and namespaces. They ignore the filter. */
export interface ServicesSummary extends Omit<CountedServices, "total"> {
  /** Services with selected and healthy machines that callers do not get. */
  readonly notSent: number;
}

/** Head of "services". Its rows are ServiceRow: `matched` of `total`. Each facet counts the list without its own filter. */
export interface ServicesHead {
  readonly total: number;
  readonly matched: number;
  readonly facets: readonly Facet[];
  readonly problem: string | null;
  readonly summary: ServicesSummary;
}

export const SERVICES_VIEW: ViewDeclaration<ServicesHead, ServiceRow> = {
  canonicalQuery: (query) => formatListQuery(parseServicesQuery(query)),
  cost: 50,
  filterTerms: (query) => parseServicesQuery(query).terms.length,
  rows: "window",
  rowCount: "matched",
};

/** Head of "services-without-endpoint". Its rows are ServiceRow, `total` of them. */
export interface ServicesWithoutEndpointHead {
  readonly total: number;
  /** The number of all services, with or without an endpoint. */
  readonly services: number;
}

export const SERVICES_WITHOUT_ENDPOINT_VIEW: ViewDeclaration<ServicesWithoutEndpointHead, ServiceRow> = {
  canonicalQuery: keepClustersAndNamespaces,
  cost: 50,
  rows: "window",
  rowCount: "total",
};

/** Machines of a group that match no visible selector; `group` "" = of no group. Or a group without machines whose template matches none. */
export interface UnselectedRow {
  /** `CLUSTER/NAMESPACE/GROUP` */
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  /** `machines` of `of` match no selector; 0 of 0 = the group has no machines. */
  readonly machines: number;
  readonly of: number;
  /** The name of one of them; "" = none. */
  readonly name: string;
  readonly uid: string;
  /** The selector that nearly matches, and the edit that it needs; null = no selector has any of its labels. */
  readonly nearest: { readonly selector: WireServiceReference; readonly host: string; readonly why: string } | null;
  /** The number of visible objects with a selector in its namespace. */
  readonly selectors: number;
}

/** Head of "unselected". Its rows are UnselectedRow, those with most machines first. */
export interface UnselectedHead {
  /** The number of all rows: one for each group, and one for each namespace with machines in no group. */
  readonly total: number;
  readonly matched: number;
  readonly machines: number;
  /** Groups among the rows. */
  readonly groups: number;
  /** Visible machines in namespaces where not all Services and ServiceEntries are visible: what selects them is not known. */
  readonly untold: number;
  /** Visible machines in namespaces where all of these are visible. */
  readonly told: number;
}

export const UNSELECTED_VIEW: ViewDeclaration<UnselectedHead, UnselectedRow> = {
  canonicalQuery: keepClustersAndNamespaces,
  cost: 50,
  rows: "window",
  rowCount: "matched",
};
