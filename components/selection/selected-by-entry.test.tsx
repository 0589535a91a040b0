import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { EntrySelection, SelectedByHead, SelectingService } from "@/lib/contract/views/selected-by";
import { SelectedByEntry } from "./selected-by-entry";

const world = vi.hoisted(() => ({ head: null as SelectedByHead | null, row: null as object | null }));
vi.mock("@/lib/client/use-selected-by", () => ({ useSelectedBy: () => ({ head: world.head, problem: null }) }));
vi.mock("@/lib/client/live-provider", () => ({ useLiveIfAny: () => null }));
vi.mock("@/lib/client/use-view", () => ({ useView: () => ({ state: { head: { row: world.row } }, problem: null }) }));
vi.mock("@/lib/client/status", () => ({ useFreshness: () => ({ kind: "live", asOf: 0 }) }));
vi.mock("@/components/table/use-tense", () => ({ useTense: () => ({ past: false }) }));
vi.mock("@/lib/client/past", () => ({ usePast: () => null, useKeptAt: () => (href: string) => href }));

const OWNER = { kind: "ServiceEntry", namespace: "lab", name: "old" } as const;
const SENT = { is: "sent" } as const;
const LOST = { is: "not-sent", reason: { code: "port-lost", by: "name", owner: OWNER } } as const;

function taking(name: string, host: string, port: Partial<SelectingService["ports"][number]>): SelectingService {
  const found = { port: 8080, rule: "service-number" } as const;
  const made = { name: "http", number: 8080, target: null, found, spoken: null, tls: null, isRefused: false, status: SENT, onOtherPort: null, ...port };
  const selector = { kind: "ServiceEntry", namespace: "lab", name } as const;
  return { selector, host, isOneOfSeveral: false, caller: { namespace: "lab", locality: "", network: "" }, ports: [made], against: [], rivals: [] };
}

function show(hosts: readonly SelectingService[], own: Partial<EntrySelection> = {}, isForSidecars = false): void {
  const policies = { lines: [], labelsBy: null, bundle: "group", undecided: 0 } as const;
  const hostNames = new Set(hosts.map(({ host }) => host)).size;
  const entry = { hosts, hostsTotal: hosts.length, hostNames, objects: hosts.length, nearest: null, writtenIn: [], policies, ...own };
  const sight = { services: true, serviceEntries: true, elsewhere: true, tls: true, policies: [], isForSidecars, doubts: [] };
  world.head = { found: true, sight, entry, group: null };
  render(<SelectedByEntry cluster="eu" namespace="lab" name="vm-1" query="" initial={null} entry={{ query: "", initial: null }} />);
}

it("counts the host names whose callers are sent to the machine", () => {
  show([taking("a", "a.test", {}), taking("b", "b.test", { status: LOST }), taking("c", "c.test", { status: LOST })]);
  expect(screen.getByText("Callers of 1 get the machine.")).toBeDefined();
});

it("names the callers of its services in a mesh with ambient mode", () => {
  show([taking("a", "a.test", {})]);
  expect(screen.queryByText("This holds for callers with a sidecar.")).toBeNull();
  show([taking("a", "a.test", {})], {}, true);
  expect(screen.getByText("This holds for callers with a sidecar.")).toBeDefined();
});

it("counts a host name of two objects once", () => {
  show([taking("a", "a.test", {}), taking("b", "a.test", {})]);
  expect(screen.getByText("2 objects define this service. Callers of it get the machine.")).toBeDefined();
  expect(screen.getByText("1 service selects")).toBeDefined();
});

it("does not count sent callers if some services are not listed", () => {
  show([taking("a", "a.test", {}), taking("b", "b.test", {})], { hostsTotal: 120, hostNames: 120 });
  expect(screen.getByText("2 objects define these services.")).toBeDefined();
});

it("shows the port of the owner on which callers get the machine", () => {
  const onOtherPort = { code: "on-other-port", asked: 8080, isDefined: false, on: [80], name: "http", owner: OWNER } as const;
  show([taking("new", "a.test", { onOtherPort })]);
  const because = "callers of port 8080 get no endpoint: it is on port 80, which ServiceEntry lab/old names http";
  expect(document.querySelector("td.wide")?.textContent).toBe(because);
  expect(document.querySelector("td[data-answer]")?.textContent).toBe("No");
});

it("shows no TLS on a port that the owner of the host name does not have", () => {
  show([taking("a", "a.test", { spoken: "mutual" }), taking("b", "b.test", { spoken: "mutual", status: LOST })]);
  const shown = [...document.querySelectorAll("tr[data-port]")].map((row) => [row.getAttribute("data-host"), row.getAttribute("data-tls")]);
  expect(shown).toEqual([
    ["a.test", "mutual"],
    ["b.test", null],
  ]);
  expect(screen.getAllByText("mTLS")).toHaveLength(1);
});

it.each([
  ["a verified machine", { state: "healthy", vouched: true }, [], "Yes", "text-good"],
  ["a machine whose connection is not verified", { state: "unverified", vouched: false }, [], "Yes", "text-blind"],
  ["a machine that failed", { state: "unhealthy", vouched: true }, [{ code: "unhealthy", status: "False", message: "HTTP 503" }], "No", "text-bad"],
  ["a machine that is drained", { state: "draining", vouched: true }, [{ code: "draining", value: "true" }], "No", "text-idle"],
] as const)("shows whether callers get %s, never green if it is not verified", (_, row, against, word, tone) => {
  world.row = { cluster: "eu", ...row };
  show([{ ...taking("a", "a.test", {}), against }]);
  const cell = document.querySelector("td[data-answer]");
  expect(cell?.textContent).toBe(word);
  expect(cell?.querySelector("svg")?.getAttribute("class")).toContain(tone);
});

it("cannot tell whether a machine with an empty address gets traffic", () => {
  world.row = { cluster: "eu", state: "no-endpoint", vouched: true };
  show([taking("a", "a.test", {})]);
  expect(document.querySelector("td[data-answer]")?.textContent).toBe("Not known");
  world.row = null;
});

it("does not deny services of an object that cannot be read", () => {
  world.row = { cluster: "eu", state: "unreadable", vouched: true };
  show([]);
  expect(screen.getByText("The services that select it are not known: its object cannot be read.")).toBeDefined();
  world.row = null;
});
