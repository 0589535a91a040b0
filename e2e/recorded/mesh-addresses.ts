import type { RawObject } from "@/e2e/values/raw-objects";
import type { Service } from "@/e2e/values/services";
import { chosen, ENTRIES, field, GROUPS, ISTIOD, inNetwork, inZone, LOST, type RecordedAddress, SIZED, table } from "./addresses";
import type { Known } from "./known";

type Own = Pick<RecordedAddress, "also" | "isPast">;

const ZONE = "eu-central-1a";

/** The map of localities: a zone with its machines, one of which is draining. */
function localities(search: string, own: Own = {}): RecordedAddress {
  const link = `a[href*="zone%3A${ZONE}"]`;
  return {
    address: `/localities${search}`,
    name: [`main ${link}`, ZONE],
    count: [`main p:has(> ${link})`, ({ machines }) => machines.filter(inZone(ZONE)).length],
    state: [
      `main a[href*="zone%3A${ZONE}+state%3Adraining"]`,
      ({ machines }) => machines.filter((one) => one.zone === ZONE && one.state === "draining").length,
    ],
    ...own,
  };
}

/** The loss simulation: a service with its machines before and after. */
function losses(search: string, isLost: (host: Service["machines"][number]) => boolean, headroom: number, own: Own = {}): RecordedAddress {
  const host = 'tr:has(a[href^="/c/sandbox/services/identity/mfa-sms"])';
  const left = ({ machines }: Service) => machines.filter((machine) => machine.isServing && !isLost(machine)).length;
  return {
    address: `/localities?${search}`,
    name: [`main [data-what-if] ${host} a`, "mfa-sms"],
    count: [`main [data-what-if] ${host}`, (known) => left(known.host("identity", "mfa-sms"))],
    state: field(headroom, "main [data-what-if] input"),
    ...own,
  };
}

/** The networks: one of them with its machines. */
function networks(search: string, network: string, mode: string, own: Own = {}): RecordedAddress {
  return {
    address: `/networks${search}`,
    name: [`main [data-node="network ${network}"]`, network],
    count: [`main [data-node="network ${network}"]`, ({ machines }) => machines.filter(inNetwork(network)).length, "aria-label"],
    state: chosen(mode),
    ...own,
  };
}

/** The control plane: a replica with the machines that name it. */
function controlPlane(search: string, own: Own = {}): RecordedAddress {
  const row = `main tr:has(a[href*="replica%3A${ISTIOD}"])`;
  return {
    address: `/control-plane${search}`,
    name: [`${row} a`, ISTIOD],
    count: [row, ({ machines }) => machines.filter(({ replica }) => replica === ISTIOD).length],
    state: [`${row} [data-standing]`, "runs", "data-standing"],
    ...own,
  };
}

/** The findings of one rule: their number, and one that names an object. */
function findings(search: string, code: string, [link, name]: readonly [string, string], count: (known: Known) => number, own: Own = {}): RecordedAddress {
  return {
    address: `/findings${search}`,
    name: [`main [data-finding="${code}"] a[href*="${link}"]`, name],
    count: [`main li[data-finding="${code}"]`, count, "length"],
    state: [`main [id="${code}"]`, code, "id"],
    also: [[`main li[data-finding]:not([data-finding="${code}"])`, 0, "length"], ...(own.also ?? [])],
  };
}

/** The page on call: a group with trouble of before the start, in a row with the size that it declares. A wall display has no links. */
function onCall(search: string, own: Own = {}): RecordedAddress {
  const row = `main li[data-group="payments/fraud-scoring"]`;
  const isWall = search.includes("display=wall");
  return {
    address: `/oncall${search}`,
    name: [isWall ? row : `${row} a[href^="${GROUPS}/payments/fraud-scoring"]`, "fraud-scoring"],
    count: [row, (known) => known.size("payments", "fraud-scoring")],
    state: ["html", "dark", "data-theme"],
    ...own,
  };
}

/** The log: the lost machine. */
function activity(search: string, own: Own = {}): RecordedAddress {
  const row = `main table tr:has(a[href*="${ENTRIES}/${LOST.namespace}/${LOST.name}"])`;
  return {
    address: `/activity${search}`,
    name: [row, LOST.name],
    count: [`main table tbody tr:has(a[href*="type=ended"]), ${row}`, (known) => known.endedIn("cart"), "length"],
    state: [`${row} a`, ENTRIES, "href"],
    ...own,
  };
}

/** The audit: two commands that set the size of a group, as a dry run and applied. */
function audit(search: string, lines: number, own: Own = {}): RecordedAddress {
  return {
    address: `/audit${search}`,
    name: ["main table tbody tr", SIZED.name],
    count: ["main table tbody tr", lines, "length"],
    state: ["main table tbody tr", "set-expected-size"],
    ...own,
  };
}

