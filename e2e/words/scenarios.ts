import { setTimeout as wait } from "node:timers/promises";
import type { Cluster } from "@/e2e/cluster";
import { told } from "@/e2e/history";
import type { House } from "@/e2e/house";
import type { Deed, Expected } from "./director";

/** A course of events whose pages are read: `play` resolves once there is something to read, with what was done. */
export interface Played {
  readonly scenario: string;
  readonly play: (house: House, cluster: Cluster) => Promise<Deed>;
  /** Pages that are read beside those of every scenario. */
  readonly pages?: (deed: Deed) => readonly string[];
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
