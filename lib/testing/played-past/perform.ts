import type { AuditLine } from "@/lib/server/history/keep-audit";
import type { PlayedMachine, PlayedMesh } from "./mesh";
import type { Chosen, ScriptEvent, Tool } from "./script";
import type { PlayedStolos } from "./stolos";
import type { Timeline } from "./timeline";

/** The objects that a script's events change. */
export interface Scene {
  readonly timeline: Timeline;
  /** Keyed by cluster. The first one is the default. */
  readonly meshes: ReadonlyMap<string, PlayedMesh>;
  readonly stolos: PlayedStolos;
  /** Called with the machines that the event is about. */
  readonly noted: (event: ScriptEvent, machines: readonly PlayedMachine[]) => void;
  /** Starts work, for which the clock waits. */
  readonly work: (work: () => void | Promise<void>) => void;
}

type EventOf<K extends ScriptEvent["kind"]> = Extract<ScriptEvent, { readonly kind: K }>;
/** Resolves to the machines that the event is about. */
type Performer<K extends ScriptEvent["kind"]> = (scene: Scene, event: EventOf<K>) => readonly PlayedMachine[] | Promise<readonly PlayedMachine[]>;
type Performers = { readonly [K in ScriptEvent["kind"]]: Performer<K> };

const ROLLOUT_EVERY_MS = 20_000;
const REPLACE_EVERY_MS = 20_000;
const RESTART_MS = 2_000;
/** The share of disconnections that a real istiod still wrote when it ended in a rollout. */
const WRITTEN_SHARE = 0.15;
const ZONE_RETURN_MS = 30_000;
const MAINTENANCE = "stolos.dev/maintenance";

/** Performs an event now. */
export async function perform(scene: Scene, event: ScriptEvent): Promise<void> {
  const performer = PERFORMERS[event.kind] as (scene: Scene, event: ScriptEvent) => Promise<readonly PlayedMachine[]>;
  scene.noted(event, await performer(scene, event));
}

