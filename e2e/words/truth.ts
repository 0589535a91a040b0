import { type Asked, NOTHING_ASKED } from "./asked";
import { declaredSize, type Judged, machinesAt } from "./judged";
import { plannedMarks } from "./marks";
import type { PageText } from "./page-text";
import { RAW_KINDS, type RawObject, type RawVersion } from "./raw-objects";
import type { RawWatch } from "./raw-watch";
import { hostsAt, type JudgedHost } from "./selected";

/** A page shows what was true a moment ago: so long a change may take to reach it on a busy machine. Milliseconds. */
const BEHIND_MS = 4_000;
/** A clock's second, and that a page rounds it down. Milliseconds. */
export const CLOCK_SLACK_MS = 1_500;

/** A machine whose entry went. */
export interface Ended {
  readonly last: RawObject;
  readonly at: number;
}

/** What the raw watch proves about the moment at which one page was read. */
export class Truth {
  readonly #machines = new Map<number, readonly Judged[]>();
  readonly #hosts = new Map<number, readonly JudgedHost[]>();
  readonly #moments: readonly number[];
  #values: ReadonlySet<string> | null = null;
  #known: readonly number[] | null = null;
  #replicaMoments: readonly number[] | null = null;

  constructor(
    readonly raw: RawWatch,
    readonly page: Pick<PageText, "path" | "readAt">,
    /** When the dashboard began to look, at the earliest and at the latest. */
    readonly begun: { readonly from: number; readonly to: number },
    /** What was asked of the API server beside the watch. */
    readonly asked: Asked = NOTHING_ASKED,
  ) {
    this.#moments = raw.momentsIn(page.readAt - BEHIND_MS, page.readAt);
  }

  get readAt(): number {
    return this.page.readAt;
  }

  /** Does this hold of the machines at any moment that the page may show? */
  sometime(holds: (machines: readonly Judged[], moment: number) => boolean): boolean {
    return this.#moments.some((moment) => holds(this.machines(moment), moment));
  }

  machines(moment: number): readonly Judged[] {
    const known = this.#machines.get(moment) ?? machinesAt(this.raw, moment);
    this.#machines.set(moment, known);
    return known;
  }

  /** Does this hold of the hosts at any moment that the page may show? */
  sometimeOfHosts(holds: (hosts: readonly JudgedHost[], moment: number) => boolean): boolean {
    return this.#moments.some((moment) => holds(this.#hostsAt(moment), moment));
  }

  #hostsAt(moment: number): readonly JudgedHost[] {
    const known = this.#hosts.get(moment) ?? hostsAt(this.raw, moment);
    this.#hosts.set(moment, known);
    return known;
  }

  /** Every version of the machine or machines that had this name. */
  versionsOf(namespace: string, name: string): readonly RawVersion[] {
    return this.raw
      .histories("entry")
      .flat()
      .filter(({ object: { metadata } }) => metadata.namespace === namespace && metadata.name === name);
  }

  /** When an istiod Pod came, changed or went since the watch began, which turns machines whose entries stay as they are. */
  get replicaMoments(): readonly number[] {
    this.#replicaMoments ??= this.raw.histories("pod").flatMap((versions) => versions.flatMap(({ from, to }) => (to === null ? [from] : [from, to])));
    return this.#replicaMoments;
  }

  /** When the Pod of a replica came, changed or went. */
  changesOfReplica(name: string): readonly number[] {
    const own = this.raw.histories("pod").filter((versions) => versions.some(({ object }) => object.metadata.name === name));
    return own.flatMap((versions) => versions.flatMap(({ from, to }) => (to === null ? [from] : [from, to])));
  }

  /** Machines whose entry went since the watch began. */
  ended(): readonly Ended[] {
    return this.raw.histories("entry").flatMap((versions) => {
      const last = versions.at(-1);
      return last?.isLast === true && last.to !== null ? [{ last: last.object, at: last.to }] : [];
    });
  }

  /** When groups of this name were deleted, milliseconds. */
  groupEnds(namespace: string, name: string): readonly number[] {
    return this.raw.histories("group").flatMap((versions) => {
      const last = versions.at(-1);
      const isIt = last?.isLast === true && last.object.metadata.namespace === namespace && last.object.metadata.name === name;
      return isIt && last.to !== null ? [last.to] : [];
    });
  }

  /** The declared size of a group without those who left as planned, or null. */
  sizeOf(namespace: string, name: string): number | null {
    const group = this.raw.at("group", this.readAt).find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
    const size = group === undefined ? null : declaredSize(group);
    if (group === undefined || size === null) return null;
    const there = new Set(this.machines(this.readAt).flatMap((machine) => (machine.namespace === namespace ? [machine.name] : [])));
    return size - plannedMarks(group).filter(({ entry }) => !there.has(entry)).length;
  }

  /** Did anything that can be dated happen at this moment? */
  isKnownMoment(moment: number): boolean {
    this.#known ??= this.#knownMoments();
    return this.#known.some((at) => Math.abs(at - moment) <= CLOCK_SLACK_MS) || (moment >= this.begun.from - CLOCK_SLACK_MS && moment <= this.begun.to);
  }

  /** Does this text stand in any object, as a whole value, a key, or a part of a path? */
  isValue(text: string): boolean {
    this.#values ??= this.#allValues();
    return this.#values.has(text);
  }

  #knownMoments(): number[] {
    const moments = new Set<number>();
    for (const kind of RAW_KINDS)
      for (const versions of this.raw.histories(kind))
        for (const { object, from, to } of versions) {
          moments.add(from);
          if (to !== null) moments.add(to);
          for (const text of stringsIn(object)) if (/^\d{4}-\d\d-\d\dT/.test(text)) moments.add(Date.parse(text));
        }
    return [...moments];
  }

  #allValues(): ReadonlySet<string> {
    const values = new Set<string>([this.asked.person]);
    for (const kind of RAW_KINDS)
      for (const versions of this.raw.histories(kind))
        for (const { object } of versions) {
          const { namespace, name } = object.metadata;
          for (const text of stringsIn(object)) for (const part of [text, ...text.split("/")]) values.add(part);
          const group = object.metadata.annotations?.["istio.io/autoRegistrationGroup"] ?? name;
          if (kind === "service") for (const host of [`${name}.${namespace}`, `${name}.${namespace}.svc.cluster.local`]) values.add(host);
          for (const one of [name, group]) values.add(`${namespace}/${one}`).add(`${namespace} / ${one}`);
        }
    return values;
  }
}

/** Every string in a value, keys too. */
function* stringsIn(value: unknown): Iterable<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "number") yield String(value);
  else if (typeof value === "object" && value !== null)
    for (const [key, held] of Object.entries(value)) {
      yield key;
      yield* stringsIn(held);
    }
}
