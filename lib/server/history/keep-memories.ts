import { wasHealthyWhenLeaving } from "@/lib/domain/history/loss-ends";
import type { Clock } from "@/lib/server/clock";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { FleetGroup, GroupDeletion, GroupMemory } from "@/lib/server/fleet/fleet-group";
import type { RememberingFleet } from "@/lib/server/fleet/fleet-reader";
import { hasScaledIn } from "@/lib/server/fleet/group-sight";
import { log, thrownFields } from "@/lib/server/log";
import { storeSuperseded } from "./accept-losses";
import { GroupMemories, scaledRule } from "./group-memories";
import type { HistoryStatus, HistoryWriter } from "./history-record";
import { KnownSizeStore } from "./known-sizes";
import type { HistoryDatabase } from "./open-database";
import type { Series } from "./queries/series-in-sight";
import type { LossListener } from "./version-writer";

const EXISTENCE = ChangedParts.of("existence");
const AGAIN_MS = 60_000;
/** After a start the recorder first compares all objects with the history: it stores changes of that time some seconds later. */
const STARTING_MS = 30_000;
const AGAIN_STARTING_MS = 5_000;
/** After a machine went its loss is soon on disk. */
const SOON_MS = 1_000;
const ANEW_MS = 3_600_000;
/** A machine that left healthy joins an incident within this time, and the history has it after the shorter one. */
const INCIDENT_MS = 180_000;
const INCIDENT_STORED_MS = 2_000;
/** A loss that was told at once is on disk by then, or nobody writes any more. */
const TOLD_MS = 30_000;

export interface KeeperParts {
  readonly database: HistoryDatabase;
  readonly writer: Pick<HistoryWriter, "status" | "flush">;
  readonly fleet: RememberingFleet;
  readonly clock: Clock;
  readonly timeScale: number;
}

export interface MemoryKeeper extends LossListener {
  /** Reads the history now. Resolves when the live fleet has what was found. */
  settle(): Promise<void>;
  stop(): void;
}

/** Tells the live fleet what the record knows of its groups: once a minute, and soon after a machine went. A loss that it is told of shows at once. */
export function keepMemories({ database, writer, fleet, clock, timeScale }: KeeperParts): MemoryKeeper {
  const told = new ToldLosses(clock);
  const memories = new StoredMemories(database, clock, timeScale);
  const startedUntil = clock.monotonic() + STARTING_MS;
  let stopped = false;
  let wakeAt = Number.POSITIVE_INFINITY;
  let cancel: () => void = () => undefined;
  const wake = (ms: number) => {
    const at = clock.monotonic() + ms;
    if (stopped || at >= wakeAt) return;
    cancel();
    wakeAt = at;
    cancel = clock.setTimer(() => void refresh(), ms);
  };
  let isReading = false;
  let reading: Promise<void> = Promise.resolve();
  // Two readings at once would count the same rows twice.
  const settle = () => {
    reading = reading.then(read);
    return reading;
  };
  const refresh = async () => {
    wakeAt = Number.POSITIVE_INFINITY;
    if (isReading) return wake(SOON_MS);
    isReading = true;
    await settle();
    isReading = false;
    wake((clock.monotonic() < startedUntil ? AGAIN_STARTING_MS : AGAIN_MS) / timeScale);
  };
  const read = async () => {
    // Records wait in memory for a moment. Without them this read would miss the change that caused it.
    await writer.flush();
    try {
      const known = await memories.read(writer.status());
      if (stopped || known === null) return;
      for (const [series, memory] of known) remember(fleet, series, told.addTo(keyOf(series), memory));
      await memories.store(known);
    } catch (error) {
      // The history says by itself that it cannot be read; what is known stays until it can.
      if (!stopped) log("warn", "what groups held could not be read", thrownFields(error));
    }
  };
  const unhook = fleet.subscribe({
    leaving: (_, changed, moment) => {
      if (changed.meets(EXISTENCE) && moment.by === "end") wake(SOON_MS);
    },
    // A machine that joins may replace a lost one, or complete its group.
    entering: (ref, changed) => {
      if (changed.meets(EXISTENCE) && isUnsettled(fleet.groupOf(ref).memory)) wake(SOON_MS);
    },
    group: (group) => {
      wake(SOON_MS);
      if (group.object !== null && group.memory.deleted !== undefined) {
        told.recreated(keyOf(group));
        fleet.remember(group, withoutDeletion(group.memory));
      }
      if (isNew(group, writer.status())) fleet.remember(group, { ...group.memory, arrival: { complete: false, at: null } });
    },
  });
  let scaledInUntil = Number.NEGATIVE_INFINITY;
  const scaledIn = () => {
    scaledInUntil = clock.monotonic() + INCIDENT_MS;
  };
  // An incident may show that such a machine is lost.
  const unhookIncidents = fleet.incidentMemory?.hook(() => clock.monotonic() < scaledInUntil && wake(INCIDENT_STORED_MS));
  wake(SOON_MS);
  return {
    ...lossListener(fleet, told, scaledIn),
    settle,
    stop: () => {
      stopped = true;
      cancel();
      unhook();
      unhookIncidents?.();
    },
  };
}

