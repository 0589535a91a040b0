import { expect, it, onTestFinished } from "vitest";
import { demoFleet } from "@/lib/sandbox/fleet/demo-fleet";
import { nodes } from "@/lib/sandbox/fleet/places";
import { seedFleet } from "@/lib/sandbox/fleet/seed-fleet";
import { ControlPlane } from "@/lib/sandbox/istiod/control-plane";
import { seeded } from "@/lib/sandbox/istiod/random";
import { chartSettings } from "@/lib/sandbox/istiod/settings";
import { Stage } from "@/lib/sandbox/istiod/stage";
import { Director } from "@/lib/sandbox/scenarios/director";
import { incidentRow } from "./incident-row";
import { ObjectStore } from "./object-store";
import { StolosBeside } from "./stolos-beside";
import { Timeline } from "./timeline";

const BEGIN = Date.parse("2026-11-29T12:00:00Z");
const SECOND = 1_000;

/** The demo's cluster with Stolos beside it, a minute after the first start of Stolos. */
async function demoCluster() {
  const timeline = new Timeline(BEGIN);
  const random = seeded(1);
  const store = new ObjectStore(timeline, random);
  const log = (line: string) => expect.fail(line);
  const settings = { ...chartSettings, maxAgeMs: null };
  const controlPlane = new ControlPlane({ api: store.as("pilot-discovery"), clock: timeline, random, settings, places: nodes, log });
  const stage = new Stage(controlPlane, (replicas) => (replicas.length === 0 ? null : random.pick(replicas)));
  const fleet = demoFleet(random, timeline.nanos(), null);
  await seedFleet(fleet, stage, (object) => store.seed(object));
  await controlPlane.open();
  const plans = new Map(fleet.groups.map(({ plan }) => [`${plan.namespace}/${plan.name}`, plan]));
  const told: string[] = [];
  const director = new Director({ stage, random, hands: store.as("kubectl"), plans, tell: (line) => void told.push(line) }, 1);
  const stolos = await StolosBeside.start(store);
  onTestFinished(async () => {
    director.stop();
    stage.close();
    await stolos.close();
  });
  await stolos.advance(60 * SECOND);
  return { timeline, stolos, director, told };
}

/** Plays a scenario, and returns the incidents that opened since its beginning at some moments, by seconds. `first`: those of the first start at the end. */
async function playScenario(name: string, moments: readonly number[]) {
  const { timeline, stolos, director, told } = await demoCluster();
  const known = new Set(stolos.incidents.map(({ key }) => key));
  const began = timeline.now();
  director.play(name);
  const seen: Record<string, readonly string[]> = {};
  for (const moment of moments) {
    await stolos.advance(began + moment * SECOND - timeline.now());
    seen[moment] = stolos.incidents.filter(({ key }) => !known.has(key)).map(incidentRow);
  }
  return { seen, told, first: stolos.incidents.filter(({ key }) => known.has(key)).map(incidentRow) };
}

/** The demo's old troubles, which the first start of Stolos finds: failing groups, a failing machine, and an entry whose replica is long gone. */
const FIRST = [
  "long-running, trait group=fraud-scoring: 3 failed",
  "long-running, trait group=carrier-sync: 2 failed",
  "long-running, replica-gone replica=istiod-6f4d9c7b58-q2m8x: 1 unverified",
  "long-running, machine: 1 failed",
];
/** The same when a scenario healed all probes. */
const HEALED = [
  "over, trait group=fraud-scoring: 3 serving",
  "over, trait group=carrier-sync: 2 serving",
  "long-running, replica-gone replica=istiod-6f4d9c7b58-q2m8x: 1 unverified",
  "over, machine: 1 serving",
];

interface Expected {
  readonly name: string;
  readonly why: string;
  /** The incidents by seconds since the beginning of the scenario. */
  readonly incidents: Readonly<Record<number, readonly string[]>>;
  /** The old troubles at its end. */
  readonly first?: readonly string[];
}

