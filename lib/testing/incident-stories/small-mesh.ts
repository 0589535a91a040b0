import type { Chosen, ScriptCluster, ScriptGroup, ScriptMachine } from "@/lib/testing/played-past/script";
import type { Agenda } from "./agenda";
import type { MachineFacts } from "./engine";
import type { ObservedEntry, Observer } from "./observer";
import type { Random } from "./seeded-random";

const SECOND = 1_000;
const MINUTE = 60_000;
/** istiod deletes the entry of a machine this long after its connection ended (docs/istio.md#cleanup). */
const GRACE_MS = 10 * SECOND;
/** istiod pings a quiet stream every 30 s and waits 10 s for the answer, so it notices a dead machine after 10 to 40 s. */
const NOTICED_MS = [10 * SECOND, 40 * SECOND] as const;
/** Connections are closed after 30 min, with a jitter of 10 %, so they are at most this old. */
const MAX_STREAM_AGE_MS = 33 * MINUTE;
/** An entry whose connection never ended is swept at 1.5 times the maximum age of 30 min. */
const SWEEP_AGE_MS = 45 * MINUTE;
/** Every replica sweeps every ten grace periods, and deletes at most 20 entries in a second. */
const SWEEP_EVERY_MS = 10 * GRACE_MS;
const DELETION_MS = 50;
/** Kubernetes sets a silent Node to Unknown after this time. */
const NODE_GRACE_MS = 40 * SECOND;
/** A new machine sends its first health report this long after it joined. */
const FIRST_REPORT_MS = [3 * SECOND, 8 * SECOND] as const;
/** A machine that connects again repeats its last report. */
const REPEATED_REPORT_MS = [100, SECOND] as const;
/** Connection times this far in the future count as unverified. */
const FUTURE_MS = 30 * SECOND;

export interface SmallEntry extends ObservedEntry {
  readonly machine: SmallMachine;
  /** The last health report; "" = healthy, null = none yet. */
  report: string | null;
  /** The reason why its connection is unverified; "" = it is verified. */
  doubt: string;
  isDraining: boolean;
  isSent: boolean;
}

/** A machine of the story. It has no entry while it is not registered. */
export interface SmallMachine {
  readonly group: SmallGroup;
  readonly number: number;
  readonly name: string;
  readonly own: ScriptMachine;
  /** The key of the replica that has its connection. */
  replica: string;
  runs: boolean;
  isWanted: boolean;
  message: string;
  /** Counts starts and stops, so that work for an earlier life is dropped. */
  life: number;
  entry: SmallEntry | null;
}

export interface SmallGroup {
  readonly script: ScriptGroup;
  /** "NAMESPACE/NAME". */
  readonly key: string;
  machines: SmallMachine[];
  registered: number;
  /** Entries that callers receive. */
  endpoints: number;
  /** Entries that are lost and count, oldest first. */
  losses: SmallEntry[];
  /** Sizes of an autoscaler: a size that fell and rose three times is elastic. */
  readonly learned: { cycles: number; isFalling: boolean; lowest: number };
  deletedWith: "kubectl" | "stolos" | null;
}

export interface MeshParts {
  readonly agenda: Agenda;
  readonly observer: Observer;
  readonly random: Random;
  /** A machine got another replica. No observation shows that. */
  readonly moved: (facts: MachineFacts) => void;
  /** A number that no other machine of the story has. */
  readonly serial: () => number;
  readonly endpointsChanged: (group: SmallGroup, entry: SmallEntry) => void;
  /** Called for each new entry, also at the beginning. */
  readonly registered: (entry: SmallEntry) => void;
}

/** One cluster: its machines, and what istiod and Kubernetes do about them. */
export class SmallMesh {
  readonly name: string;
  readonly groups = new Map<string, SmallGroup>();
  /** Running replicas, with the name of the Pod of each. */
  readonly pods = new Map<string, string>();
  readonly #sweepPhase: number;
  #sweeping = { at: 0, deletions: 0 };
  /** Equal traits are one object, because 50,000 machines have few different ones. */
  readonly #traits = new Map<string, MachineFacts["traits"]>();

  constructor(
    readonly script: ScriptCluster,
    private readonly parts: MeshParts,
  ) {
    this.name = script.name;
    this.#sweepPhase = parts.random.between(0, SWEEP_EVERY_MS);
    for (const { key } of script.istiods) this.pods.set(key, `istiod-1-${key}`);
    for (const group of script.groups) this.#addGroup(group);
  }

