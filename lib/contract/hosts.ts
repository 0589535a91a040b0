import * as z from "zod/mini";
import { HOST_STATUSES } from "@/lib/domain/hosts/host-status";
import { Facet } from "./rows";

/** One word for a host, with how many it is about. */
const WireHostStatus = z.object({
  kind: z.enum(HOST_STATUSES),
  count: z.number(),
  of: z.number(),
  lacks: z.nullable(z.enum(["machines", "pods", "addresses", "both"])),
  podsSeen: z.boolean(),
});

/** A Service or a ServiceEntry by its name. */
export const WireSelector = z.object({ kind: z.enum(["Service", "ServiceEntry"]), namespace: z.string(), name: z.string() });
export type WireSelector = z.infer<typeof WireSelector>;

/** One host of one Service or ServiceEntry in a list; counts are those of the object, as the default caller gets it. Null = out of sight, never zero. */
export const HostRow = z.object({
  /** `CLUSTER/UID/HOST` */
  id: z.string(),
  cluster: z.string(),
  uid: z.string(),
  kind: WireSelector.shape.kind,
  namespace: z.string(),
  name: z.string(),
  host: z.string(),
  /** The object that owns it ("Deployment sync"), else the tool that manages it; "" = neither is written, or it was not recorded. */
  managedBy: z.string(),
  status: WireHostStatus,
  /** Since when it has no endpoint, in milliseconds; null = it has one, or that is not known. */
  since: z.nullable(z.number()),
  /** True if it lost the last endpoint at `since` or before. */
  sinceAtLeast: z.boolean(),
  machines: z.nullable(
    z.object({
      ...{ taken: z.number(), serving: z.number(), inDoubt: z.number(), draining: z.number(), awaiting: z.number(), notChecked: z.number() },
      /** Machines that are well and that the caller is not sent: another object has the host name or port; it does not know the host name; no path; a policy. */
      ...{ notOwned: z.number(), hostUnknown: z.number(), unreachable: z.number(), elsewhere: z.number() },
      /** Unverified machines that istiod may send. The API does not show it. */
      depends: z.number(),
    }),
  ),
  /** Machines that are declared, or were held, by groups whose machines it takes, and that are not registered. */
  absent: z.number(),
  pods: z.nullable(z.object({ taken: z.number(), ready: z.number() })),
  /** Endpoints that a ServiceEntry writes itself and that the caller is sent. */
  inline: z.number(),
  /** 1 where the host name itself is the only endpoint, resolved by callers. */
  names: z.number(),
  /** Addresses of EndpointSlices that the controller did not write. `ready`: sent as healthy. `doubted`: not known whether they are sent. */
  addresses: z.nullable(z.object({ taken: z.number(), ready: z.number(), doubted: z.number() })),
  /** The share of machines in all weights, 0 to 1. */
  share: z.nullable(z.number()),
  /** The numbers that callers connect to, lowest first, and how many more there are. */
  ports: z.array(z.number()),
  morePorts: z.number(),
  /** Namespaces whose calls this object gets; null = all but `notCallers`, where another object of the host name wins. */
  callers: z.nullable(z.array(z.string())),
  moreCallers: z.number(),
  notCallers: z.array(z.string()),
  /** Other objects that define the same host for some of the same callers, and how many more there are. */
  rivals: z.array(WireSelector),
  moreRivals: z.number(),
  createdAt: z.nullable(z.number()),
});
export type HostRow = z.infer<typeof HostRow>;

/** Kinds without which something of a list of hosts cannot be told. */
export const HOST_SOURCES = ["services", "serviceentries", "workloadentries", "workload-pods", "endpointslices"] as const;

/** All hosts of the picked clusters and namespaces, whatever the filter. */
export const HostSummary = z.object({
  /** Of those that take machines, or should: how many there are, and of how many every machine serves. */
  withMachines: z.number(),
  complete: z.number(),
  /** Those with nobody left: how many, and the first few. */
  nobody: z.number(),
  nobodyNames: z.array(z.string()),
  claimedTwice: z.number(),
  /** Those of which callers are sent machines that nobody can vouch for. */
  unverified: z.number(),
  /** Services with machines that are selected and healthy, and that callers are not sent. */
  notSent: z.number(),
  /** Objects that take machines. */
  services: z.number(),
  serviceEntries: z.number(),
  /** Hosts whose Pods are out of sight. */
  podsUnseen: z.number(),
  /** Services whose EndpointSlices are not visible. */
  addressesUnseen: z.number(),
  /** Services with machines in other networks whose gateways are not all visible. */
  pathsUnseen: z.number(),
  /** True if a cluster of the list has ambient mode. The counts hold for sidecars. */
  isForSidecars: z.boolean(),
});
export type HostSummary = z.infer<typeof HostSummary>;

/** Head of "services": rows are HostRow. `matched` of `total`; facets count the filtered list, each without its own filter. */
export const HostsHead = z.object({
  total: z.number(),
  matched: z.number(),
  facets: z.array(Facet),
  problem: z.nullable(z.string()),
  summary: HostSummary,
});
export type HostsHead = z.infer<typeof HostsHead>;

/** Head of "services-without-endpoint": rows are HostRow, `total` of them. */
export const ServicesWithoutEndpointHead = z.object({ total: z.number() });
export type ServicesWithoutEndpointHead = z.infer<typeof ServicesWithoutEndpointHead>;

/** Machines of a group (or of none: `group` is "") that no selector in sight takes; or a group without machines whose template nobody selects. */
export const UnselectedRow = z.object({
  /** `CLUSTER/NAMESPACE/GROUP` */
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  group: z.string(),
  /** How many of its machines no selector takes, of how many; 0 of 0 = the group has none. */
  machines: z.number(),
  of: z.number(),
  /** One of them by its name; "" where there is none. */
  name: z.string(),
  uid: z.string(),
  /** The selector that nearly takes it, and what it would need; null = none wants any of its labels. */
  nearest: z.nullable(z.object({ selector: WireSelector, host: z.string(), why: z.string() })),
  /** How many objects select at all in its namespace, as far as they are in sight. */
  selectors: z.number(),
});
export type UnselectedRow = z.infer<typeof UnselectedRow>;

/** Head of "unselected": rows are UnselectedRow, those with most machines first. */
export const UnselectedHead = z.object({
  /** Groups and loose machines of a namespace that stand in a row. */
  total: z.number(),
  matched: z.number(),
  machines: z.number(),
  /** Groups among the rows. */
  groups: z.number(),
  /** Machines in sight of which cannot be told who selects them, as Services or ServiceEntries there are out of sight. */
  untold: z.number(),
  /** Machines in sight of which it can be told. */
  told: z.number(),
});
export type UnselectedHead = z.infer<typeof UnselectedHead>;
