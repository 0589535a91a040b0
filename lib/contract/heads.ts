import * as z from "zod/mini";
import { ADDRESS_OUTCOMES } from "@/lib/domain/networks/address-outcome";
import { Recorded } from "./history";
import { EntryRow, Facet, GroupRow, RollUp } from "./rows";

/** A fact of the world on the wire: `value` in milliseconds, null = never / unlimited. */
export const WireFact = z.object({ kind: z.enum(["known", "assumed", "denied"]), value: z.nullable(z.number()), source: z.string() });
export type WireFact = z.infer<typeof WireFact>;

/** Head of "shell": what the frame of every page shows. No rows. */
export const ShellHead = z.object({
  clusters: z.array(z.string()),
  namespaces: z.array(z.object({ cluster: z.string(), name: z.string(), entries: z.number(), groups: z.number() })),
  /** True where the list of namespaces is not the cluster's own but what this server was told or may see. */
  namespacesPartial: z.boolean(),
  groups: z.number(),
  groupsInTrouble: z.number(),
  entries: z.number(),
});
export type ShellHead = z.infer<typeof ShellHead>;

/** Head of "fleet". Its rows are GroupRow: the groups in trouble, worst first. */
export const FleetHead = z.object({
  rollUp: RollUp,
  groups: z.number(),
  /** The rows before their window: groups, and namespaces with machines of no group, whose trouble is not older than a day. */
  groupsInTrouble: z.number(),
  /** The number of these namespaces. */
  placesInTrouble: z.number(),
  /** Trouble that is older than a day: the number of groups and of namespaces with machines of no group, these `places` alone, and the worst of all. */
  longRunning: z.object({
    count: z.number(),
    places: z.number(),
    rows: z.array(
      z.object({
        ...{ cluster: z.string(), namespace: z.string(), name: z.string(), isNameUnique: z.boolean() },
        ...{ number: z.number(), total: z.number(), since: z.nullable(z.number()) },
      }),
    ),
  }),
  /** Visible groups without any trouble. */
  groupsUntroubled: z.number(),
  /** More about the first row; null = no row. */
  worst: z.nullable(
    z.object({
      /** Its only machine in trouble, if it is registered. */
      machine: z.nullable(z.object({ name: z.string(), uid: z.string() })),
      /** Traits that separate its machines in trouble from the others, the sharpest; two if they separate equally. */
      traits: z.array(z.string()),
      /** No other visible group has its name. */
      isNameUnique: z.boolean(),
      /** Its unverified machines whose replica ended in the rollout. */
      unverifiedByRollout: z.number(),
    }),
  ),
  /** A cluster in which no replica of istiod runs, while machines name one; null = none. `since` in milliseconds. */
  istiodGone: z.nullable(z.object({ cluster: z.string(), since: z.nullable(z.number()), sinceAtLeast: z.boolean(), unverified: z.number() })),
  /** Lost machines that still count, and the number of their groups. */
  lost: z.number(),
  groupsLosing: z.number(),
  /** Expected machines that are not there, without the lost ones. */
  missing: z.number(),
  /** Failed machines, the number of their groups, and values that separate them from all others: `count` of the `of` machines with the value failed. */
  failing: z.object({
    count: z.number(),
    groups: z.number(),
    shared: z.array(z.object({ trait: z.string(), value: z.string(), count: z.number(), of: z.number() })),
  }),
  /**
   * A rollout of istiod with machines that still name an ended replica: `waiting` of them, of which `unverified` had time to reconnect. `version`: of the new
   * replicas, "" = not known. `since`: the first start of these. Null = none.
   */
  rollout: z.nullable(
    z.object({
      ...{ cluster: z.string(), ended: z.number(), started: z.number(), since: z.number(), version: z.string() },
      ...{ waiting: z.number(), unverified: z.number() },
    }),
  ),
  /** Groups without an expected size. Their registered machines are part of the total. */
  groupsWithoutExpected: z.number(),
  /** Groups whose expected size is not declared: the history shows it. */
  groupsLearned: z.number(),
  /** Declared groups that were never complete. */
  groupsArriving: z.number(),
  namespaces: z.number(),
  connections: z.number(),
  /** `namespace`: of istiod, if its Pods are not visible. */
  replicas: z.object({ kind: z.enum(["known", "assumed", "denied"]), running: z.number(), source: z.string(), namespace: z.string() }),
});
export type FleetHead = z.infer<typeof FleetHead>;