const PERFORMERS: Performers = {
  lose(scene, event) {
    const machines = chosenOf(scene, event.machines, event);
    for (const machine of machines) meshOf(scene, machine.cluster).lose(machine, event.how);
    later(scene, event.backMs, () => bringBack(scene, machines));
    return machines;
  },
  return(scene, event) {
    const machines = chosenOf(scene, event.machines, event).filter(({ runs }) => !runs);
    spread(scene, machines, event.overMs ?? 0);
    return machines;
  },
  fail(scene, event) {
    const machines = chosenOf(scene, event.machines, event);
    for (const machine of machines) meshOf(scene, machine.cluster).report(machine, event.message);
    later(scene, event.backMs, () => recover(scene, machines));
    return machines;
  },
  recover(scene, event) {
    const machines = chosenOf(scene, event.machines, event);
    recover(scene, machines);
    return machines;
  },
  async drain(scene, event) {
    const machines = chosenOf(scene, event.machines, event);
    for (const machine of machines) await meshOf(scene, machine.cluster).setDraining(machine, true);
    later(scene, event.backMs, async () => {
      for (const machine of machines) await meshOf(scene, machine.cluster).setDraining(machine, false);
    });
    return machines;
  },
  async skew(scene, event) {
    const machines = chosenOf(scene, event.machines, event);
    for (const machine of machines) await meshOf(scene, machine.cluster).setConnectedAhead(machine, event.aheadMs);
    return machines;
  },
  replace(scene, { machines: chosen, everyMs = REPLACE_EVERY_MS, version, message, ...event }) {
    const machines = chosenOf(scene, chosen, { ...event, machines: chosen });
    const successor = { ...(version === undefined ? {} : { version }), ...(message === undefined ? {} : { message }) };
    for (const [position, machine] of machines.entries()) later(scene, position * everyMs, () => meshOf(scene, machine.cluster).replace(machine, successor));
    return machines;
  },
  reclaim(scene, event) {
    const machines = chosenOf(scene, event.machines, event);
    for (const machine of machines) {
      const mesh = meshOf(scene, machine.cluster);
      mesh.removeMachine(machine);
      later(scene, event.successorMs, () => mesh.addMachine(machine.group));
    }
    return machines;
  },
  async "delete-entry"(scene, event) {
    const machines = chosenOf(scene, event.machines, event);
    for (const machine of machines) {
      const mesh = meshOf(scene, machine.cluster);
      audit(scene, event.with, { command: "delete-workloadentry", resource: "workloadentries", cluster: mesh.name, place: machine.group, name: machine.entry });
      await mesh.deleteEntry(machine);
    }
    return machines;
  },
  rollout(scene, { cluster, version, everyMs = ROLLOUT_EVERY_MS, stuck, written = WRITTEN_SHARE }) {
    const mesh = meshOf(scene, cluster);
    const machines = stuck === undefined ? [] : mesh.chosen(stuck);
    mesh.controlPlane.rollOut({ version, everyMs, written, stuck: new Set(machines.map(({ actor }) => actor)) });
    return machines;
  },
  "crash-istiod"(scene, { cluster, replica, backMs = RESTART_MS }) {
    const { controlPlane } = meshOf(scene, cluster);
    controlPlane.crash(controlPlane.podOf(replica), backMs);
    return [];
  },
  async "remove-istiods"(scene, { cluster }) {
    await meshOf(scene, cluster).controlPlane.removeAll();
    return [];
  },
  "silence-node"(scene, { cluster, replica, backMs }) {
    const { controlPlane } = meshOf(scene, cluster);
    const pod = controlPlane.podOf(replica);
    controlPlane.silenceNode(pod, spareZoneOf(meshOf(scene, cluster), ""));
    later(scene, backMs, () => controlPlane.restoreNode(pod));
    return [];
  },
  "zone-outage"(scene, event) {
    const mesh = meshOf(scene, event.cluster);
    const machines = chosenOf(scene, { cluster: mesh.name, zone: event.zone }, event);
    const pods = mesh.controlPlane.podsIn(event.zone);
    for (const pod of pods) mesh.controlPlane.silenceNode(pod, spareZoneOf(mesh, event.zone));
    for (const machine of machines) mesh.lose(machine, "silent");
    later(scene, event.backMs, async () => {
      for (const pod of pods) await mesh.controlPlane.restoreNode(pod);
      spread(scene, machines, ZONE_RETURN_MS);
    });
    return machines;
  },
  scale(scene, { cluster, group, to, overMs = 0 }) {
    meshOf(scene, cluster).scale(group, to, overMs);
    return [];
  },
  async "create-group"(scene, { cluster, group, overMs = 0 }) {
    await meshOf(scene, cluster).createGroup(group, overMs);
    return [];
  },
  async "delete-group"(scene, event) {
    const mesh = meshOf(scene, event.cluster);
    const machines = chosenOf(scene, { cluster: mesh.name, groups: [event.group] }, event);
    audit(scene, event.with, {
      command: "delete-workloadgroup",
      resource: "workloadgroups",
      cluster: mesh.name,
      place: event.group,
      name: nameIn(event.group),
    });
    await mesh.deleteGroup(event.group);
    return machines;
  },
  async "delete-namespace"(scene, { cluster, namespace }) {
    const mesh = meshOf(scene, cluster);
    await mesh.deleteNamespace(namespace);
    return mesh.machines.filter(({ group }) => group.startsWith(`${namespace}/`));
  },
  async "edit-group"(scene, { cluster, group, labels = {}, annotations = {} }) {
    await meshOf(scene, cluster).editGroup(group, labels, annotations);
    return [];
  },
  async maintenance(scene, { cluster, namespace, group, reason, forMs }) {
    const from = scene.timeline.now();
    const text = `from=${new Date(from).toISOString()} until=${new Date(from + forMs).toISOString()} reason=${reason}`;
    const mesh = meshOf(scene, cluster);
    if (group === null) await mesh.annotateNamespace(namespace, { [MAINTENANCE]: text });
    else await mesh.editGroup(`${namespace}/${group}`, {}, { [MAINTENANCE]: text });
    return [];
  },
  async "set-size"(scene, { cluster, group, expected, with: tool }) {
    const mesh = meshOf(scene, cluster);
    audit(scene, tool, { command: "set-expected-size", resource: "workloadgroups", cluster: mesh.name, place: group, name: nameIn(group) });
    await mesh.setSize(group, expected);
    return [];
  },
  async "edit-selector"(scene, { cluster, service, selector }) {
    await meshOf(scene, cluster).editSelector(service, selector);
    return [];
  },
  async "stolos-away"(scene, { how, forMs }) {
    await scene.stolos.end(how);
    later(scene, forMs, () => scene.stolos.start());
    return [];
  },
  "pause-history"(scene, { reason, forMs }) {
    later(scene, forMs, scene.stolos.running.pauseHistory(reason));
    return [];
  },
  watch(scene, { cluster, source, freshness, reason, forMs }) {
    const name = meshOf(scene, cluster).name;
    scene.stolos.running.feed(name).lose(source, freshness, reason);
    later(scene, forMs, () => {
      if (!scene.stolos.isAway) scene.stolos.running.feed(name).regain(source);
    });
    return [];
  },
};

