import type { PastScript, ScriptEvent } from "@/lib/testing/played-past/script";
import { Agenda } from "./agenda";
import type { MachineFacts, ObjectChange, Observation, ServiceId } from "./engine";
import { Observer } from "./observer";
import { type Random, seededRandom } from "./seeded-random";
import { type SmallEntry, type SmallGroup, type SmallMachine, SmallMesh } from "./small-mesh";
import type { Story } from "./story";

/** The moment at which every story begins: a Monday at midnight, so that days of stories are days of the calendar. Milliseconds since 1970. */
export const STORY_BEGIN = Date.parse("2026-11-02T00:00:00Z");
const SECOND = 1_000;
/** A new replica is ready this long before the one that it replaces ends. */
const SURGE_MS = 15 * SECOND;
const ROLLOUT_EVERY_MS = 20 * SECOND;
const REPLACE_EVERY_MS = 20 * SECOND;
/** A replaced machine leaves this long after its successor joined. */
const HANDOVER_MS = 15 * SECOND;
/** The machines of a zone return within this time. */
const ZONE_RETURN_MS = 30 * SECOND;

/** A story as an engine receives it. Times in milliseconds since 1970. */
export interface StoryObservations {
  readonly from: number;
  readonly until: number;
  /** In order of time. */
  readonly observations: readonly Observation[];
  /** All machines that are registered at the beginning. */
  readonly machines: readonly MachineFacts[];
  /** Changes of a machine's replica without an observation, in order of time. */
  readonly moves: readonly { readonly at: number; readonly machine: MachineFacts }[];
  /** The number that each machine has in its group, by id. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Times in which Stolos did not run. */
  readonly away: readonly (readonly [from: number, until: number])[];
}

type EventOf<K extends ScriptEvent["kind"]> = Extract<ScriptEvent, { readonly kind: K }>;
type Performers = { readonly [K in ScriptEvent["kind"]]: (world: SmallWorld, event: EventOf<K>) => void };

/** Plays a story on a small model of machines, and returns the observations of a Stolos that watches it. Equal stories give equal observations. */
export function observationsOf(story: Story): StoryObservations {
  const world = new SmallWorld(story);
  world.play();
  return world;
}

class SmallWorld implements StoryObservations {
  readonly from = STORY_BEGIN;
  readonly until: number;
  readonly machines: MachineFacts[] = [];
  readonly moves: { at: number; machine: MachineFacts }[] = [];
  readonly numbers = new Map<string, number>();
  readonly away: (readonly [number, number])[] = [];
  readonly agenda = new Agenda(STORY_BEGIN);
  readonly random: Random;
  readonly observer = new Observer(() => this.agenda.now);
  readonly meshes = new Map<string, SmallMesh>();
  /** Services with their selector's app, by cluster and namespace. */
  readonly #services: { readonly id: ServiceId; app: string; endpoints: number }[] = [];
  readonly #servicesOf = new Map<string, number[]>();
  readonly #script: PastScript;
  #serial = 0;

  constructor(private readonly story: Story) {
    this.#script = story.script;
    this.until = this.from + story.script.lengthMs;
    this.random = seededRandom(story.seed);
  }

  get observations(): readonly Observation[] {
    return this.observer.observations;
  }

  play(): void {
    this.observer.started(this.story.isFirstStart === true ? null : this.from);
    for (const script of this.#script.clusters) this.#open(script);
    for (const event of this.#script.events) this.agenda.after(event.at, () => perform(this, event));
    this.agenda.runTo(this.until);
  }

  #open(script: PastScript["clusters"][number]): void {
    const mesh: SmallMesh = new SmallMesh(script, {
      ...{ agenda: this.agenda, observer: this.observer, random: this.random, serial: () => ++this.#serial },
      moved: (machine) => void this.moves.push({ at: this.agenda.now, machine }),
      endpointsChanged: (group, entry) => this.#recount(mesh, group, entry),
      registered: (entry) => void this.numbers.set(entry.facts.id, entry.machine.number),
    });
    this.meshes.set(script.name, mesh);
    this.observer.observed(script.name);
    for (const { machines } of mesh.groups.values())
      for (const { entry } of machines) {
        if (entry === null) continue;
        this.machines.push(entry.facts);
        if (entry.condition !== "serving") this.observer.found(entry);
      }
    for (const service of script.services ?? []) {
      const { namespace, name, kind, selector, hosts = [] } = service;
      const host = hosts[0] ?? `${name}.${namespace}.svc.cluster.local`;
      const app = selector.app ?? "";
      const at = this.#services.push({ id: { cluster: script.name, namespace, name, kind, host }, app, endpoints: 0 }) - 1;
      this.#select(at, app);
    }
  }

  #select(at: number, app: string): void {
    const service = this.#services[at];
    if (service === undefined) return;
    const { cluster, namespace } = service.id;
    const before = this.#servicesOf.get(`${cluster}/${namespace}/${service.app}`);
    if (before !== undefined) before.splice(before.indexOf(at), 1);
    service.app = app;
    const key = `${cluster}/${namespace}/${app}`;
    const others = this.#servicesOf.get(key);
    if (others === undefined) this.#servicesOf.set(key, [at]);
    else others.push(at);
    service.endpoints = this.mesh(cluster).groups.get(`${namespace}/${app}`)?.endpoints ?? 0;
  }

  editSelector(cluster: string | undefined, { namespace, name }: { namespace: string; name: string }, app: string): void {
    const mesh = this.mesh(cluster);
    const at = this.#services.findIndex(({ id }) => id.cluster === mesh.name && id.namespace === namespace && id.name === name);
    const service = this.#services[at];
    if (service === undefined) throw new Error(`The story has no service ${namespace}/${name}.`);
    const before = service.endpoints;
    this.#select(at, app);
    const group = mesh.groups.get(`${namespace}/${app}`);
    this.change(mesh, { kind: service.id.kind, namespace, name, what: "selector", groups: group === undefined ? [] : [group.key], version: null });
    if ((before === 0) !== (service.endpoints === 0)) this.observer.service(service.id, service.endpoints, null, "selector");
  }

  /** A service is selected by the label app, which is the name of the group. */
  #recount(mesh: SmallMesh, group: SmallGroup, entry: SmallEntry): void {
    const { namespace, name } = group.script;
    for (const at of this.#servicesOf.get(`${mesh.name}/${namespace}/${name}`) ?? []) {
      const service = this.#services[at];
      if (service === undefined) continue;
      const before = service.endpoints;
      service.endpoints = group.endpoints;
      if ((before === 0) !== (service.endpoints === 0)) this.observer.service(service.id, service.endpoints, entry, "machines");
    }
  }

