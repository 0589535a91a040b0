import type { Machine, State } from "@/e2e/values/machines";
import type { Service } from "@/e2e/values/services";
import type { Known } from "./known";

/** Objects of the recorded world: the lost machine, the failing machine, the group whose size changes, and a replica of istiod. */
export const LOST = { namespace: "shop", name: "cart-10.20.0.23-aws-frankfurt" } as const;
export const FAILING = { namespace: "identity", name: "login-10.20.0.80-aws-frankfurt" } as const;
export const SIZED = { namespace: "shop", name: "recommendations", size: "30" } as const;
export const ISTIOD = "istiod-bb7j97pcst-8r22j";

export type Value = string | number | ((known: Known) => string | number);

/** An element, the expected value, and the attribute with the value: `value` = of a field, `length` = the number of elements, missing = the text. */
export type Check = readonly [selector: string, expected: Value, attribute?: string];

/** An address as users stored it, with an object's name, a number and a state that its page shows. Braces mark the parts that differ between runs. */
export interface RecordedAddress {
  readonly address: string;
  readonly name: Check;
  readonly count: Check;
  readonly state: Check;
  readonly also?: readonly Check[];
  /** True when the page shows the moment before the loss of the machine. */
  readonly isPast?: true;
}

export const ENTRIES = "/c/sandbox/entries";
export const GROUPS = "/c/sandbox/groups";
const row = (link: string) => `main table[aria-rowcount] tr:has(a[href${link}])`;
export const table = (link: string) => `main table[aria-rowcount]:has(a[href${link}])`;
const firstRow = 'main table[aria-rowcount] tr[aria-rowindex="2"] a';
export const chosen = (word: string): Check => ["main [aria-pressed=true], main [aria-current=true]", word];
export const field = (value: Value, selector = "main input"): Check => [selector, value, "value"];
export const inZone = (zone: string) => (machine: Machine) => machine.zone === zone;
export const inNetwork = (network: string) => (machine: Machine) => machine.network === network;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

type Own = Pick<RecordedAddress, "also" | "isPast">;
type Named = readonly [namespace: string, name: string];

/** A list of machines that contains a given machine. */
function entries(search: string, [namespace, name]: Named, isListed: (machine: Machine) => boolean, own: Own = {}): RecordedAddress {
  const link = `^="${ENTRIES}/${namespace}/${name}?"`;
  return {
    address: `/entries${search}`,
    name: [`${row(link)} a`, name],
    count: [table(link), ({ machines }) => machines.filter(isListed).length + 1, "aria-rowcount"],
    state: [`${row(link)} [data-state-word]`, (known) => known.state(namespace, name), "data-state-word"],
    ...own,
  };
}

/** A list of groups that contains a given group. */
function groups(search: string, [namespace, name]: Named, isListed: Parameters<Known["countGroups"]>[0], own: Own = {}): RecordedAddress {
  const link = `^="${GROUPS}/${namespace}/${name}"`;
  return {
    address: `/groups${search}`,
    name: [`${row(link)} a`, name],
    count: [table(link), (known) => known.countGroups(isListed) + 1, "aria-rowcount"],
    state: [`${row(link)} [data-state-word]`, (known) => known.groupState(namespace, name), "data-state-word"],
    ...own,
  };
}

/** The page of one group, with the list of its machines. */
function group(rest: string, [namespace, name]: Named, own: Own = {}): RecordedAddress {
  return {
    address: `${GROUPS}/${namespace}/${name}${rest}`,
    name: ["main nav [aria-current=page], main nav", name],
    // The table of a large group folds its healthy machines.
    count: ['main [data-section="entries"] [data-fact="registered"]', (known) => known.of(namespace, name).length],
    state: [`main table[aria-rowcount] [data-state-word]`, (known) => known.worst(namespace, name), "data-state-word"],
    ...own,
  };
}

/** The page of one machine. */
function entry(rest: string, [namespace, name]: Named, count: Check, own: Own = {}): RecordedAddress {
  return {
    address: `${ENTRIES}/${namespace}/${name}${rest}`,
    name: ["main nav", name],
    count,
    state: ["main [data-state-word]", (known) => known.state(namespace, name), "data-state-word"],
    ...own,
  };
}

