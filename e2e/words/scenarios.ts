import { setTimeout as wait } from "node:timers/promises";
import type { Cluster } from "@/e2e/cluster";
import { entriesOf, entryPage, groupPage, tellMachine } from "@/e2e/fleet";
import { told } from "@/e2e/history";
import type { House } from "@/e2e/house";
import type { Deed, Expected } from "./director";

/** A course of events whose pages are read: `play` resolves once there is something to read, with what was done. */
export interface Played {
  readonly scenario: string;
  readonly play: (house: House, cluster: Cluster) => Promise<Deed>;
  /** Pages that are read beside those of every scenario. */
  readonly pages?: (deed: Deed) => readonly string[];
  /** Set where these are all. */
  readonly areAll?: true;
  /** What pages have to say of it. */
  readonly expected: (deed: Deed) => readonly Expected[];
}

/** Begins a scenario of the embedded cluster and waits for its director's line, and then for what follows from it. */
function directed(scenario: string, line: RegExp, thenMs: number, expected: Played["expected"]): Played {
  const play = async (house: House) => {
    await house.control("POST", `/scenario/${scenario}`);
    const words = await told(house, line);
    const deed = { words, at: Date.now() };
    await wait(thenMs);
    return deed;
  };
  return { scenario, play, expected };
}

const TIME = "(?<time>\\d\\d:\\d\\d:\\d\\d)";
const COUNT = "(?<count>\\d[\\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";

export const PLAYED: readonly Played[] = [
  { scenario: "steady", play: waited, expected: () => [] },
  // A machine that dies with its zone is missed when its keep-alive is.
  directed("zone-outage", /(\S+) goes dark with (\d+) machines/, 18_000, zoneIsNamed),
  // The log of a rollout is long, and its line about the replica moves off the first page: so the log is asked for that replica.
  { ...directed("istiod-rollout", /istiod (\S+) ends; its machines move/, 4_000, replicaIsGone), pages: ({ words: [replica = ""] }) => [wentPage(replica)] },
  // After an outage many groups are in more trouble, and the row of this one is not among those on screen: so the list is narrowed to it.
  {
    ...directed("bad-deploy", /a bad version reaches (\d+) of \d+ machines of (\S+)/, 10_000, groupFails),
    pages: ({ words: [, group = ""] }) => [`/groups?q=${group}`],
  },
  { scenario: "deleted-group", play: deleteGroup, pages: ({ words: [group] }) => [`/c/sandbox/groups/shop/${group}`], expected: groupIsDeleted },
  { scenario: "planned-leave", play: planLeaves, pages: planPages, areAll: true, expected: planIsTold },
];

async function waited(): Promise<Deed> {
  await wait(1_000);
  return { words: [], at: Date.now() };
}

/** Kubernetes deletes the entries that the group owned; their machines stay connected. */
async function deleteGroup(_house: House, cluster: Cluster): Promise<Deed> {
  const deed = { words: ["pricing"], at: Date.now() };
  await cluster.delete("/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/pricing");
  await wait(4_000);
  return deed;
}

const PLANNED = { namespace: "payments", group: "ledger" } as const;
/** The end of a plan that is not over, and of a mute. */
const FAR = "2099-01-31T23:59:59Z";

/**
 * A group names three machines as planned to go: one that leaves, one that has time, and one that is late, about which a finding is muted. It is the
 * test that writes these marks, as `kubectl annotate` would.
 */
async function planLeaves(house: House, cluster: Cluster): Promise<Deed> {
  const { namespace, group } = PLANNED;
  const entries = await entriesOf(cluster, namespace, group);
  const [leaves = "", stays = "", late = ""] = entries.map(({ metadata }) => metadata.name);
  const planned = [
    { entry: leaves, by: FAR, reason: "moved to Kubernetes" },
    { entry: stays, by: FAR, reason: "its hardware is old" },
    { entry: late, by: "2026-01-31T12:00:00Z", reason: "it was to go in winter" },
  ];
  const annotations = {
    "stolos.dev/expected-size": String(entries.length),
    "stolos.dev/planned-leaves": JSON.stringify(planned),
    "stolos.dev/mute-findings": JSON.stringify([{ code: "STL216", until: FAR, reason: "the owner knows" }]),
  };
  await cluster.patch(`/apis/networking.istio.io/v1/namespaces/${namespace}/workloadgroups/${group}`, { metadata: { annotations } });
  const deed = { words: [leaves, stays, late], at: Date.now() };
  await tellMachine(house, namespace, leaves, "disconnect");
  // The grace period is a quarter of its length here.
  await wait(8_000);
  return deed;
}

function planPages({ words: [leaves = "", stays = "", late = ""] }: Deed): readonly string[] {
  const { namespace, group } = PLANNED;
  return [groupPage(namespace, group), ...[leaves, stays, late].map((name) => entryPage(namespace, name)), "/oncall?display=wall", "/activity"];
}

function planIsTold({ words: [leaves = "", stays = ""] }: Deed): readonly Expected[] {
  const { namespace, group } = PLANNED;
  const onGroup = { test: (path: string) => path === groupPage(namespace, group) };
  const onMachine = { test: (path: string) => path === entryPage(namespace, stays) };
  return [
    { what: `${leaves} left as planned`, path: onGroup, text: /^not here: it left as planned/, about: new RegExp(`/${leaves}$`) },
    { what: `${stays} is planned to go`, path: onMachine, text: /^This machine is planned to go by 2099-01-31 23:59:59 UTC: its hardware is old\./ },
    { what: "the finding about the late one is muted", path: onGroup, text: /^Muted for everybody by .*: the owner knows$/ },
  ];
}

function zoneIsNamed({ words: [place = "", machines = ""] }: Deed): readonly Expected[] {
  const zone = place.split("/").at(1) ?? place;
  const text = new RegExp(`${COUNT} machines in \\d+ groups were lost .*at ${TIME}; all of them were in zone ${zone}`);
  return [{ what: `Machines of zone ${zone} were lost together`, path: /^\/$/, text, most: Number(machines), withinMs: 16_000 }];
}

function replicaIsGone({ words: [replica = ""] }: Deed): readonly Expected[] {
  const onItsPage = { test: (path: string) => path === wentPage(replica) };
  return [{ what: `The replica ${replica} is gone`, path: onItsPage, text: /^is gone$/ }];
}

/** The log of replicas that went, narrowed to one of them. */
function wentPage(replica: string): string {
  return `/activity?type=replica-went&q=${replica}`;
}

function groupFails({ words: [machines = "", group = ""] }: Deed): readonly Expected[] {
  // A sentence, or the row's ribbon, which counts each state: "40 machines: 5 missing of the declared 45, 28 Unhealthy, 12 Healthy".
  const text = new RegExp(`(^|, )${COUNT} unhealthy`, "i");
  return [{ what: `Machines of ${group} fail their probe`, path: /^\/(groups(\?q=[^&]*)?)?$/, text, about: new RegExp(`/${group}$`), most: Number(machines) }];
}

function groupIsDeleted({ words: [group = ""] }: Deed): readonly Expected[] {
  const text = new RegExp(`^This group was deleted at ${TIME}`);
  return [{ what: `The group ${group} was deleted`, path: new RegExp(`/groups/shop/${group}$`), text, withinMs: 4_000 }];
}