const regionOf = ({ spec }: RawObject) => (spec?.locality ?? "").split("/", 1)[0];
const never = (known: Known) => known.machines.filter(({ state }) => state === "awaiting").length;
const empty = (known: Known) => known.countGroups((machines) => machines.length === 0);
const RADIUS = [`${ENTRIES}/identity/radius-bridge`, "radius-bridge"] as const;
const REPORTING = [`${GROUPS}/legacy/reporting-nightly`, "reporting-nightly"] as const;

/** A step of a new group: its number, and the namespace in the address. */
function step(address: string, number: number, own: Own = {}): RecordedAddress {
  const current = "main [aria-current=step]";
  return { address, name: ["main h1", "shop"], count: [current, number], state: [current, 1, "length"], ...own };
}

const PLACE = "cluster=sandbox&namespace=shop";

/** Addresses of localities, the mesh, findings, and forms. */
export const MESH_ADDRESSES: readonly RecordedAddress[] = [
  localities(""),
  localities("?cluster=sandbox&q=region:eu-central-1", { also: [['main a[href*="region%3Aeurope-west3"]', 0, "length"]] }),
  {
    ...localities("?show=table", { also: [['main a[aria-current=true][href*="show=table"]', 1, "length"]] }),
    count: [`main tr:has(a[href*="zone%3A${ZONE}"])`, ({ machines }) => machines.filter((one) => inZone(ZONE)(one) && one.isServing).length],
    state: [`main tr:has(a[href*="zone%3A${ZONE}"]) [data-state-word]`, "draining", "data-state-word"],
  },
  {
    address: "/localities?show=world",
    name: ['main li a[href*="region%3Aeu-central-1"]', "eu-central-1"],
    count: ['main li:has(a[href*="region%3Aeu-central-1"])', ({ machines }) => machines.filter(({ object }) => regionOf(object) === "eu-central-1").length],
    state: ['main a[aria-current=true][href*="show=world"]', 1, "length"],
  },
  losses(`lost=zone:eu-central-1/${ZONE}`, inZone(ZONE), 30),
  losses(`lost=zone:eu-central-1/${ZONE}&moment=after-grace&headroom=10`, inZone(ZONE), 10, {
    // Once the grace period is over, the list contains no lost machine of the service.
    also: [['main [data-what-if] tr:has(a[href^="/c/sandbox/services/identity/mfa-sms"])', 0]],
  }),
  losses("lost=region:eu-central-1&lost=network:gcp-frankfurt&moment=after-age&headroom=100", ({ network }) => network !== "", 100),
  losses("lost=set:namespace:identity+zone:eu-central-1b", inZone("eu-central-1b"), 30),
  networks("", "gcp-frankfurt", "sidecar"),
  networks("?from=gcp-frankfurt&mode=ambient&of=sandbox", "aws-frankfurt", "ambient"),
  networks("#gateways", "azure-frankfurt", "sidecar", { also: [["#gateways", 1, "length"]] }),
  controlPlane(""),
  controlPlane("?cluster=sandbox&baseline={at}", { also: [[`main a[href*="${LOST.name}"]`, 1, "length"]] }),
  controlPlane("?at={at}", { isPast: true, also: [['main tr a[href*="replica%3A"]', "at", "href"]] }),
  findings("?q=rule:STL107", "STL107", RADIUS, never),
  findings("?q=code:stl107#STL107", "STL107", RADIUS, never),
  findings("?q=severity:error+kind:machine+object:radius-bridge&window=1h", "STL107", RADIUS, never, { also: [chosen("1h")] }),
  findings("?ns=legacy&q=rule:group-without-machines", "STL205", REPORTING, empty),
  {
    address: "/findings?q=rule:STL205&sort=-name&cluster=sandbox",
    name: [`main table[aria-rowcount] a[href*="${REPORTING[0]}"]`, REPORTING[1]],
    count: [table(`*="${REPORTING[0]}"`), (known) => empty(known) + 1, "aria-rowcount"],
    state: ["main table[aria-rowcount] td", "STL205"],
  },
  onCall(""),
  onCall("?ns=payments&cluster=sandbox", { also: [[`main li a[href*="/legacy/"]`, 0, "length"]] }),
  onCall("?display=wall", { also: [["[data-wall]", 1, "length"]] }),
  activity("?type=ended&window=1h", { also: [chosen("1")] }),
  activity("?q=cart-10.20.0.23&type=ended"),
  activity("?group=cart&ns=shop&type=ended&all=1"),
  activity("?cluster=sandbox&window={atMs}-{nowMs}&type=ended"),
  audit("", 2),
  audit("?mode=dry+run", 1, { also: [["main form select", "dry run", "value"]] }),
  audit("?q=recommendations&ns=shop&cluster=sandbox", 2, { also: [field("recommendations", "main form input")] }),
  step(`/groups/new?${PLACE}`, 1, { also: [field("shop")] }),
  step(`/groups/new/describe?${PLACE}&draft=abc`, 2),
  step(`/groups/new/reach?${PLACE}&draft=abc`, 3),
  step(`/groups/new/review?${PLACE}&draft=abc`, 4),
];