  mesh(cluster: string | undefined): SmallMesh {
    const mesh = cluster === undefined ? [...this.meshes.values()][0] : this.meshes.get(cluster);
    if (mesh === undefined) throw new Error(`The story has no cluster ${cluster ?? ""}.`);
    return mesh;
  }

  change(mesh: SmallMesh, change: Omit<ObjectChange, "cluster" | "seenAt" | "ownAt">): void {
    this.observer.change({ cluster: mesh.name, ownAt: null, ...change });
  }

  /** Runs work for each machine, spread over a time. */
  spread(machines: readonly SmallMachine[], overMs: number, run: (machine: SmallMachine) => void): void {
    const stepMs = overMs / Math.max(1, machines.length);
    for (const [position, machine] of machines.entries()) this.agenda.after(position * stepMs, () => run(machine));
  }

  later(delayMs: number | undefined, run: () => void): void {
    if (delayMs !== undefined) this.agenda.after(delayMs, run);
  }
}

function perform(world: SmallWorld, event: ScriptEvent): void {
  (PERFORMERS[event.kind] as (world: SmallWorld, event: ScriptEvent) => void)(world, event);
}

/** An event that no story uses, so the model does not have it. */
function unused(_: SmallWorld, { kind }: ScriptEvent): void {
  throw new Error(`The model does not play ${kind}.`);
}