/** Written from the rules of incidents and each scenario. Numbers of machines are those of the seed. */
const EXPECTED: readonly Expected[] = [
  { name: "steady", why: "all probes are content, and nothing happens", incidents: { 60: [], 400: [] }, first: HEALED },
  {
    name: "zone-outage",
    why: "a zone is dark for 3 min, and its machines register again with new entries, which replace the lost ones",
    incidents: {
      38: [],
      60: ["open, trait zone=eu-central-1a: 173 lost"],
      175: ["open, trait zone=eu-central-1a: 173 lost"],
      200: ["recovering, trait zone=eu-central-1a: 59 lost, 114 replaced"],
      220: ["over, trait zone=eu-central-1a: 173 replaced"],
    },
  },
  { name: "istiod-rollout", why: "each machine is on another replica within a second", incidents: { 10: [], 30: [], 60: [], 120: [] } },
  {
    name: "bad-deploy",
    why: "70 % of a group fail their probe for 2 min",
    incidents: {
      60: ["open, trait group=transcoder: 62 failed"],
      145: ["open, trait group=transcoder: 62 failed"],
      185: ["recovering, trait group=transcoder: 62 serving"],
      470: ["recovering, trait group=transcoder: 62 serving"],
      500: ["over, trait group=transcoder: 62 serving"],
    },
  },
  {
    name: "flapping",
    why: "five machines of a group fail for some seconds, again and again: one incident that never ends; three others are back within the grace period",
    incidents: {
      4: ["open, trait group=transcoder: 5 failed"],
      60: ["recovering, trait group=transcoder: 5 serving"],
      300: ["open, trait group=transcoder: 4 failed, 1 serving"],
      600: ["open, trait group=transcoder: 3 failed, 2 serving"],
    },
  },
  {
    name: "leak",
    why: "three machines die with their replica; their entries are unverified once its Pod is gone",
    incidents: {
      28: [],
      35: ["open, replica-gone replica=istiod-bb7j97pcst-8sdfb: 3 unverified"],
      300: ["open, replica-gone replica=istiod-bb7j97pcst-8sdfb: 3 unverified"],
    },
  },
  {
    name: "reused-ip",
    why: "one machine leaves healthy, and no machine joins its group within 10 min; two machines that take one entry from each other lose nothing",
    incidents: { 300: [], 600: [], 630: ["open, machine: 1 lost"] },
  },
  {
    name: "migration",
    why: "each lower size of the group ends the loss before it, and Pods serve instead; all probes are content",
    incidents: { 30: [], 60: [], 120: [], 130: [] },
    first: [
      "recovering, trait group=fraud-scoring: 3 serving",
      "recovering, trait group=carrier-sync: 2 serving",
      "long-running, replica-gone replica=istiod-6f4d9c7b58-q2m8x: 1 unverified",
      "recovering, machine: 1 serving",
    ],
  },
  { name: "examples", why: "machines register, and none fails", incidents: { 10: [], 150: [] } },
  {
    name: "demo",
    why: "one machine is lost for a minute; 3 of a group fail; 19 of a zone lose their streams for some seconds; a replica restarts without 2 machines; a bad version",
    incidents: {
      80: [],
      120: ["open, trait group=cart: 3 failed"],
      180: ["recovering, trait group=cart: 3 serving"],
      230: ["recovering, trait group=cart: 3 serving", "open, replica-gone replica=istiod-bb7j97pcst-8r22j: 2 unverified"],
    },
  },
];

it.each(EXPECTED)("the scenario $name has these incidents: $why", { timeout: 180_000 }, async ({ name, incidents, first = FIRST }) => {
  const played = await playScenario(name, Object.keys(incidents).map(Number));
  expect(played.seen).toEqual(incidents);
  expect(played.first.sort()).toEqual([...first].sort());
});