/** Head of "strip": rows are StripRow, one ribbon each, ordered by namespace, then name. `machines` = the total of all ribbons. */
export const StripHead = z.object({ total: z.number(), machines: z.number() });
export type StripHead = z.infer<typeof StripHead>;

/** One ribbon: counts by the codes of states; a cell's name is asked for by (id, index). `unvouched` of the healthy are not green. */
export const StripRow = z.object({
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  counts: z.array(z.number()),
  unvouched: z.number(),
  /** Registered machines. */
  total: z.number(),
  notServing: z.number(),
  /** Machines that are not there and count in the total: the lost ones, and others that are expected. */
  lost: z.number(),
  missing: z.number(),
  expected: z.nullable(z.number()),
  expectedFrom: RollUp.shape.expectedFrom,
});
export type StripRow = z.infer<typeof StripRow>;

/** Head of "groups": rows are GroupRow. */
export const GroupsHead = z.object({ total: z.number(), matched: z.number(), problem: z.nullable(z.string()) });
export type GroupsHead = z.infer<typeof GroupsHead>;

/** Head of "entries": rows are EntryRow. `matched` of `total`; facets count the filtered list, each without its own filter. */
export const EntriesHead = z.object({
  total: z.number(),
  matched: z.number(),
  facets: z.array(Facet),
  /** What in the query could not be read, in words, or null. */
  problem: z.nullable(z.string()),
  /** On an empty result: how many entries match when one term is left out. */
  without: z.array(z.object({ term: z.string(), matched: z.number() })),
  /** Values of facets that are asked for and that no entry has which matches the rest, with the value that is spelled most like it. */
  absent: z.optional(z.array(z.object({ term: z.string(), nearest: z.nullable(z.string()) }))),
  /** Only of a list of the vanished: the window they went in, what the record can tell of it, and how many more went than are looked at. */
  vanished: z.optional(z.object({ from: z.number(), to: z.number(), recorded: Recorded, notRecordedMs: z.number(), older: z.number() })),
});
export type EntriesHead = z.infer<typeof EntriesHead>;

/** A label and where it comes from; `overridden` is the spec's value where metadata wins (docs/istio.md#labels). */
export const WireLabel = z.object({
  key: z.string(),
  value: z.string(),
  from: z.enum(["metadata", "spec", "both", "derived"]),
  overridden: z.nullable(z.string()),
});
export type WireLabel = z.infer<typeof WireLabel>;

const WireWriter = z.object({ manager: z.string(), operation: z.string(), subresource: z.string(), time: z.nullable(z.number()) });

/** What Istio does next with an entry, and when (docs/istio.md#cleanup); `assumed` = the time rests on an assumed value. */
export const WireNext = z.object({
  kind: z.enum(["nothing", "renew", "delete", "drop-condition", "sweep", "never-cleaned", "unknown"]),
  at: z.nullable(z.number()),
  latestAt: z.nullable(z.number()),
  assumed: z.boolean(),
});
export type WireNext = z.infer<typeof WireNext>;

const AddressOutcome = z.enum(ADDRESS_OUTCOMES);

/** Head of "entry". No rows. `found` false = no such entry in sight. */
/** A machine that is planned to go; `by` in milliseconds, null = no end was given. */
const WirePlan = z.object({ entry: z.string(), by: z.nullable(z.number()), reason: z.string() });

/** An entry that lost its drain when it was made anew: when the one before it went (milliseconds), and the reason that was given, "" = none. */
export const LostDrain = z.object({ name: z.string(), uid: z.string(), resourceVersion: z.string(), endedAt: z.number(), reason: z.string() });
export type LostDrain = z.infer<typeof LostDrain>;