function meshOf(scene: Scene, cluster: string | undefined): PlayedMesh {
  const mesh = cluster === undefined ? [...scene.meshes.values()][0] : scene.meshes.get(cluster);
  if (mesh === undefined) throw new Error(`The script has no cluster ${cluster ?? ""}.`);
  return mesh;
}

/** The machines of an event. An event about no machine is a mistake in the script. */
function chosenOf(scene: Scene, chosen: Chosen, event: ScriptEvent): PlayedMachine[] {
  const machines = meshOf(scene, chosen.cluster).chosen(chosen);
  if (machines.length === 0 && chosen.share === undefined) throw new Error(`The event ${event.kind} at ${event.at} ms matches no machine.`);
  return machines;
}

function recover(scene: Scene, machines: readonly PlayedMachine[]): void {
  for (const machine of machines) meshOf(scene, machine.cluster).report(machine, "");
}

function bringBack(scene: Scene, machines: readonly PlayedMachine[]): void {
  for (const machine of machines) meshOf(scene, machine.cluster).bringBack(machine);
}

/** Brings machines back one after the other. */
function spread(scene: Scene, machines: readonly PlayedMachine[], overMs: number): void {
  const stepMs = overMs / Math.max(1, machines.length);
  for (const [position, machine] of machines.entries()) later(scene, position * stepMs, () => bringBack(scene, [machine]));
}

/** A zone that has an istiod replica and is not this one. */
function spareZoneOf(mesh: PlayedMesh, zone: string): string {
  const places = [...mesh.controlPlane.istiod.pods.values()].map(({ place }) => place.zone);
  return places.find((other) => other !== zone) ?? zone;
}

function nameIn(group: string): string {
  return group.split("/")[1] ?? "";
}

function audit(scene: Scene, tool: Tool, line: { command: string; resource: string; cluster: string; place: string; name: string }): void {
  if (tool !== "stolos" || scene.stolos.isAway) return;
  const { command, resource, cluster, place, name } = line;
  const seen = resource === "workloadentries" ? "workloadentries" : "workloadgroups";
  const isChange = command === "set-expected-size";
  const written: AuditLine = {
    ...{ who: "ann", command, verb: isChange ? "patch" : "delete", resource, seen_with: seen, cluster, namespace: place.split("/")[0] ?? "", name },
    ...{ mode: "applied", fields: isChange ? "metadata.annotations" : "", result: "done", audit_id: "" },
  };
  scene.stolos.running.audit(written);
}

function later(scene: Scene, delayMs: number | undefined, work: () => void | Promise<void>): void {
  if (delayMs === undefined) return;
  scene.timeline.setTimer(() => scene.work(work), delayMs);
}
