import { setTimeout as wait } from "node:timers/promises";
import { expect } from "@playwright/test";
import type { Cluster } from "@/e2e/cluster";
import { entriesOf, entryPage, groupPage, tellMachine } from "@/e2e/fleet";
import { told } from "@/e2e/history";
import type { House } from "@/e2e/house";

/** The effect of a scenario: the values in its line of the sandbox's log, or the names that the test chose. */
interface Deed {
  readonly words: readonly string[];
}

/** Values that an element of a page must show once the scenario has run. */
export interface Shown {
  readonly path: string;
  /** Selects the elements. */
  readonly elements: string;
  readonly texts: readonly string[];
}

/** A scenario whose pages are checked: `play` resolves once the pages can show it. */
export interface Played {
  readonly scenario: string;
  readonly play: (house: House, cluster: Cluster) => Promise<Deed>;
  /** Pages that are checked besides those of every scenario. */
  readonly pages?: (deed: Deed) => readonly string[];
  /** Set if these are all. */
  readonly areAll?: true;
  readonly expected: (deed: Deed) => readonly Shown[];
}

/** Starts a scenario of the embedded cluster, waits for its line in the log, and then for its effects. */
function directed(scenario: string, line: RegExp, thenMs: number, expected: Played["expected"]): Played {
  const play = async (house: House) => {
    await house.control("POST", `/scenario/${scenario}`);
    const words = await told(house, line);
    await wait(thenMs);
    return { words };
  };
  return { scenario, play, expected };
}

export const PLAYED: readonly Played[] = [
  { scenario: "steady", play: waited, expected: () => [] },
  // istiod notices a machine that dies with its zone when its keep-alive fails.
  directed("zone-outage", /(\S+) goes dark with (\d+) machines/, 18_000, zoneIsNamed),
  // The log of a rollout is long: the page of one replica shows its line.
  { ...directed("istiod-rollout", /istiod (\S+) ends; its machines move/, 4_000, replicaIsGone), pages: ({ words: [replica = ""] }) => [wentPage(replica)] },
  // After an outage the row of this group may be out of view: a filtered list shows it.
  {
    ...directed("bad-deploy", /a bad version reaches (\d+) of \d+ machines of (\S+)/, 10_000, groupFails),
    pages: ({ words: [, group = ""] }) => [groupsPage(group)],
  },
  { scenario: "deleted-group", play: deleteGroup, pages: ({ words: [group] }) => [`/c/sandbox/groups/shop/${group}`], expected: () => [] },
  { scenario: "planned-leave", play: planLeaves, pages: planPages, areAll: true, expected: planIsShown },
];

async function waited(): Promise<Deed> {
  await wait(1_000);
  return { words: [] };
}

/** Kubernetes deletes the entries that the group owns; their machines stay connected. */
async function deleteGroup(house: House, cluster: Cluster): Promise<Deed> {
  await cluster.delete("/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/pricing");
  await wait(4_000);
  // Until the losses are recorded, no page knows the group any more.
  await expect.poll(async () => (await fetch(`${house.address}${groupPage("shop", "pricing")}`)).status, { timeout: 30_000 }).toBe(200);
  return { words: ["pricing"] };
}

const PLANNED = { namespace: "payments", group: "ledger" } as const;
/** The end of a plan in the future, and of a mute. */
const FAR = "2099-01-31T23:59:59Z";
const MUTED_BECAUSE = "the owner knows";

/**
 * Names three machines of a group as planned to go: one leaves, one has time, and one is late, with a muted finding about it. The test writes these
 * annotations as `kubectl annotate` would.
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
    "stolos.dev/mute-findings": JSON.stringify([{ code: "STL216", until: FAR, reason: MUTED_BECAUSE }]),
  };
  await cluster.patch(`/apis/networking.istio.io/v1/namespaces/${namespace}/workloadgroups/${group}`, { metadata: { annotations } });
  await tellMachine(house, namespace, leaves, "disconnect");
  // The grace period is a quarter of its length here.
  await wait(8_000);
  return { words: [leaves, stays, late] };
}

function planPages({ words }: Deed): readonly string[] {
  const { namespace, group } = PLANNED;
  return [groupPage(namespace, group), ...words.map((name) => entryPage(namespace, name)), "/oncall?display=wall", "/activity"];
}

function planIsShown({ words: [, stays = ""] }: Deed): readonly Shown[] {
  const { namespace, group } = PLANNED;
  return [
    { path: entryPage(namespace, stays), elements: "[data-planned-by]", texts: ["2099-01-31 23:59:59 UTC", "its hardware is old"] },
    { path: groupPage(namespace, group), elements: "[data-section=findings] div:has(> h3)", texts: ["STL216", MUTED_BECAUSE] },
  ];
}

function zoneIsNamed({ words: [place = ""] }: Deed): readonly Shown[] {
  return [{ path: "/", elements: "main h1", texts: [place.split("/").at(1) ?? place] }];
}

function replicaIsGone({ words: [replica = ""] }: Deed): readonly Shown[] {
  return [{ path: wentPage(replica), elements: "main tr td[data-column=who]", texts: [replica] }];
}

/** The log of replicas that are gone, filtered by one of them. */
function wentPage(replica: string): string {
  return `/activity?type=replica-went&q=${replica}`;
}

function groupsPage(group: string): string {
  return `/groups?q=${group}`;
}

function groupFails({ words: [, group = ""] }: Deed): readonly Shown[] {
  return [{ path: groupsPage(group), elements: "main tr:has([data-state-word=unhealthy])", texts: [group] }];
}
