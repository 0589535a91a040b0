import type { ServiceRow, UnselectedRow } from "@/lib/contract/views/services";

/** The host of the Service `checkout`: forty machines and four Pods, all of which answer. */
export function aHostRow(change: Partial<ServiceRow> = {}): ServiceRow {
  return {
    ...{ id: "prod-eu/u/checkout", cluster: "prod-eu", uid: "u", kind: "Service", namespace: "shop", name: "checkout" },
    host: "checkout.shop.svc.cluster.local",
    managedBy: "",
    status: { kind: "serves", count: 0, of: 0, lacks: null, podsSeen: true },
    ...{ since: null, sinceAtLeast: false },
    machines: {
      taken: 40,
      serving: 40,
      inDoubt: 0,
      draining: 0,
      awaiting: 0,
      notChecked: 0,
      notOwned: 0,
      hostUnknown: 0,
      unreachable: 0,
      elsewhere: 0,
      depends: 0,
    },
    absent: 0,
    pods: { taken: 4, ready: 4 },
    ...{ inline: 0, names: 0, addresses: { taken: 0, ready: 0, doubted: 0 } },
    share: 40 / 44,
    ...{ ports: [80, 443], morePorts: 0, callers: null, moreCallers: 0, notCallers: [], rivals: [], moreRivals: 0, createdAt: 0 },
    ...change,
  };
}

/** A machine of the group `labels` that nobody selects. */
export function anUnselectedRow(change: Partial<UnselectedRow> = {}): UnselectedRow {
  const selector = { kind: "Service", namespace: "logistics", name: "labels" } as const;
  return {
    ...{ id: "prod-eu/logistics/labels", cluster: "prod-eu", namespace: "logistics", group: "labels", machines: 1, of: 3, name: "labels-1", uid: "l1" },
    nearest: { selector, host: "labels.logistics.svc.cluster.local", why: "label app is labels, the selector wants label-printer" },
    selectors: 2,
    ...change,
  };
}
