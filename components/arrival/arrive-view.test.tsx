import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { SelectedByHead, SelectingService } from "@/lib/contract/views/selected-by";
import { ArriveView } from "./arrive-view";

const world = vi.hoisted(() => ({ address: "10.0.0.1", hosts: [] as readonly SelectingService[], hostsTotal: 0 }));
const ROW = {
  name: "web-10.0.0.1",
  uid: "u1",
  createdAt: 1_000,
  connectedAt: 1_000,
  connection: "connected",
  serving: "yes-unchecked",
  network: "",
  locality: "",
};
const GROUP = { row: { exists: true, createdAt: 0 }, detail: { probe: null } };
vi.mock("@/lib/client/use-view", () => ({
  useView: (view: string) => ({ state: { head: GROUP, rows: view === "entries" ? [{ ...ROW, address: world.address }] : [] }, problem: null }),
}));
vi.mock("@/lib/client/use-answer", () => ({ useAnswer: () => ({ kind: "asked" }) }));
vi.mock("@/lib/client/use-selected-by", () => ({ useSelectedBy: () => ({ head: headOf(), problem: null }) }));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));
vi.mock("@/components/table/use-tense", () => ({ useTense: () => ({ past: false }) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));
vi.mock("@/components/table/elsewhere", () => ({ Elsewhere: () => null }));
vi.mock("./handing", () => ({ Handing: () => null }));

const OWNER = { kind: "ServiceEntry", namespace: "lab", name: "old" } as const;
const SENT = { is: "sent" } as const;
const LOST = { is: "not-sent", reason: { code: "port-lost", by: "name", owner: OWNER } } as const;

function headOf(): SelectedByHead {
  const policies = { lines: [], labelsBy: null, bundle: "group", undecided: 0 } as const;
  const { hosts, hostsTotal } = world;
  const entry = { hosts, hostsTotal, hostNames: hosts.length, objects: hosts.length, nearest: null, writtenIn: [], policies };
  return {
    found: true,
    sight: { services: true, serviceEntries: true, elsewhere: true, tls: true, policies: [], isForSidecars: false, doubts: [] },
    entry,
    group: null,
  };
}

function taking(port: Partial<SelectingService["ports"][number]>, own: Partial<SelectingService> = {}): SelectingService {
  const found = { port: 9080, rule: "service-number" } as const;
  const made = { name: "http", number: 8080, target: null, found, spoken: null, tls: null, isRefused: false, status: SENT, onOtherPort: null, ...port };
  const selector = { kind: "ServiceEntry", namespace: "lab", name: "new" } as const;
  const caller = { namespace: "lab", locality: "", network: "" };
  return { selector, host: "a.test", isOneOfSeveral: false, caller, ports: [made], against: [], rivals: [], ...own };
}

function step(hosts: readonly SelectingService[], own: Partial<typeof world> = {}) {
  Object.assign(world, { address: "10.0.0.1", hostsTotal: hosts.length, ...own, hosts });
  const { container } = render(<ArriveView cluster="eu" namespace="lab" name="web" steps={null} />);
  const shown = container.querySelector('li[data-step="endpoints"]');
  return [shown?.getAttribute("data-state"), shown?.querySelector("[data-hosts]")?.getAttribute("data-hosts")];
}

it("is done if callers of a service are sent the machine", () => {
  expect(step([taking({})])).toEqual(["done", "a.test:8080:9080"]);
});

it("is done if callers are sent a gateway in place of the machine", () => {
  expect(step([taking({ status: { is: "gateway", gateways: [] } })])).toEqual(["done", "a.test:8080:9080"]);
});

it("is not done if each service that selects the machine sends its callers elsewhere", () => {
  expect(step([taking({ status: LOST })])).toEqual(["wrong", ""]);
  expect(screen.getByText("callers are not sent it: ServiceEntry lab/old defines the host name and has no port with this name")).toBeDefined();
});

it("names only the ports on which callers get the machine", () => {
  const { ports } = taking({ status: LOST, number: 80 });
  expect(step([{ ...taking({}), ports: [...ports, ...taking({}).ports] }])).toEqual(["done", "a.test:8080:9080"]);
});

it("names the port of the owner on which callers get the machine", () => {
  const onOtherPort = { code: "on-other-port", asked: 8080, isDefined: false, on: [80], name: "http", owner: OWNER } as const;
  expect(step([taking({ onOtherPort })])).toEqual(["done", "a.test:80:9080"]);
});

it("is not known if callers get an empty address", () => {
  expect(step([taking({})], { address: "" })).toEqual(["unknown", ""]);
  expect(screen.getByText("callers get an empty address with the port: the effect on their proxies is not known")).toBeDefined();
});

it("is not known if some services of the machine are not listed", () => {
  expect(step([taking({ status: LOST })], { hostsTotal: 120 })[0]).toBe("unknown");
});

it("shows the reason of the object if it drops the machine", () => {
  expect(step([taking({}, { against: [{ code: "headless" }] })])).toEqual(["wrong", ""]);
  expect(screen.getByText(/^callers are not sent it: a headless Service/)).toBeDefined();
});