const isNobody = ({ machines, pods, readyPods, inline }: Service) =>
  machines.length + pods.length > 0 && machines.every(({ isSent }) => !isSent) && readyPods + inline === 0;

/** A list of services that contains a given service, with its serving and selected machines. */
function services(search: string, link: string, host: Named, isListed: (host: Service) => boolean, own: Own = {}): RecordedAddress {
  return {
    address: `/services${search}`,
    name: [`${row(link)} a`, (known) => known.host(...host).hosts[0] ?? ""],
    count: [table(link), ({ services: all }) => sum(all.filter(isListed).map((one) => one.hosts.length)) + 1, "aria-rowcount"],
    state: [row(link), (known) => `${known.serving(...host)}/${Math.max(known.host(...host).machines.length, known.size(...host))}`],
    ...own,
  };
}

/** The page of one service, with the list of its endpoints. */
function service(path: string, host: Named, own: Own = {}): RecordedAddress {
  const [namespace] = host;
  const link = `^="${ENTRIES}/${namespace}/"`;
  return {
    address: `/c/sandbox/${path}`,
    name: ["main nav", host[1]],
    count: [table(link), (known) => known.host(...host).machines.length + known.host(...host).pods.length + 1, "aria-rowcount"],
    state: [
      `${table(link)} [data-state-word]`,
      (known) => known.state(namespace, known.host(...host).machines.find(({ isServing }) => !isServing)?.name ?? known.host(...host).machines[0]?.name ?? ""),
      "data-state-word",
    ],
    ...own,
  };
}

/** The fleet: the ribbon of a group with its size, and a degraded group. */
function fleet(search: string, own: Own = {}): RecordedAddress {
  const link = `a[href^="${GROUPS}/payments/ledger"]`;
  return {
    address: `/${search}`,
    name: [`main ${link}`, "ledger"],
    count: [`main ${link}`, (known) => known.of("payments", "ledger").length, "aria-label"],
    state: ["main [data-state-word]", "unverified", "data-state-word"],
    ...own,
  };
}

const isIn = (state: State) => (machine: Machine) => machine.state === state;
const RADIUS = ["identity", "radius-bridge"] as const;
const CART = ["shop", "cart"] as const;
const STOREFRONT = ["shop", "storefront"] as const;
const SPARE = ["shop", "storefront-blue-spare"] as const;
const FIRST_CART = ["shop", "cart-10.20.0.24-aws-frankfurt"] as const;
const TRIED = "apiVersion: v1\nkind: Service\nmetadata: { name: tried, namespace: shop }\nspec: { selector: { app: cart }, ports: [{ port: 80 }] }\n";
const RADIUS_PORT: Check = ["main table td", 1812];

