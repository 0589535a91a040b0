import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ServiceHistoryAnswer } from "@/lib/contract/answers/service-history";
import type { EndpointRow, ServiceDetail, ServiceHead } from "@/lib/contract/views/service";
import { NO_SELECTOR, SLICES_NOT_READ } from "@/lib/format/host/not-seen-words";
import { SELECTED_ONLY } from "@/lib/format/host/share-words";
import { aBand } from "@/lib/testing/history-answers";
import { ROWS_NOW } from "@/lib/testing/rows";
import { HostView } from "./host-view";

const world = vi.hoisted(() => ({ state: null as unknown, problem: null as string | null, live: true, asked: "" }));
vi.mock("@/lib/client/object-incidents", () => ({ useObjectIncidents: () => [] }));
vi.mock("@/lib/client/history", async (original) => ({
  ...(await original<typeof import("@/lib/client/history")>()),
  useActivity: () => ({ value: null, problem: null, isPrevious: false }),
}));
vi.mock("next/navigation", () => ({
  usePathname: () => "/c/prod-eu/services/shop/checkout",
  useSearchParams: () => new URLSearchParams("window=7d"),
  useRouter: () => ({ push: () => undefined }),
}));
vi.mock("@/lib/client/use-view", () => ({
  useView: (_: string, query: string) => {
    world.asked = query;
    return world;
  },
}));
vi.mock("@/lib/client/past-view", () => ({ SHELL_VIEW: null, usePastView: () => ({ state: null, problem: null }) }));
vi.mock("@/lib/client/host-history", () => ({ useHostHistory: () => ({ value: SHARES, problem: null, isPrevious: false }) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/status", () => ({
  useFreshness: () => (world.live ? { kind: "live", asOf: ROWS_NOW } : { kind: "stale", asOf: ROWS_NOW, reason: "cut" }),
  useStatus: () => ({ clusters: [{ cluster: "prod-eu" }] }),
}));
vi.mock("@/components/strip/use-available-width", () => ({ useAvailableWidth: () => 1000 }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const column = (serving: number) => ({ steps: [{ at: ROWS_NOW - 3_600_000, share: { taken: serving, serving, inDoubt: 0, weight: serving } }], holes: [] });
const SHARES: ServiceHistoryAnswer = {
  ...{ from: ROWS_NOW - 3_600_000, to: ROWS_NOW, machines: column(2), pods: column(1), inline: column(0), gaps: [] },
  markers: [{ at: ROWS_NOW - 1_800_000, kind: "service", label: "first pods", detail: "", count: 1 }],
  recorded: aBand({}).recorded,
};
const NOT_REACHED = { notOwned: 0, hostUnknown: 0, unreachable: 0, elsewhere: 0, depends: 0 };
const MACHINES = { taken: 3, answering: 2, doubted: 0, unhealthy: 1, awaiting: 0, draining: 0, others: 0, ...NOT_REACHED, notChecked: 0, weight: 2 };
const NOBODY = { machines: 0, pods: 0, inline: 0, names: 0, addresses: 0 };
const DETAIL: ServiceDetail = {
  ...{
    kind: "Service",
    namespace: "shop",
    name: "checkout",
    cluster: "prod-eu",
    uid: "u",
    resourceVersion: "1",
    host: "checkout.shop.svc.cluster.local",
    hosts: ["checkout.shop.svc.cluster.local"],
  },
  ...{
    selector: [{ key: "app", value: "checkout" }],
    type: "ClusterIP",
    isExternal: false,
    callersTls: [{ port: 443, tls: "by-endpoint", because: "marks" }],
    visibility: "",
    managedBy: "",
    virtualAddresses: { written: [], allocated: [] },
    accepted: [],
    acceptsMore: false,
    isForSidecars: false,
    hasUnseenPaths: false,
    mode: "sidecar",
  },
  machines: MACHINES,
  pods: { taken: 1, ready: 1, weight: 1, depends: 0 },
  inline: { count: 0, weight: 0, written: 0, depends: 0 },
  copies: { machines: 0, pods: 0, inline: 0, addresses: 0 },
  ...{ names: 0, addresses: { taken: 0, ready: 0, doubted: 0 }, owner: null },
  vanished: null,
  ports: [
    { name: "https", number: 443, protocol: "TCP", groups: [{ port: 8443, of: { ...NOBODY, machines: 2 }, version: "", because: "its own port https: 8443" }] },
  ],
  misses: [
    {
      kind: "machine",
      cluster: "prod-eu",
      namespace: "shop",
      name: "cart-1",
      uid: "c",
      count: 36,
      refusals: [{ reason: "label app is cart", change: "label the machine app=checkout" }],
    },
  ],
  ...{
    missesMore: 0,
    excluded: [],
    claims: [],
    isDetermined: true,
    subsets: [],
    inNoSubset: { of: NOBODY, names: [] },
    routes: [],
    policies: [],
    ...{ differences: [], compared: null },
  },
  seenFrom: {
    ...{
      namespace: "shop",
      locality: "eu/a",
      network: "",
      kind: "sidecar",
      node: "",
      isChosen: true,
      answer: "yes",
      sentence: "A caller in shop, eu/a reaches it.",
      port: "443 https",
    },
    steps: [[{ locality: "eu/a", of: { ...NOBODY, machines: 2 }, gateways: [], behindGateways: NOBODY, share: 1 }]],
    because: ["All are in one place: there is no order."],
    parts: [
      { part: "namespace", basis: "known", isRead: true, because: "Namespace of the service." },
      { part: "locality", basis: "assumed", isRead: true, because: "Most Nodes are there: 2 of 3." },
      { part: "network", basis: "assumed", isRead: false, because: "The network is not known: namespaces are denied." },
    ],
  },
  choices: { namespaces: ["shop", "web"], localities: ["eu/a"], networks: [""] },
  notSeen: [],
  unseen: [],
  doubts: [],
};
const row = (own: Partial<EndpointRow>): EndpointRow => ({
  ...{ id: "machine/1", cluster: "prod-eu", kind: "machine", namespace: "shop", name: "vm-1", uid: "1", state: "healthy", vouched: true, connectionWhy: "" },
  ...{ answers: "yes", why: "", address: "10.0.0.1", ports: [8443], locality: "eu/a", network: "", weight: 1, tls: "mutual", isRefused: false, version: "" },
  ...{ tlsCause: "account", gatewayClosed: null, portsWhy: [""], isPlaced: true, isLeftOut: false, tlsByPort: [] },
  ...own,
});
const headOf = (detail: Partial<ServiceDetail>): ServiceHead => ({
  found: true,
  nearest: [],
  unreadable: null,
  detail: { ...DETAIL, ...detail },
  total: 2,
  matched: 2,
});

const ROWS = [row({}), row({ id: "pod/1", kind: "pod", name: "pod-1", state: null, tls: "plain", isRefused: true })];
const hold = (head: ServiceHead) => Object.assign(world, { state: { head, rows: head.detail === null ? [] : ROWS } });

beforeEach(() => {
  hold(headOf({}));
  Object.assign(world, { problem: null, live: true });
});

const object = { cluster: "prod-eu", kind: "Service", namespace: "shop", name: "checkout" } as const;
const show = () =>
  render(
    <HostView
      object={object}
      initial={null}
      initialQuery=""
      findings={null}
      incidents={null}
      activity={<p>activity</p>}
      events={<p>events</p>}
      yaml={<p>yaml</p>}
    />,
  ).container;
const headline = () => screen.getByRole("heading", { level: 1 }).textContent;
/** The values of the headline. */
const statement = () => ({ ...screen.getByRole("heading", { level: 1 }).dataset });

describe("the page of a host", () => {
  it("begins with who answers, and has every part under its name", () => {
    show();
    const counts = { machines: "2", pods: "1", inline: "0", waiting: "1", unhealthy: "1" };
    expect(statement()).toMatchObject({ statement: "service-endpoints", service: "checkout", result: "endpoints", past: "false", ...counts });
    for (const name of ["Ports", "Who answers", "Nearly", "Seen from", "Routes and policies"]) expect(screen.getByRole("region", { name })).toBeDefined();
    expect(screen.getByText(/kubectl get endpoints lists the 1 pod only/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Try an edit" }).getAttribute("href")).toBe("/services/preview?from=prod-eu%2Fservices%2Fshop%2Fcheckout");
  });

  it.each([
    ["Service", null, "not known"],
    ["Service", [{ key: "app", value: "a" }], "nobody answers"],
    ["ServiceEntry", null, "nobody answers"],
  ] as const)("shows for a port of a %s with the selector %j and no visible endpoint: %s", (kind, selector, words) => {
    const ports = [{ name: "https", number: 443, protocol: "TCP", groups: [] }];
    const machines = DETAIL.machines && { ...DETAIL.machines, taken: 0, answering: 0, unhealthy: 0 };
    hold(
      headOf({
        kind,
        selector: selector && [...selector],
        ports,
        machines,
        pods: { taken: 0, ready: 0, weight: 0, depends: 0 },
        inline: { ...DETAIL.inline, count: 0, written: 0, depends: 0 },
        addresses: words === "not known" ? null : DETAIL.addresses,
      }),
    );
    show();
    expect(within(screen.getByRole("region", { name: "Ports" })).getByText(words)).toBeDefined();
    expect(screen.queryAllByText(/kubectl get endpoints lists/)).toHaveLength(words === "not known" || kind === "ServiceEntry" ? 0 : 1);
  });

  it.each([
    [{ written: ["253.46.2.1"], allocated: ["240.240.0.1"] }, "· addresses 253.46.2.1 · allocated addresses 240.240.0.1"],
    [{ written: [], allocated: ["240.240.0.1"] }, "· allocated addresses 240.240.0.1"],
    [{ written: [], allocated: [] }, "resolution STATIC"],
  ])("shows the addresses %j as %s", (virtualAddresses, expected) => {
    hold(headOf({ kind: "ServiceEntry", type: "STATIC", virtualAddresses }));
    show();
    expect(document.body.textContent).toContain(expected);
    expect(document.body.textContent?.includes("addresses")).toBe(expected.includes("addresses"));
  });

  it.each([
    ["Deployment sync", "· managed by Deployment sync"],
    ["", null],
  ])("shows that %j manages the service", (managedBy, text) => {
    hold(headOf({ managedBy }));
    show();
    expect(document.querySelector("[data-managed-by]")?.textContent?.trim() ?? null).toBe(text);
  });

  it("shows the visibility that istiod reports, and nothing without it", () => {
    hold(headOf({ visibility: "visibility Namespace, as istiod reports: visible only within its own namespace" }));
    show();
    expect(screen.getByText(/· visibility Namespace, as istiod reports/)).toBeDefined();
    hold(headOf({ visibility: "" }));
    show();
    expect(screen.queryAllByText(/as istiod reports/)).toHaveLength(1);
  });

  it("reports the endpoints of a Service without a selector as not known while its EndpointSlices are not visible, and proposes no selector", () => {
    hold({ ...headOf({ selector: null, misses: [], addresses: null }), total: 0, matched: 0 });
    show();
    expect(within(screen.getByRole("region", { name: "Who answers" })).getByText(SLICES_NOT_READ)).toBeDefined();
    expect(within(screen.getByRole("region", { name: "Nearly" })).getByText(NO_SELECTOR)).toBeDefined();
    hold({ ...headOf({ selector: null, misses: [] }), total: 0, matched: 0 });
    cleanup();
    show();
    expect(within(screen.getByRole("region", { name: "Who answers" })).getByText(NO_SELECTOR)).toBeDefined();
  });

  it("shows machines and pods over time, with what each has of the weight", () => {
    const container = show();
    expect(screen.getByRole("img").getAttribute("aria-label")).toContain("2 machines · 67 % by weight and 1 pod · 33 % by weight at the end");
    expect(container.textContent).toContain("first pods");
    expect(container.querySelectorAll("path.fill-good-cell")).toHaveLength(1);
    world.live = false;
    cleanup();
    expect(show().querySelectorAll("path.fill-good-cell")).toHaveLength(0);
  });

  it("shows no green history, and its limit, where callers do not get a healthy machine", () => {
    hold(headOf({ machines: { ...MACHINES, answering: 1, notOwned: 1 } }));
    expect(show().querySelectorAll("path.fill-good-cell")).toHaveLength(0);
    expect(screen.getByText(SELECTED_ONLY)).toBeDefined();
  });

  it("shows machines and Pods in one list, and who refuses what callers send", () => {
    show();
    const [, machine, pod] = within(screen.getByRole("table", { name: "Endpoints of the host" })).getAllByRole("row");
    expect(machine?.textContent).toMatch(/vm-1.*Healthy10\.0\.0\.1/);
    expect(pod?.textContent).toContain("pod-1 podReady");
    expect(pod?.textContent).toContain("plain, refused");
  });

  it("shows a dash with the reason in the cell of a port that callers are not sent", () => {
    Object.assign(world, { state: { head: headOf({}), rows: [row({ ports: [null], portsWhy: ["It names no port https."] })] } });
    show();
    expect(screen.getByTitle("It names no port https.").textContent).toBe("—");
  });

  it("shows TLS by port, with the reason of each, for an endpoint whose ports differ", () => {
    const by = { isRefused: false, gatewayClosed: null } as const;
    const tlsByPort: EndpointRow["tlsByPort"] = [
      { ...by, port: 80, tls: "plain", tlsCause: "destination-rule" },
      { ...by, port: 443, tls: "mutual", tlsCause: "account" },
    ];
    Object.assign(world, { state: { head: headOf({}), rows: [row({ tls: "plain", tlsByPort })] } });
    show();
    const cell = screen.getByTitle("80: A DestinationRule sets the TLS mode. 443: It has a service account.");
    expect(cell.textContent).toBe("plain 80 · mTLS 443");
  });

  it("puts a chosen caller and the mode into the address, and leaves the rest of it", () => {
    const pushed = vi.spyOn(window.history, "pushState").mockImplementation(() => undefined);
    show();
    fireEvent.change(screen.getByLabelText("The caller's namespace"), { target: { value: "1" } });
    fireEvent.click(screen.getByRole("button", { name: "ambient mode" }));
    expect(pushed.mock.calls.map(([, , href]) => href)).toEqual([
      "/c/prod-eu/services/shop/checkout?window=7d&from=web%2Feu%2Fa%2F",
      "/c/prod-eu/services/shop/checkout?window=7d&mode=ambient",
    ]);
    expect(world.asked).toBe("cluster=prod-eu&kind=Service&ns=shop&name=checkout&pinned=shop%2Feu%2Fa%2F");
  });

  it("keeps its first default caller after updates, and marks the known parts", () => {
    const container = show();
    hold(headOf({ seenFrom: { ...DETAIL.seenFrom, namespace: "web", node: "n2" } }));
    fireEvent.click(screen.getByText("known"));
    expect(world.asked).toContain("pinned=shop%2Feu%2Fa%2F");
    const parts = [...container.querySelectorAll<HTMLElement>("[data-part]")].map(({ dataset, title }) => [dataset.part, dataset.basis, title]);
    expect(parts).toEqual([
      ["namespace", "known", "Namespace of the service."],
      ["locality", "assumed", "Most Nodes are there: 2 of 3."],
      ["network", "assumed", "The network is not known: namespaces are denied."],
    ]);
    expect(screen.getByRole("option", { name: "network not known" })).toBeDefined();
  });

  it("puts another kind of caller into the address, with the place only where the user chose it", () => {
    const pushed = vi.spyOn(window.history, "pushState").mockImplementation(() => undefined);
    show();
    fireEvent.change(screen.getByLabelText("The caller's kind"), { target: { value: "1" } });
    hold(headOf({ seenFrom: { ...DETAIL.seenFrom, isChosen: false } }));
    cleanup();
    show();
    fireEvent.change(screen.getByLabelText("The caller's kind"), { target: { value: "2" } });
    expect(pushed.mock.calls.slice(-2).map(([, , href]) => href)).toEqual([
      "/c/prod-eu/services/shop/checkout?window=7d&caller=gateway",
      "/c/prod-eu/services/shop/checkout?window=7d&from=shop%2Feu%2Fa%2F&caller=outside",
    ]);
  });

  it("speaks in the past when it is not live", () => {
    world.live = false;
    show();
    expect(statement()).toMatchObject({ statement: "service-endpoints", past: "true" });
  });

  it("in ambient mode says on what that rests", () => {
    hold(headOf({ mode: "ambient" }));
    expect(show().textContent).toContain("In ambient mode, from Istio's source, not measured");
  });

  it("says what is not visible, and no number of it", () => {
    hold(headOf({ pods: null, notSeen: ["Pods are not visible to you: numbers of pods are left out."] }));
    show();
    expect(statement()).toMatchObject({ statement: "service-endpoints", machines: "2", unhealthy: "1" });
    expect(statement().pods).toBeUndefined();
    expect(screen.getByText("Pods are not visible to you: numbers of pods are left out.")).toBeDefined();
  });
});

describe("the page of a host that cannot be shown", () => {
  it("names those that are named alike", () => {
    hold({
      found: false,
      nearest: [{ kind: "ServiceEntry", namespace: "pay", name: "checkout" }],
      unreadable: null,
      detail: null,
      total: 0,
      matched: 0,
    });
    show();
    expect(statement()).toMatchObject({ statement: "service-absent", name: "checkout" });
    expect(screen.getByRole("link", { name: "pay/checkout" }).getAttribute("href")).toBe("/c/prod-eu/serviceentries/pay/checkout");
  });

  it("says why its object cannot be read, and has its YAML", () => {
    hold({ found: true, nearest: [], unreadable: "spec.ports is no list", detail: null, total: 0, matched: 0 });
    const container = show();
    expect(headline()).toBe("The Service checkout cannot be read.");
    expect(container.textContent).toContain("spec.ports is no list");
    expect(container.textContent).toContain("yaml");
  });

  it("says what the server refused", () => {
    Object.assign(world, { state: null, problem: "A host is named by cluster, kind, ns and name." });
    expect(show().textContent).toContain("A host is named by");
  });
});