export const EntryHead = z.object({
  found: z.boolean(),
  row: z.nullable(EntryRow),
  detail: z.nullable(
    z.object({
      resourceVersion: z.string(),
      serviceAccount: z.string(),
      weight: z.nullable(z.number()),
      /** The source of the locality: `spec.locality`, or the key of a label; "" = it has none. */
      localityFrom: z.string(),
      /** The locality that other versions of istiod read; null = all read the same. `isKnown`: the running version is known for sure. */
      localityByVersion: z.nullable(z.object({ other: z.string(), isKnown: z.boolean() })),
      ports: z.array(z.object({ name: z.string(), port: z.number() })),
      labels: z.array(WireLabel),
      gate: z.nullable(z.string()),
      health: z.nullable(
        z.object({
          status: z.string(),
          message: z.string(),
          lastProbeTime: z.nullable(z.string()),
          lastTransitionTime: z.nullable(z.string()),
        }),
      ),
      connectedAtText: z.nullable(z.string()),
      disconnectedAtText: z.nullable(z.string()),
      owner: z.nullable(z.object({ kind: z.string(), name: z.string(), uid: z.string() })),
      /** How the entry belongs to its group. */
      membership: z.enum(["owned", "annotated", "owner-differs", "none"]),
      groupExists: z.boolean(),
      lastWriter: z.nullable(WireWriter),
      managedBy: z.string(),
      deletingAt: z.nullable(z.number()),
      replica: z.nullable(
        z.object({
          name: z.string(),
          namespace: z.string(),
          revision: z.string(),
          zone: z.string(),
          runningSince: z.nullable(z.number()),
          phase: z.string(),
          /** Of its Pod: a reason of the condition Ready (a stranger's text), and when it has to be gone. */
          readyReason: z.string(),
          deletingAt: z.nullable(z.number()),
        }),
      ),
      replicasKind: z.enum(["known", "assumed", "denied"]),
      maxConnectionAge: WireFact,
      gracePeriod: WireFact,
      next: WireNext,
      lostDrain: z.nullable(LostDrain),
      /** Its group names it as planned to go. */
      planned: z.nullable(WirePlan),
      /** The outcome for its callers if it has no address; null = it has one. */
      addressReach: z.nullable(z.object({ own: AddressOutcome, others: AddressOutcome, none: AddressOutcome })),
    }),
  ),
});
export type EntryHead = z.infer<typeof EntryHead>;

/** Head of "group". No rows: its machines are the view "entries" with the group's filter. */
export const GroupHead = z.object({
  found: z.boolean(),
  row: z.nullable(GroupRow),
  detail: z.nullable(
    z.object({
      /** "" = the group itself is not visible. */
      uid: z.string(),
      resourceVersion: z.string(),
      generation: z.nullable(z.number()),
      entryLabels: z.array(z.object({ key: z.string(), value: z.string() })),
      entryAnnotations: z.array(z.object({ key: z.string(), value: z.string() })),
      template: z.object({
        ports: z.array(z.object({ name: z.string(), port: z.number() })),
        labels: z.array(z.object({ key: z.string(), value: z.string() })),
        network: z.string(),
        locality: z.string(),
        weight: z.nullable(z.number()),
        serviceAccount: z.string(),
      }),
      probe: z.nullable(
        z.object({
          method: z.string(),
          port: z.nullable(z.number()),
          path: z.string(),
          scheme: z.string(),
          host: z.string(),
          command: z.array(z.string()),
          initialDelaySeconds: z.nullable(z.number()),
          timeoutSeconds: z.nullable(z.number()),
          periodSeconds: z.nullable(z.number()),
          successThreshold: z.nullable(z.number()),
          failureThreshold: z.nullable(z.number()),
        }),
      ),
      expectedSizeText: z.nullable(z.string()),
      /** Machines by zone, network and replica, most first. */
      zones: z.array(z.object({ value: z.string(), count: z.number(), trouble: z.number() })),
      networks: z.array(z.object({ value: z.string(), count: z.number(), trouble: z.number() })),
      replicas: z.array(z.object({ value: z.string(), count: z.number(), trouble: z.number() })),
      /** Entries of the namespace that carry the group's labels but do not belong to it. */
      labelOnly: z.array(EntryRow),
      labelOnlyTotal: z.number(),
      /** What Istio does next with those of its machines that are in trouble, alike ones together and what is due first at the front. */
      next: z.array(z.object({ connection: EntryRow.shape.connection, count: z.number(), next: WireNext })),
      /** Of so many of them: of very many, only the first are looked at. */
      nextOf: z.number(),
      /** Machines that it names as planned to go, and whether they are there; null = its annotation cannot be read, or their sight is missing. */
      planned: z.nullable(z.array(z.object({ ...WirePlan.shape, here: z.nullable(z.boolean()) }))),
      /** Those of its machines that lost a drain. */
      lostDrains: z.array(LostDrain),
      lastWriter: z.nullable(WireWriter),
      managedBy: z.string(),
      deletingAt: z.nullable(z.number()),
    }),
  ),
});
export type GroupHead = z.infer<typeof GroupHead>;