const PERFORMERS: Performers = {
  lose(world, { machines: chosen, how, backMs }) {
    const mesh = world.mesh(chosen.cluster);
    const machines = mesh.chosen(chosen);
    for (const machine of machines) mesh.lose(machine, how);
    world.later(backMs, () => world.spread(machines, 0, (machine) => mesh.bringBack(machine)));
  },
  return(world, { machines: chosen, overMs = 0 }) {
    const mesh = world.mesh(chosen.cluster);
    const stopped = mesh.chosen(chosen).filter(({ runs }) => !runs);
    world.spread(stopped, overMs, (machine) => mesh.bringBack(machine));
  },
  fail(world, { machines: chosen, message, backMs }) {
    const mesh = world.mesh(chosen.cluster);
    const machines = mesh.chosen(chosen);
    for (const machine of machines) mesh.report(machine, message);
    world.later(backMs, () => world.spread(machines, 0, (machine) => mesh.report(machine, "")));
  },
  recover(world, { machines: chosen }) {
    const mesh = world.mesh(chosen.cluster);
    for (const machine of mesh.chosen(chosen)) mesh.report(machine, "");
  },
  drain(world, { machines: chosen, backMs }) {
    const mesh = world.mesh(chosen.cluster);
    const machines = mesh.chosen(chosen);
    for (const machine of machines) mesh.setDraining(machine, true);
    world.later(backMs, () => world.spread(machines, 0, (machine) => mesh.setDraining(machine, false)));
  },
  replace(world, { machines: chosen, everyMs = REPLACE_EVERY_MS, version, message }) {
    const mesh = world.mesh(chosen.cluster);
    const successor = { ...(version === undefined ? {} : { version }), ...(message === undefined ? {} : { message }) };
    const machines = mesh.chosen(chosen);
    world.spread(machines, machines.length * everyMs, (machine) => {
      mesh.addMachine(machine.group, successor);
      world.later(HANDOVER_MS, () => mesh.removeMachine(machine));
    });
  },
  reclaim(world, { machines: chosen, successorMs }) {
    const mesh = world.mesh(chosen.cluster);
    for (const machine of mesh.chosen(chosen)) {
      mesh.removeMachine(machine);
      world.later(successorMs, () => mesh.addMachine(machine.group));
    }
  },
  skew(world, { machines: chosen, aheadMs }) {
    const mesh = world.mesh(chosen.cluster);
    for (const machine of mesh.chosen(chosen)) mesh.skew(machine, aheadMs);
  },
  "delete-entry"(world, { machines: chosen }) {
    const mesh = world.mesh(chosen.cluster);
    for (const machine of mesh.chosen(chosen)) mesh.deleteEntry(machine);
  },
  rollout(world, { cluster, version, everyMs = ROLLOUT_EVERY_MS, stuck }) {
    const mesh = world.mesh(cluster);
    const stopped = new Set(stuck === undefined ? [] : mesh.chosen(stuck));
    world.change(mesh, { kind: "Deployment", namespace: "istio-system", name: "istiod", what: "edited", groups: null, version });
    for (const [position, key] of [...mesh.pods.keys()].entries())
      world.later(position * everyMs + SURGE_MS, () => mesh.replacePod(key, `istiod-${version}-${key}`, stopped));
  },
  "remove-istiods"(world, { cluster }) {
    const mesh = world.mesh(cluster);
    world.change(mesh, { kind: "Deployment", namespace: "istio-system", name: "istiod", what: "scaled to 0", groups: null, version: null });
    mesh.removeReplicas();
  },
  "zone-outage"(world, { cluster, zone, backMs }) {
    const mesh = world.mesh(cluster);
    const machines = mesh.chosen({ zone });
    const keys = mesh.script.istiods.filter((replica) => replica.zone === zone && mesh.pods.has(replica.key)).map(({ key }) => key);
    const pods = keys.map((key): [string, string] => [key, mesh.pods.get(key) ?? key]);
    mesh.silenceReplicas(keys, machines);
    world.later(backMs, () => {
      for (const [key, pod] of pods) mesh.pods.set(key, pod);
      world.spread(machines, ZONE_RETURN_MS, (machine) => mesh.bringBack(machine));
    });
  },
  scale(world, { cluster, group: key, to, overMs = 0 }) {
    const mesh = world.mesh(cluster);
    const group = mesh.group(key);
    const missing = to - group.machines.length;
    noteSize(group, to);
    const leaving = group.machines.slice(Math.min(to, group.machines.length)).reverse();
    world.spread(leaving, overMs, (machine) => mesh.removeMachine(machine));
    for (let step = 0; step < missing; step++) world.later((step * overMs) / missing, () => mesh.addMachine(group));
  },
  "delete-group"(world, { cluster, group: key, with: tool }) {
    const mesh = world.mesh(cluster);
    const { namespace, name } = mesh.group(key).script;
    world.change(mesh, { kind: "WorkloadGroup", namespace, name, what: "deleted", groups: [key], version: null });
    mesh.deleteGroup(mesh.group(key), tool);
  },
  "delete-namespace"(world, { cluster, namespace }) {
    const mesh = world.mesh(cluster);
    const groups = [...mesh.groups.values()].filter(({ script }) => script.namespace === namespace);
    world.change(mesh, { kind: "Namespace", namespace: "", name: namespace, what: "deleted", groups: groups.map(({ key }) => key), version: null });
    for (const group of groups) mesh.deleteGroup(group, "kubectl");
  },
  "edit-group"(world, { cluster, group: key, labels = {} }) {
    const mesh = world.mesh(cluster);
    const { namespace, name } = mesh.group(key).script;
    world.change(mesh, { kind: "WorkloadGroup", namespace, name, what: "edited", groups: [key], version: labels.version ?? null });
  },
  maintenance(world, { cluster, namespace, group, reason, forMs }) {
    const from = world.agenda.now;
    const key = group === null ? null : `${namespace}/${group}`;
    world.observer.window({ cluster: world.mesh(cluster).name, namespace, group: key, reason, from, until: from + forMs });
  },
  "edit-selector"(world, { cluster, service, selector }) {
    world.editSelector(cluster, service, selector.app ?? "");
  },
  "stolos-away"(world, { forMs }) {
    const stoppedAt = world.agenda.now;
    world.away.push([stoppedAt, stoppedAt + forMs]);
    for (const cluster of world.meshes.keys()) world.observer.blind(cluster, null);
    world.later(forMs, () => {
      world.observer.started(stoppedAt);
      for (const cluster of world.meshes.keys()) world.observer.observed(cluster);
    });
  },
  watch(world, { cluster, freshness, forMs }) {
    const { name } = world.mesh(cluster);
    world.observer.blind(name, freshness);
    world.later(forMs, () => world.observer.observed(name));
  },
  "crash-istiod": unused,
  "silence-node": unused,
  "create-group": unused,
  "set-size": unused,
  "pause-history": unused,
};

/** An autoscaler's size that fell and rises again has ended a cycle. */
function noteSize({ learned, machines }: SmallGroup, to: number): void {
  const size = machines.length;
  if (to < size) learned.isFalling = true;
  else if (to > size && learned.isFalling) {
    learned.isFalling = false;
    learned.cycles++;
    learned.lowest = Math.min(learned.lowest, size);
  }
}