/** Adds each loss and deletion to the live fleet at once. */
function lossListener(fleet: RememberingFleet, told: ToldLosses, scaledIn: () => void): LossListener {
  return {
    lost: (group, name, at, state) => {
      // A machine whose group was deleted did not leave by itself.
      const wasHealthy = (group.object !== null || group.name === "") && wasHealthyWhenLeaving(state, NOT_READ, at);
      // The group scaled in, until an incident shows that the machine is lost.
      const isMember = fleet.byName(group.place.cluster, group.place.namespace, name) !== null;
      if (wasHealthy && hasScaledIn(group, group.members.size - (isMember ? 1 : 0))) return scaledIn();
      told.take(keyOf(group), { name, at });
      fleet.remember(group, told.addTo(keyOf(group), group.memory));
    },
    meant: (group, name) => {
      told.forget(keyOf(group), name);
      fleet.remember(group, without(group.memory, name));
    },
    deleted: (series, deletion) => {
      told.takeDeletion(keyOf(series), deletion);
      const record = fleet.group(series.cluster, series.namespace, series.group);
      if (record !== null) fleet.remember(record, told.addTo(keyOf(series), record.memory));
    },
  };
}

type KnownMemories = Awaited<ReturnType<GroupMemories["at"]>>;

/** The memories of groups in the history, and what the history stores of them. */
class StoredMemories {
  readonly #groups: GroupMemories;
  readonly #sizes = new KnownSizeStore();
  #anewAt: number;
  #recordingSince = 0;

  constructor(
    private readonly database: HistoryDatabase,
    private readonly clock: Clock,
    timeScale: number,
  ) {
    this.#groups = new GroupMemories(database.read, scaledRule(timeScale));
    this.#anewAt = clock.monotonic() + ANEW_MS;
  }

  /** Null while nothing is recorded. */
  async read(status: HistoryStatus): Promise<KnownMemories | null> {
    const since = status.kind === "recording" ? status.since : this.#recordingSince;
    // After a pause it may be another file, whose rows have other numbers.
    if (this.clock.monotonic() >= this.#anewAt || since !== this.#recordingSince) {
      this.#groups.forget();
      this.#sizes.forget();
      this.#anewAt = this.clock.monotonic() + ANEW_MS;
    }
    this.#recordingSince = since;
    return status.kind === "recording" ? this.#groups.at(this.clock.now()) : null;
  }