/** Addresses of the fleet, and of lists and pages of groups, machines and services. */
export const OBJECT_ADDRESSES: readonly RecordedAddress[] = [
  fleet("", { also: [["main [data-state-word=unhealthy]", 1, "length"]] }),
  { ...fleet("?cluster=sandbox&ns=payments&ns=legacy"), also: [[`main a[href^="${GROUPS}/shop/"]`, 0, "length"]] },
  fleet("?window=1h&as=table", { also: [chosen("1h"), ["main [data-section=timeline] table caption", 1, "length"]] }),
  fleet("?at={at}", { isPast: true, also: [["main [data-state-word=unhealthy]", 0, "length"]] }),
  fleet("?at={atSeconds}", { isPast: true, also: [["main [data-state-word=unhealthy]", 0, "length"]] }),
  fleet("?at={atMs}&window=1h", { isPast: true, also: [["main [data-state-word=unhealthy]", 0, "length"]] }),
  groups("", ["identity", "login"], () => true),
  groups("?q=state:unverified", ["legacy", "cobol-batch"], (machines) => machines.some(isIn("unverified"))),
  groups("?cluster=sandbox&ns=shop&sort=-machines", STOREFRONT, (_, namespace) => namespace === "shop", { also: [[firstRow, "storefront"]] }),
  groups(
    "?ns=legacy&ns=identity&q=network:azure-frankfurt&sort=name",
    ["legacy", "cobol-batch"],
    (machines, namespace) => ["legacy", "identity"].includes(namespace) && machines.some(inNetwork("azure-frankfurt")),
  ),
  groups("?cols=state,zones&q=zone:eu-central-1a", CART, (machines) => machines.some(inZone("eu-central-1a")), {
    also: [
      ["main th[data-column=zones]", 1, "length"],
      ["main th[data-column=probe]", 0, "length"],
    ],
  }),
  groups("?q=cart&at={at}", CART, (_, __, name) => name.includes("cart"), { isPast: true }),
  group("", CART),
  group("#lost", CART, { also: [[`#lost a[href*="${LOST.name}"]`, 1, "length"]] }),
  group("#next", ["identity", "login"]),
  group("#hosts", CART, { also: [['#hosts a[href^="/c/sandbox/services/shop/cart"]', "cart"]] }),
  group("#commands", CART, { also: [["#commands code", "workloadgroup/cart"]] }),
  group("#yaml", CART, { also: [["#yaml", "cart"]] }),
  group("#control-plane", ["identity", "login"]),
  group("?sort=-name&window=24h&as=table", CART, { also: [[firstRow, "cart-10.40.80.29-gcp-frankfurt"], chosen("24h")] }),
  group("?at={atSeconds}", CART, { isPast: true }),
  {
    address: `${GROUPS}/shop/cart/bundle`,
    name: ["main h1", "cart"],
    count: ["main [aria-current=step]", 5],
    state: field(
      (known) => known.objects("service").find(({ metadata }) => metadata.name === "istio-eastwestgateway")?.status?.loadBalancer?.ingress?.[0]?.ip ?? "",
    ),
  },
  {
    address: `${GROUPS}/shop/cart/arrive`,
    name: ["main nav", "cart"],
    count: ["main h1", ({ services: all }) => Number(portsOf(all.find(({ namespace, name }) => `${namespace}/${name}` === "shop/cart"))[0])],
    state: ["main [aria-current=step]", 6],
  },
  entries("", RADIUS, () => true),
  entries("?q=state:awaiting", RADIUS, isIn("awaiting"), {
    also: [["main [aria-pressed=true]", "awaiting", "data-value"]],
  }),
  entries("?q=state:unhealthy,unverified&sort=-age", [FAILING.namespace, FAILING.name], ({ state }) => ["unhealthy", "unverified"].includes(state)),
  entries("?ns=shop&q=group:shop/cart&sort=name", FIRST_CART, (machine) => machine.group === "cart", { also: [[firstRow, FIRST_CART[1]]] }),
  entries(
    "?cluster=sandbox&ns=identity&q=zone:eu-central-1a,eu-central-1b+-state:healthy",
    [FAILING.namespace, FAILING.name],
    (machine) => machine.namespace === "identity" && ["eu-central-1a", "eu-central-1b"].includes(machine.zone) && machine.state !== "healthy",
  ),
  entries("?q=app%3Dstorefront+-origin:auto-registered", SPARE, (machine) => machine.name === SPARE[1]),
  entries("?q=network:none&sort=name&cols=name,state,address", ["legacy", "sap-router"], inNetwork(""), {
    also: [
      ["main th[data-column=address]", 1, "length"],
      ["main th[data-column=zone]", 0, "length"],
    ],
  }),
  entries(`?q=replica:${ISTIOD}+group:shop/cart+age%3E1m`, FIRST_CART, (machine) => machine.replica === ISTIOD && machine.group === "cart"),
  entries("?q=cart-10.20.0.23&at={at}", [LOST.namespace, LOST.name], (machine) => machine.name === LOST.name, { isPast: true }),
  entries("?q=cart-10.20.0.23&at={atMs}", [LOST.namespace, LOST.name], (machine) => machine.name === LOST.name, { isPast: true }),
  {
    ...entries("?q=state:vanished&window=1h", [LOST.namespace, LOST.name], () => true),
    count: [table(`*="${LOST.name}"`), (known) => known.endedIn("cart") + 1, "aria-rowcount"],
    also: [chosen("1h")],
  },
  entry("", RADIUS, RADIUS_PORT),
  entry("?uid={uid}", RADIUS, RADIUS_PORT),
  entry("#yaml", RADIUS, RADIUS_PORT, { also: [["#yaml", "radius-bridge"]] }),
  entry("#L3", RADIUS, RADIUS_PORT, { also: [["#L3", 3]] }),
  entry("?window=24h&as=table", [FAILING.namespace, FAILING.name], ["main table td", 8443], { also: [chosen("24h")] }),
  entry("", [LOST.namespace, LOST.name], [`main a[href*="${GROUPS}/shop/cart"]`, (known) => Number(known.endedIn("cart") > 0), "length"]),
  entry("?uid={uid}", [LOST.namespace, LOST.name], [`main a[href*="${GROUPS}/shop/cart"]`, (known) => Number(known.endedIn("cart") > 0), "length"]),
  entry("?at={atMs}", [LOST.namespace, LOST.name], ["main table td", 8080], { isPast: true }),
  services("", '*="/serviceentries/identity/radius"', ["identity", "radius"], () => true),
  services("?q=status:nobody", '*="/serviceentries/identity/radius"', ["identity", "radius"], isNobody),
  services(
    "?ns=legacy&q=kind:serviceentry&sort=host",
    '*="/serviceentries/legacy/sap-bridge"',
    ["legacy", "sap-bridge"],
    ({ kind, namespace }) => kind === "ServiceEntry" && namespace === "legacy",
  ),
  services("?q=app%3Dcart&cols=host,machines", '^="/c/sandbox/services/shop/cart"', CART, ({ name }) => name === "cart", {
    also: [["main th[data-column=owner]", 0, "length"]],
  }),
  service("services/shop/storefront", STOREFRONT),
  service("services/shop/storefront?from=payments//aws-frankfurt&mode=ambient", STOREFRONT, {
    also: [["#seen-from [data-answer]", "unknown", "data-answer"], chosen("ambient")],
  }),
  {
    ...service("services/shop/storefront?q=spare&sort=-name", STOREFRONT, { also: [field("spare"), [firstRow, SPARE[1]]] }),
    count: [table(`^="${ENTRIES}/shop/"`), ({ machines }) => machines.filter(({ name }) => name.includes("spare")).length + 1, "aria-rowcount"],
  },
  service("services/shop/storefront#seen-from", STOREFRONT, { also: [["#seen-from", 1, "length"]] }),
  {
    ...service("serviceentries/identity/radius?host=radius.identity.mesh.internal", ["identity", "radius"]),
    name: ["main nav", "radius.identity.mesh.internal"],
  },
  {
    address: "/services/preview?from=sandbox/services/shop/cart",
    name: [`main textarea`, "cart", "value"],
    count: ["main h1", (known) => known.host(...CART).machines.length],
    state: chosen("sidecar"),
  },
  {
    address: "/services/preview?from=sandbox/workloadentries/identity/radius-bridge&mode=ambient&inPlace=1",
    name: [`main textarea`, "radius-bridge", "value"],
    count: RADIUS_PORT,
    state: chosen("ambient"),
  },
  {
    address: `/services/preview?${new URLSearchParams({ cluster: "sandbox", yaml: TRIED })}`,
    name: [`main textarea`, "tried", "value"],
    count: ["main h1", (known) => known.of(...CART).length],
    state: chosen("sidecar"),
  },
  {
    address:
      "/services/preview?cluster=sandbox#z=eJwdyjEKwzAMRuHdp_gPkKHdiq5R6FI6CFsQ0cYWksgSfPeSbN-Dx6Yv8dDRCfu9fLU3wlN81yplk-TGyYQDnTchpKu05YowrkKIdRhmCZN6biE_qTn8NJsRKntiLrDhGYT3cYnwuGF-MMsfawAr2A",
    name: [`main textarea`, "tried", "value"],
    count: ["main h1", (known) => known.of(...CART).length],
    state: chosen("sidecar"),
  },
];

function portsOf(host: Service | undefined): readonly number[] {
  const ports = host?.object.spec?.ports;
  return Array.isArray(ports) ? ports.map(({ port, number }) => port ?? number ?? 0) : [];
}