  #addGroup(script: ScriptGroup): void {
    const key = `${script.namespace}/${script.name}`;
    const learned = { cycles: 0, isFalling: false, lowest: Number.POSITIVE_INFINITY };
    const group: SmallGroup = { ...{ script, key, machines: [], registered: 0, endpoints: 0, losses: [] }, learned, deletedWith: null };
    this.groups.set(key, group);
    for (let number = 1; number <= script.size; number++) {
      const machine = this.#newMachine(group, number, script.machine?.(number) ?? {});
      const begins = machine.own.begins ?? "well";
      if (begins === "lost") throw new Error("The model does not begin with lost machines.");
      machine.message = begins === "well" ? "" : begins.failing;
      const entry = this.#newEntry(machine, machine.message);
      entry.condition = this.#conditionOf(entry);
      entry.isSent = entry.condition === "serving";
      if (entry.isSent) group.endpoints++;
      // It was seen before the story began.
      entry.sent = entry.condition;
    }
  }

  /** The machines that match, in the order of their numbers. */
  chosen({ groups, zone, version, numbers, most = Number.POSITIVE_INFINITY, share }: Chosen): SmallMachine[] {
    const wanted = numbers === undefined ? null : new Set(numbers);
    const all = groups === undefined ? [...this.groups.values()] : groups.map((key) => this.group(key));
    return all
      .flatMap(({ machines }) => machines)
      .filter((one) => (zone === undefined || one.own.zone === zone) && (version === undefined || one.own.version === version))
      .filter((one) => wanted?.has(one.number) ?? true)
      .filter(() => share === undefined || this.parts.random.next() < share)
      .slice(0, most);
  }

  group(key: string): SmallGroup {
    const group = this.groups.get(key);
    if (group === undefined) throw new Error(`The story has no group ${key}.`);
    return group;
  }

  /** `silent`: the machine dies. `stopped`: its agent closes the connection. */
  lose(machine: SmallMachine, how: "silent" | "stopped"): void {
    if (!machine.runs) return;
    machine.runs = false;
    const life = ++machine.life;
    if (how === "silent" && !this.pods.has(machine.replica)) return this.#sweepLater(machine);
    const delayMs = how === "silent" ? this.parts.random.between(...NOTICED_MS) : 0;
    this.parts.agenda.after(delayMs + GRACE_MS, () => {
      if (machine.life === life && machine.entry !== null) this.#end(machine.entry, "left");
    });
  }

  /** The machine connects again, with its old entry if istiod has not deleted it. */
  bringBack(machine: SmallMachine): void {
    if (machine.runs || !machine.isWanted) return;
    machine.runs = true;
    machine.life++;
    this.#connect(machine, REPEATED_REPORT_MS);
  }

  report(machine: SmallMachine, message: string): void {
    machine.message = message;
    if (machine.entry === null || !machine.runs) return;
    machine.entry.report = message;
    this.#update(machine.entry);
  }

  setDraining(machine: SmallMachine, isDraining: boolean): void {
    if (machine.entry === null) return;
    machine.entry.isDraining = isDraining;
    this.#update(machine.entry);
  }

  /** A user or a tool deletes the entry of a machine that is connected. */
  deleteEntry(machine: SmallMachine): void {
    if (machine.entry !== null) this.#end(machine.entry, machine.entry.isDraining ? "drained" : "removed");
  }

  addMachine(group: SmallGroup, { version, message = "" }: { readonly version?: string; readonly message?: string } = {}): void {
    const number = group.machines.reduce((highest, one) => Math.max(highest, one.number), 0) + 1;
    const machine = this.#newMachine(group, number, { ...group.script.machine?.(number), ...(version === undefined ? {} : { version }) });
    machine.message = message;
    this.#connect(machine, FIRST_REPORT_MS);
  }

  /** The machine leaves its group for good. */
  removeMachine(machine: SmallMachine): void {
    if (!machine.isWanted) return;
    this.lose(machine, "stopped");
    machine.isWanted = false;
    machine.group.machines = machine.group.machines.filter((one) => one !== machine);
  }

  /** The connection time of an entry is ahead of all clocks, so that the next sweep deletes it. The machine stays connected until its stream is renewed. */
  skew(machine: SmallMachine, aheadMs: number): void {
    const { entry, life } = machine;
    if (entry === null || aheadMs <= FUTURE_MS) return;
    this.#doubt(entry, "in-the-future");
    this.parts.agenda.after(this.#untilSweep(0), () => this.#endIfDoubted(entry));
    this.parts.agenda.after(this.parts.random.between(2 * MINUTE, MAX_STREAM_AGE_MS), () => {
      if (machine.life === life && machine.entry === null) this.#connect(machine, REPEATED_REPORT_MS);
    });
  }

  /** The Nodes of replicas die together with machines. Other machines of these replicas connect to another replica at once. */
  silenceReplicas(keys: readonly string[], dying: readonly SmallMachine[]): void {
    for (const key of keys) this.pods.delete(key);
    for (const machine of dying) this.lose(machine, "silent");
    for (const machine of keys.flatMap((key) => this.#heldBy(key))) {
      const { life } = machine;
      if (machine.runs) this.#move(machine);
      else
        this.parts.agenda.after(NODE_GRACE_MS, () => {
          if (machine.life === life && machine.entry !== null) this.#doubt(machine.entry, "node-silent");
        });
    }
  }

  /** A replica's Pod is replaced by one of the next generation. `stuck` machines do not connect again: they are unverified after 60 s, and swept later. */
  replacePod(key: string, pod: string, stuck: ReadonlySet<SmallMachine>): void {
    this.pods.set(key, pod);
    for (const machine of this.#heldBy(key)) {
      const { life, entry } = machine;
      if (!stuck.has(machine)) this.#renew(machine);
      else if (entry !== null) {
        machine.runs = false;
        this.parts.agenda.after(MINUTE, () => machine.life === life && this.#doubt(entry, "no-such-pod"));
        this.#sweepLater(machine);
      }
    }
  }

  /** Every replica ends, and the Deployment starts no other one: no connection is verified, and nothing is deleted. */
  removeReplicas(): void {
    this.pods.clear();
    for (const { machines } of this.groups.values()) for (const { entry } of machines) if (entry !== null) this.#doubt(entry, "no-such-pod");
  }

  /** Kubernetes deletes the entries of a deleted group one after the other. */
  deleteGroup(group: SmallGroup, tool: "kubectl" | "stolos"): void {
    group.deletedWith = tool;
    for (const [position, { entry }] of group.machines.entries()) {
      if (entry !== null) this.parts.agenda.after((position + 1) * DELETION_MS, () => entry.machine.entry === entry && this.#end(entry, "group-deleted"));
    }
  }

  #heldBy(key: string): SmallMachine[] {
    return [...this.groups.values()].flatMap(({ machines }) => machines.filter((one) => one.replica === key && one.entry !== null));
  }

  #newMachine(group: SmallGroup, number: number, own: ScriptMachine): SmallMachine {
    const name = `${group.script.name}-10-20-${this.parts.serial()}`;
    const replica = own.replica ?? [...this.pods.keys()][0] ?? "";
    const machine: SmallMachine = { group, number, name, own, replica, runs: true, isWanted: true, message: "", life: 0, entry: null };
    group.machines.push(machine);
    return machine;
  }

  #newEntry(machine: SmallMachine, report: string | null): SmallEntry {
    const facts = this.#factsOf(machine, `${this.name}/${this.parts.serial()}`);
    const entry: SmallEntry = {
      machine,
      facts,
      condition: "waiting",
      message: "",
      cause: "",
      wasHealthy: false,
      sent: null,
      report,
      doubt: "",
      isDraining: false,
      isSent: false,
    };
    machine.entry = entry;
    machine.group.registered++;
    this.parts.registered(entry);
    return entry;
  }

  #factsOf({ group, name, own, replica }: SmallMachine, id: string): MachineFacts {
    const { script, key } = group;
    const pod = this.pods.get(replica) ?? replica;
    const traitsKey = `${key} ${own.zone} ${own.version} ${pod}`;
    let traits = this.#traits.get(traitsKey);
    if (traits === undefined) {
      const { zone = "", version } = own;
      const optional = { ...(script.network === undefined ? {} : { network: script.network }), ...(version === undefined ? {} : { version }) };
      traits = { zone, replica: pod, revision: "default", account: `${script.name}-vm`, ...optional };
      this.#traits.set(traitsKey, traits);
    }
    return { id, cluster: this.name, namespace: script.namespace, name, group: key, traits };
  }

  /** Connects a machine to a running replica. It registers if it has no entry, and its report arrives later. */
  #connect(machine: SmallMachine, reportMs: readonly [number, number]): void {
    if (machine.group.deletedWith !== null || this.pods.size === 0) return;
    const { entry: old, life } = machine;
    if (!this.pods.has(machine.replica)) this.#move(machine);
    if (old === null) {
      const entry = this.#newEntry(machine, null);
      this.parts.observer.entry(entry);
      this.#settleLoss(entry);
    }
    this.parts.agenda.after(this.parts.random.between(...reportMs), () => {
      const { entry } = machine;
      if (entry === null || machine.life !== life) return;
      entry.doubt = "";
      entry.report = machine.message;
      this.#update(entry);
    });
  }

  /** A machine that registers replaces its own loss, else the oldest one of its group. */
  #settleLoss({ machine, facts }: SmallEntry): void {
    const { losses } = machine.group;
    const own = losses.findIndex((loss) => loss.machine === machine);
    const [loss] = losses.splice(Math.max(0, own), losses.length === 0 ? 0 : 1);
    if (loss !== undefined) this.parts.observer.settled(loss, "replaced", facts.name);
  }

  /** Moves a machine to another replica, as its agent does at once when its stream ends. */
  #move(machine: SmallMachine): void {
    if (this.pods.size > 0) machine.replica = this.parts.random.pick([...this.pods.keys()]);
    this.#renew(machine);
  }

  #renew(machine: SmallMachine): void {
    if (machine.entry === null) return;
    machine.entry.facts = this.#factsOf(machine, machine.entry.facts.id);
    this.parts.moved(machine.entry.facts);
  }

  /** The dead machine's stream has no end: a living replica sweeps the entry by the age of its connection. */
  #sweepLater(machine: SmallMachine): void {
    const { entry, life } = machine;
    if (entry === null) return;
    const age = this.parts.random.between(0, MAX_STREAM_AGE_MS);
    this.parts.agenda.after(this.#untilSweep(SWEEP_AGE_MS - age), () => {
      if (machine.life === life && this.pods.size > 0) this.#endIfDoubted(entry);
    });
  }

  /** The time until the first sweep after a delay. */
  #untilSweep(delayMs: number): number {
    const due = this.parts.agenda.now + delayMs - this.#sweepPhase;
    return Math.ceil(due / SWEEP_EVERY_MS) * SWEEP_EVERY_MS + this.#sweepPhase - this.parts.agenda.now;
  }

  /** A sweep deletes entries one after the other. */
  #endIfDoubted(entry: SmallEntry): void {
    const { agenda } = this.parts;
    if (this.#sweeping.at !== agenda.now) this.#sweeping = { at: agenda.now, deletions: 0 };
    agenda.after(this.#sweeping.deletions++ * DELETION_MS, () => {
      if (entry.machine.entry === entry && entry.doubt !== "") this.#end(entry, "swept");
    });
  }

  #doubt(entry: SmallEntry, reason: string): void {
    if (entry.machine.entry !== entry) return;
    entry.doubt = reason;
    this.#update(entry);
  }

  /** The entry is deleted. It is lost if its group is then smaller than its total. */
  #end(entry: SmallEntry, cause: string): void {
    const { machine } = entry;
    machine.entry = null;
    machine.group.registered--;
    entry.wasHealthy = entry.condition === "serving";
    entry.cause = cause;
    const isLost = cause !== "drained" && machine.group.deletedWith !== "stolos" && this.#isMissed(machine.group);
    entry.condition = isLost ? "lost" : "gone";
    if (isLost) machine.group.losses.push(entry);
    this.#changed(entry);
  }

  #isMissed({ script, registered, losses, learned }: SmallGroup): boolean {
    const { expected = null } = script;
    if (expected !== null) return registered + losses.length < Number(expected.split("-")[0]);
    return learned.cycles < 3 || registered + losses.length < learned.lowest;
  }

  #conditionOf({ report, doubt, isDraining }: SmallEntry): SmallEntry["condition"] {
    if (report !== null && report !== "") return "failed";
    if (doubt !== "") return "unverified";
    return isDraining || report === null ? "waiting" : "serving";
  }

  #update(entry: SmallEntry): void {
    const condition = this.#conditionOf(entry);
    const message = condition === "failed" ? (entry.report ?? "") : "";
    if (condition === entry.condition && message === entry.message) return;
    entry.condition = condition;
    entry.message = message;
    entry.cause = condition === "unverified" ? entry.doubt : condition === "waiting" && entry.isDraining ? "draining" : "";
    this.#changed(entry);
  }

  #changed(entry: SmallEntry): void {
    const { group } = entry.machine;
    this.parts.observer.entry(entry);
    // Callers keep unverified endpoints until istiod deletes them.
    const isSent = entry.condition === "serving" || (entry.condition === "unverified" && entry.report === "");
    if (isSent === entry.isSent) return;
    entry.isSent = isSent;
    group.endpoints += isSent ? 1 : -1;
    this.parts.endpointsChanged(group, entry);
  }
}