  /** Stores what pages show from now on, and what a page of the past cannot compute. */
  async store(known: KnownMemories): Promise<void> {
    await this.#sizes.store(this.database.write, new Map(known.map(([{ id }, { learned }]) => [id, learned])), this.clock.now());
    await storeSuperseded(this.database.write, this.#groups.superseded);
  }
}

/** The history does not show the state before the disconnection yet. Until then it counts as healthy, so that scaling down raises no alarm. */
const NOT_READ = [{ at: 0, from: "healthy", to: "" }];

/** Does a group wait for machines? */
function isUnsettled({ lostAt, arrival }: GroupMemory): boolean {
  return lostAt.length > 0 || arrival?.complete === false;
}

/** Was the group created while the history was recorded, and is nothing known of it yet? Then it was never complete. */
function isNew({ object, memory }: FleetGroup, now: HistoryStatus): boolean {
  return now.kind === "recording" && object !== null && memory.arrival === undefined && memory.learned === null && (object.createdAt ?? 0) > now.since;
}

interface ToldLoss {
  readonly name: string;
  readonly at: number;
}

/** Losses and deletions that were reported at once, until the history has them. */
class ToldLosses {
  #losses: (ToldLoss & { readonly key: string; readonly until: number })[] = [];
  readonly #deletions = new Map<string, GroupDeletion & { readonly until: number }>();

  constructor(private readonly clock: Clock) {}

  take(key: string, loss: ToldLoss): void {
    this.#losses.push({ ...loss, key, until: this.clock.monotonic() + TOLD_MS });
  }

  forget(key: string, name: string): void {
    this.#losses = this.#losses.filter((loss) => loss.key !== key || loss.name !== name);
  }

  takeDeletion(key: string, { at, notBefore }: GroupDeletion): void {
    this.#deletions.set(key, { at, notBefore, until: this.clock.monotonic() + TOLD_MS });
  }

  recreated(key: string): void {
    this.#deletions.delete(key);
  }

  /** What the record knows, and what it does not tell yet. */
  addTo(key: string, memory: GroupMemory): GroupMemory {
    return this.#withDeletion(key, this.#withLosses(key, memory));
  }

  #withDeletion(key: string, memory: GroupMemory): GroupMemory {
    const deletion = this.#deletions.get(key);
    if (deletion === undefined) return memory;
    if (deletion.until <= this.clock.monotonic()) this.#deletions.delete(key);
    const { at, notBefore } = deletion;
    return (memory.deleted?.at ?? Number.NEGATIVE_INFINITY) >= at ? memory : { ...memory, deleted: { at, notBefore } };
  }

  #withLosses(key: string, memory: GroupMemory): GroupMemory {
    const now = this.clock.monotonic();
    if (this.#losses.length === 0) return memory;
    this.#losses = this.#losses.filter(({ until }) => until > now);
    const { lostAt, lostNames, losses = [] } = memory;
    const isKnown = ({ name, at }: ToldLoss) => losses.some((loss) => loss.name === name && loss.at >= at) || (lostAt[lostNames.lastIndexOf(name)] ?? 0) >= at;
    const more = this.#losses.filter((loss) => loss.key === key && !isKnown(loss));
    if (more.length === 0) return memory;
    return {
      ...memory,
      lostAt: [...lostAt, ...more.map(({ at }) => at)],
      lostNames: [...lostNames, ...more.map(({ name }) => name)],
    };
  }
}

/** What is known of a group but for one machine's last loss. */
function without(memory: GroupMemory, name: string): GroupMemory {
  const last = memory.lostNames.lastIndexOf(name);
  const others = <T>(all: readonly T[]) => all.filter((_, at) => at !== last);
  return { ...memory, lostAt: others(memory.lostAt), lostNames: others(memory.lostNames) };
}

function keyOf(group: FleetGroup | Omit<Series, "id">): string {
  const { cluster, namespace } = "place" in group ? group.place : group;
  return `${cluster}\n${namespace}\n${"place" in group ? group.name : group.group}`;
}

function withoutDeletion({ deleted: _, ...memory }: GroupMemory): GroupMemory {
  return memory;
}

/** A group without a record is gone only if the lists of its namespace are complete. */
function remember(fleet: RememberingFleet, { cluster, namespace, group }: Series, memory: GroupMemory): void {
  const isListed = fleet.clusters.includes(cluster) && LISTED.every((source) => fleet.isListed?.(cluster, source, namespace) === true);
  if (isListed || fleet.group(cluster, namespace, group) !== null) fleet.recall({ cluster, namespace }, group, memory);
}

const LISTED = ["workloadgroups", "workloadentries"] as const;
