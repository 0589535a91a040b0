// Written by lib/tooling/generate/view-schemas.test.ts from the types in lib/contract/views/view.ts.
import * as z from "zod/mini";
import type { ViewKind } from "./view";

const ShellNamespaces = z.array(z.strictObject({ cluster: z.string(), name: z.string(), entries: z.number(), groups: z.number() }));
const ShellHead = z.strictObject({
  clusters: z.array(z.string()),
  namespaces: ShellNamespaces,
  namespacesPartial: z.boolean(),
  groups: z.number(),
  groupsInTrouble: z.number(),
  groupsUrgent: z.number(),
  entries: z.number(),
  servicesInTrouble: z.nullable(z.number()),
  findingErrors: z.nullable(z.number()),
  incidents: z.nullable(z.strictObject({ number: z.number(), isUrgent: z.boolean(), isKnown: z.boolean() })),
});
const FleetIstiodGone = z.strictObject({ since: z.nullable(z.number()), sinceAtLeast: z.boolean(), cluster: z.string(), unverified: z.number() });
const FleetRows = z.strictObject({
  cluster: z.string(),
  namespace: z.string(),
  number: z.number(),
  total: z.number(),
  since: z.nullable(z.number()),
  isNameUnique: z.boolean(),
  name: z.string(),
});
const FleetRollUp = z.strictObject({
  total: z.number(),
  fullTotal: z.number(),
  serving: z.number(),
  doubted: z.number(),
  counts: z.array(z.number()),
  expected: z.nullable(z.number()),
  expectedFrom: z.enum(["declared", "elastic", "learned", "range", "unknown", "unreadable"]),
  expectedMost: z.optional(z.number()),
  arriving: z.optional(z.boolean()),
  planned: z.optional(z.number()),
  accepted: z.optional(z.number()),
  learned: z.optional(z.strictObject({ from: z.number(), to: z.nullable(z.number()) })),
});
const FleetWorst = z.strictObject({
  kind: z.literal("fleet-worst-group"),
  cluster: z.string(),
  namespace: z.string(),
  group: z.string(),
  isNameUnique: z.boolean(),
  number: z.number(),
  total: z.number(),
  lost: z.number(),
  missing: z.number(),
  reconnecting: z.number(),
  starting: z.number(),
  risen: z.nullable(z.number()),
  isFirst: z.boolean(),
  message: z.string(),
  common: z.array(z.string()),
  unreadable: z.boolean(),
  since: z.nullable(z.number()),
  sinceAtLeast: z.boolean(),
  unhealthy: z.optional(z.number()),
  unverified: z.optional(z.number()),
  incident: z.string(),
  withoutEndpoint: z.number(),
  firstWithoutEndpoint: z.string(),
});
const FleetWorst2 = z.strictObject({
  kind: z.literal("fleet-worst-machine"),
  cluster: z.string(),
  namespace: z.string(),
  machine: z.string(),
  word: z.enum(["lost", "unhealthy", "unverified"]),
  message: z.string(),
  since: z.nullable(z.number()),
  sinceAtLeast: z.boolean(),
  incident: z.string(),
  withoutEndpoint: z.number(),
  firstWithoutEndpoint: z.string(),
});
const FleetWorst3 = z.strictObject({
  kind: z.literal("group-deleted"),
  cluster: z.string(),
  namespace: z.string(),
  group: z.string(),
  machines: z.number(),
  since: z.nullable(z.number()),
  sinceAtLeast: z.boolean(),
  incident: z.string(),
  withoutEndpoint: z.number(),
  firstWithoutEndpoint: z.string(),
});
const FleetCause = z.enum([
  "clock-skew",
  "group-deleted",
  "istiod-gone",
  "left-healthy",
  "machine",
  "namespace-deleted",
  "replica-gone",
  "service-without-endpoint",
  "time-only",
  "trait",
]);
const FleetTraits = z.enum(["account", "change", "group", "network", "probe-error", "replica", "revision", "version", "zone"]);
const FleetWorst4 = z.strictObject({
  kind: z.literal("incident-of-groups"),
  cluster: z.string(),
  cause: FleetCause,
  traits: z.array(FleetTraits),
  values: z.array(z.string()),
  groups: z.number(),
  failed: z.number(),
  lost: z.number(),
  unverified: z.number(),
  isFirst: z.boolean(),
  message: z.string(),
  worstNamespace: z.string(),
  worstGroup: z.string(),
  worstNumber: z.number(),
  worstTotal: z.nullable(z.number()),
  isWorstNameUnique: z.boolean(),
  since: z.nullable(z.number()),
  sinceAtLeast: z.boolean(),
  incident: z.string(),
  withoutEndpoint: z.number(),
  firstWithoutEndpoint: z.string(),
});
const FleetWorst5 = z.strictObject({
  kind: z.literal("incident-recovering"),
  cluster: z.string(),
  back: z.number(),
  machines: z.number(),
  trait: z.string(),
  value: z.string(),
  namespace: z.string(),
  group: z.string(),
  isNameUnique: z.boolean(),
  groups: z.number(),
  machine: z.string(),
  service: z.string(),
  services: z.number(),
  incident: z.string(),
  withoutEndpoint: z.number(),
  firstWithoutEndpoint: z.string(),
});
const FleetWorst6 = z.strictObject({
  kind: z.literal("istiod-gone"),
  cluster: z.string(),
  unverified: z.number(),
  since: z.nullable(z.number()),
  sinceAtLeast: z.boolean(),
  incident: z.string(),
  withoutEndpoint: z.number(),
  firstWithoutEndpoint: z.string(),
});
const FleetWorst7 = z.strictObject({
  kind: z.literal("namespace-deleted"),
  cluster: z.string(),
  namespace: z.string(),
  machines: z.number(),
  since: z.nullable(z.number()),
  sinceAtLeast: z.boolean(),
  incident: z.string(),
  withoutEndpoint: z.number(),
  firstWithoutEndpoint: z.string(),
});
const FleetWorst8 = z.strictObject({
  kind: z.literal("service-without-endpoint"),
  cluster: z.string(),
  namespace: z.string(),
  service: z.string(),
  object: z.enum(["Service", "ServiceEntry"]),
  host: z.string(),
  since: z.nullable(z.number()),
  sinceAtLeast: z.boolean(),
  incident: z.string(),
  withoutEndpoint: z.number(),
  firstWithoutEndpoint: z.string(),
});
const FleetWorst9 = z.strictObject({
  kind: z.literal("unverified-since-rollout"),
  cluster: z.string(),
  unverified: z.number(),
  since: z.number(),
  incident: z.string(),
  withoutEndpoint: z.number(),
  firstWithoutEndpoint: z.string(),
});
const FleetWorst10 = z.nullable(z.union([FleetWorst, FleetWorst2, FleetWorst3, FleetWorst4, FleetWorst5, FleetWorst6, FleetWorst7, FleetWorst8, FleetWorst9]));
const FleetIncidents = z.strictObject({
  worst: FleetWorst10,
  isTier1: z.boolean(),
  more: z.number(),
  lastEndedAt: z.nullable(z.number()),
  knownSince: z.number(),
});
const FleetQuietIncident = z.strictObject({
  key: z.string(),
  state: z.enum(["long-running", "planned"]),
  message: z.string(),
  since: z.number(),
  notBefore: z.nullable(z.number()),
});
const FleetState = z.nullable(
  z.enum([
    "awaiting",
    "disconnected",
    "draining",
    "healthy",
    "no-endpoint",
    "overdue",
    "reconnecting",
    "unchecked",
    "unhealthy",
    "unreadable",
    "unverified",
    "vanished",
  ]),
);
const FleetPace = z.strictObject({ kind: z.enum(["slow", "sudden"]), count: z.number(), total: z.number(), lastedMs: z.number() });
const FleetRows2 = z.strictObject({
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  exists: z.boolean(),
  unreadable: z.nullable(z.string()),
  quietIncident: z.nullable(FleetQuietIncident),
  id: z.string(),
  rollUp: FleetRollUp,
  unvouched: z.number(),
  unvouchedWhy: z.string(),
  missing: z.number(),
  lost: z.number(),
  state: FleetState,
  since: z.nullable(z.number()),
  sinceAtLeast: z.boolean(),
  rise: z.strictObject({ count: z.number(), total: z.number() }),
  pace: z.nullable(FleetPace),
  message: z.string(),
  common: z.array(z.string()),
  probe: z.nullable(z.strictObject({ method: z.string(), port: z.nullable(z.number()), path: z.string() })),
  accounts: z.array(z.string()),
  networks: z.array(z.string()),
  zones: z.array(z.string()),
  createdAt: z.nullable(z.number()),
  deleted: z.optional(z.strictObject({ at: z.number(), notBefore: z.nullable(z.number()) })),
  incident: z.optional(z.string()),
});
const FleetReplicas = z.strictObject({ kind: z.enum(["assumed", "denied", "known"]), namespace: z.string(), running: z.number(), source: z.string() });
const FleetIstiod = z.strictObject({ pods: z.number(), ready: z.number(), notKnown: z.number(), versions: z.array(z.string()) });
const FleetShared = z.array(z.strictObject({ trait: z.string(), value: z.string(), count: z.number(), of: z.number() }));
const FleetRollout = z.strictObject({
  cluster: z.string(),
  ended: z.number(),
  started: z.number(),
  since: z.number(),
  version: z.string(),
  waiting: z.number(),
  unverified: z.number(),
  replicas: z.array(z.string()),
});
const FleetWorst11 = z.strictObject({
  machine: z.nullable(z.strictObject({ name: z.string(), uid: z.string() })),
  traits: z.array(z.string()),
  isNameUnique: z.boolean(),
  unverifiedByRollout: z.number(),
});
const FleetHead = z.strictObject({
  istiodGone: z.nullable(FleetIstiodGone),
  longRunning: z.strictObject({ count: z.number(), places: z.number(), rows: z.array(FleetRows) }),
  rollUp: FleetRollUp,
  groups: z.number(),
  groupsInTrouble: z.number(),
  placesInTrouble: z.number(),
  groupsUntroubled: z.number(),
  missing: z.number(),
  groupsWithoutExpected: z.number(),
  groupsLearned: z.number(),
  groupsArriving: z.number(),
  namespaces: z.number(),
  connections: z.number(),
  incidents: z.nullable(FleetIncidents),
  withoutIncident: z.strictObject({ total: z.number(), rows: z.array(FleetRows2) }),
  replicas: FleetReplicas,
  istiod: z.nullable(FleetIstiod),
  lost: z.number(),
  groupsLosing: z.number(),
  failing: z.strictObject({ count: z.number(), groups: z.number(), shared: FleetShared }),
  rollout: z.nullable(FleetRollout),
  worst: z.nullable(FleetWorst11),
});
const FleetRow = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  exists: z.boolean(),
  unreadable: z.nullable(z.string()),
  rollUp: FleetRollUp,
  unvouched: z.number(),
  unvouchedWhy: z.string(),
  missing: z.number(),
  lost: z.number(),
  state: FleetState,
  since: z.nullable(z.number()),
  sinceAtLeast: z.boolean(),
  rise: z.strictObject({ count: z.number(), total: z.number() }),
  pace: z.nullable(FleetPace),
  message: z.string(),
  common: z.array(z.string()),
  probe: z.nullable(z.strictObject({ method: z.string(), port: z.nullable(z.number()), path: z.string() })),
  accounts: z.array(z.string()),
  networks: z.array(z.string()),
  zones: z.array(z.string()),
  createdAt: z.nullable(z.number()),
  deleted: z.optional(z.strictObject({ at: z.number(), notBefore: z.nullable(z.number()) })),
  incident: z.optional(z.string()),
});
const StripHead = z.strictObject({ total: z.number(), machines: z.number(), groups: z.number(), isLarge: z.boolean() });
const StripRow = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  shared: z.optional(z.strictObject({ groups: z.number(), namespaces: z.number(), isTrouble: z.boolean() })),
  counts: z.array(z.number()),
  unvouched: z.number(),
  total: z.number(),
  notServing: z.number(),
  lost: z.number(),
  missing: z.number(),
  expected: z.nullable(z.number()),
  expectedFrom: z.enum(["declared", "elastic", "learned", "range", "unknown", "unreadable"]),
  deleted: z.optional(z.strictObject({ at: z.number() })),
});
const GroupTemplate = z.strictObject({
  ports: z.array(z.strictObject({ name: z.string(), port: z.number() })),
  labels: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  network: z.string(),
  locality: z.string(),
  weight: z.nullable(z.number()),
  serviceAccount: z.string(),
});
const GroupProbe = z.strictObject({
  method: z.enum(["exec", "grpc", "httpGet", "none", "tcpSocket"]),
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
});
const GroupState = z.enum([
  "awaiting",
  "disconnected",
  "draining",
  "healthy",
  "no-endpoint",
  "overdue",
  "reconnecting",
  "unchecked",
  "unhealthy",
  "unreadable",
  "unverified",
  "vanished",
]);
const GroupConnection = z.enum(["connected", "disconnected", "ghost", "leaked", "never", "overdue", "reconnecting", "unmanaged"]);
const GroupServing = z.enum(["no-awaiting", "no-draining", "no-endpoint", "no-unhealthy", "unknown", "yes-checked", "yes-unchecked"]);
const GroupEnding = z.strictObject({ cause: z.string(), notBefore: z.nullable(z.number()), lastState: GroupState, replacedBy: z.string() });
const GroupLabelOnly = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  uid: z.string(),
  namespace: z.string(),
  name: z.string(),
  state: GroupState,
  vouched: z.boolean(),
  connection: GroupConnection,
  connectionWhy: z.string(),
  serving: GroupServing,
  since: z.nullable(z.number()),
  sinceAtLeast: z.boolean(),
  sinceNotBefore: z.nullable(z.number()),
  message: z.string(),
  deadline: z.nullable(z.number()),
  address: z.string(),
  host: z.string(),
  network: z.string(),
  locality: z.string(),
  controller: z.string(),
  revision: z.string(),
  version: z.string(),
  group: z.string(),
  origin: z.enum(["auto-registered", "hand-written", "hand-written-checked", "unreadable"]),
  connectedAt: z.nullable(z.number()),
  disconnectedAt: z.nullable(z.number()),
  createdAt: z.nullable(z.number()),
  generation: z.nullable(z.number()),
  ending: z.optional(GroupEnding),
});
const GroupNext = z.strictObject({
  kind: z.enum(["delete", "drop-condition", "never-cleaned", "nothing", "renew", "sweep", "unknown"]),
  at: z.nullable(z.number()),
  latestAt: z.nullable(z.number()),
  assumed: z.boolean(),
});
const GroupReasons = z.strictObject({
  state: GroupState,
  message: z.string(),
  connection: GroupConnection,
  connectionWhy: z.string(),
  replica: z.string(),
  machines: z.number(),
});
const GroupTraits = z.strictObject({ trait: z.enum(["network", "replica", "version", "zone"]), value: z.string(), machines: z.number() });
const GroupTrouble = z.strictObject({
  condition: z.enum(["failed", "no-endpoint", "unverified"]),
  machines: z.number(),
  rise: z.strictObject({ since: z.number(), atLeast: z.boolean(), count: z.number() }),
  connected: z.number(),
  isClockAhead: z.boolean(),
  reasons: z.array(GroupReasons),
  moreReasons: z.number(),
  traits: z.array(GroupTraits),
  first: z.nullable(z.strictObject({ namespace: z.string(), name: z.string(), address: z.string() })),
});
const GroupPlanned = z.strictObject({ entry: z.string(), by: z.nullable(z.number()), reason: z.string(), here: z.nullable(z.boolean()) });
const GroupMaintenance = z.strictObject({
  kind: z.literal("window"),
  window: z.strictObject({ from: z.number(), until: z.number(), reason: z.string() }),
  on: z.enum(["Namespace", "WorkloadGroup"]),
});
const GroupFault = z.strictObject({
  code: z.enum(["missing", "no-time", "not-after-from", "repeated", "too-long", "unknown-field"]),
  field: z.nullable(z.enum(["from", "reason", "until"])),
  text: z.string(),
});
const GroupMaintenance2 = z.strictObject({ kind: z.literal("fault"), fault: GroupFault, on: z.enum(["Namespace", "WorkloadGroup"]) });
const GroupLostDrains = z.strictObject({ name: z.string(), uid: z.string(), resourceVersion: z.string(), endedAt: z.number(), reason: z.string() });
const GroupLastWriter = z.strictObject({ manager: z.string(), operation: z.string(), subresource: z.string(), time: z.nullable(z.number()) });
const GroupDetail = z.strictObject({
  uid: z.string(),
  resourceVersion: z.string(),
  generation: z.nullable(z.number()),
  entryLabels: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  entryAnnotations: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  template: GroupTemplate,
  probe: z.nullable(GroupProbe),
  expectedSizeText: z.nullable(z.string()),
  zones: z.array(z.strictObject({ value: z.string(), count: z.number(), trouble: z.number() })),
  networks: z.array(z.strictObject({ value: z.string(), count: z.number(), trouble: z.number() })),
  replicas: z.array(z.strictObject({ value: z.string(), count: z.number(), trouble: z.number() })),
  versions: z.array(z.strictObject({ value: z.string(), count: z.number(), trouble: z.number() })),
  labelOnly: z.array(GroupLabelOnly),
  labelOnlyTotal: z.number(),
  next: z.array(z.strictObject({ connection: GroupConnection, count: z.number(), next: GroupNext })),
  nextOf: z.number(),
  trouble: z.array(GroupTrouble),
  healthy: z.nullable(z.strictObject({ namespace: z.string(), name: z.string(), address: z.string() })),
  planned: z.nullable(z.array(GroupPlanned)),
  maintenance: z.array(z.union([GroupMaintenance, GroupMaintenance2])),
  lostDrains: z.array(GroupLostDrains),
  lastWriter: z.nullable(GroupLastWriter),
  managedBy: z.string(),
  deletingAt: z.nullable(z.number()),
});
const EntriesFacets = z.strictObject({
  key: z.string(),
  values: z.array(z.strictObject({ value: z.string(), count: z.number(), back: z.optional(z.number()) })),
  more: z.number(),
});
const EntriesRecorded = z.strictObject({
  since: z.nullable(z.number()),
  asOf: z.number(),
  status: z.enum(["off", "paused", "recording", "starting"]),
  notice: z.string(),
});
const EntriesVanished = z.strictObject({ from: z.number(), to: z.number(), recorded: EntriesRecorded, notRecordedMs: z.number(), older: z.number() });
const EntriesHead = z.strictObject({
  total: z.number(),
  matched: z.number(),
  facets: z.array(EntriesFacets),
  problem: z.nullable(z.string()),
  without: z.array(z.strictObject({ term: z.string(), matched: z.number() })),
  absent: z.optional(z.array(z.strictObject({ term: z.string(), nearest: z.nullable(z.string()) }))),
  vanished: z.optional(EntriesVanished),
});
const EntryLabels = z.strictObject({
  key: z.string(),
  value: z.string(),
  from: z.enum(["both", "derived", "metadata", "spec"]),
  overridden: z.nullable(z.string()),
});
const EntryHealth = z.strictObject({
  status: z.string(),
  message: z.string(),
  lastProbeTime: z.nullable(z.string()),
  lastTransitionTime: z.nullable(z.string()),
});
const EntryReplica = z.strictObject({
  name: z.string(),
  namespace: z.string(),
  revision: z.string(),
  zone: z.string(),
  runningSince: z.nullable(z.number()),
  phase: z.string(),
  readyReason: z.string(),
  deletingAt: z.nullable(z.number()),
});
const EntryMaxConnectionAge = z.strictObject({ kind: z.enum(["assumed", "denied", "known"]), value: z.nullable(z.number()), source: z.string() });
const EntryAddressReach = z.strictObject({
  own: z.enum(["by-service", "empty-address", "gateway", "not-known", "nothing"]),
  others: z.enum(["by-service", "empty-address", "gateway", "not-known", "nothing"]),
  none: z.enum(["by-service", "empty-address", "gateway", "not-known", "nothing"]),
});
const EntryDetail = z.strictObject({
  resourceVersion: z.string(),
  serviceAccount: z.string(),
  weight: z.nullable(z.number()),
  localityFrom: z.string(),
  localityByVersion: z.nullable(z.strictObject({ other: z.string(), isKnown: z.boolean() })),
  ports: z.array(z.strictObject({ name: z.string(), port: z.number() })),
  labels: z.array(EntryLabels),
  gate: z.nullable(z.string()),
  health: z.nullable(EntryHealth),
  connectedAtText: z.nullable(z.string()),
  disconnectedAtText: z.nullable(z.string()),
  owner: z.nullable(z.strictObject({ kind: z.string(), name: z.string(), uid: z.string() })),
  membership: z.enum(["annotated", "none", "owned", "owner-differs"]),
  groupExists: z.boolean(),
  lastWriter: z.nullable(GroupLastWriter),
  managedBy: z.string(),
  deletingAt: z.nullable(z.number()),
  replica: z.nullable(EntryReplica),
  replicasKind: z.enum(["assumed", "denied", "known"]),
  maxConnectionAge: EntryMaxConnectionAge,
  gracePeriod: EntryMaxConnectionAge,
  next: GroupNext,
  lostDrain: z.nullable(GroupLostDrains),
  unrecorded: z.nullable(z.strictObject({ from: z.number(), to: z.number() })),
  planned: z.nullable(z.strictObject({ entry: z.string(), by: z.nullable(z.number()), reason: z.string() })),
  addressReach: z.nullable(EntryAddressReach),
});
const EntryHead = z.strictObject({ found: z.boolean(), row: z.nullable(GroupLabelOnly), detail: z.nullable(EntryDetail) });
const SelectedByDoubts = z.array(z.strictObject({ setting: z.string(), kind: z.enum(["assumed", "denied"]), source: z.string() }));
const SelectedBySight = z.strictObject({
  services: z.boolean(),
  serviceEntries: z.boolean(),
  elsewhere: z.boolean(),
  tls: z.boolean(),
  policies: z.array(z.string()),
  isForSidecars: z.boolean(),
  doubts: SelectedByDoubts,
});
const SelectedBySelector = z.strictObject({ kind: z.enum(["Service", "ServiceEntry"]), namespace: z.string(), name: z.string() });
const SelectedByFound = z.strictObject({ port: z.number(), rule: z.enum(["port-name", "service-number", "slice", "socket", "target-name", "target-number"]) });
const SelectedByBecause = z.enum([
  "account",
  "auto-mtls-off",
  "destination-rule",
  "external",
  "label",
  "no-account",
  "no-sidecar",
  "peer-authentication",
  "unmarked-endpoint",
]);
const SelectedByGatewayClosed = z.nullable(
  z.enum(["auto-mtls-off", "destination-rule", "external", "label", "no-account", "no-sidecar", "peer-authentication", "unmarked-endpoint"]),
);
const SelectedByTls = z.strictObject({ sends: z.enum(["mutual", "plain", "simple"]), because: SelectedByBecause, gatewayClosed: SelectedByGatewayClosed });
const SelectedByGateways = z.array(z.strictObject({ network: z.string(), cluster: z.string(), address: z.string(), port: z.number() }));
const SelectedByReason = z.strictObject({
  code: z.literal("not-marked-for-gateway"),
  network: z.string(),
  because: z.enum(["destination-rule", "label", "no-account", "no-sidecar", "peer-authentication"]),
});
const SelectedByOwner = z.strictObject({ namespace: z.string(), name: z.string(), kind: z.enum(["Service", "ServiceEntry"]) });
const SelectedByReason2 = z.strictObject({
  code: z.literal("not-owner"),
  outcome: z.enum(["not-exported", "not-imported", "other-namespace-wins"]),
  owner: z.nullable(SelectedByOwner),
});
const SelectedByReason3 = z.strictObject({ code: z.literal("port-lost"), by: z.enum(["name", "number"]), owner: SelectedByOwner });
const SelectedByReason4 = z.union([
  z.strictObject({ code: z.literal("slice-not-ready") }),
  z.strictObject({ code: z.literal("slice-of-names") }),
  z.strictObject({ code: z.literal("slice-pod-missing"), pod: z.string(), isKnown: z.boolean() }),
  z.strictObject({ code: z.literal("port-name-missing"), missing: z.string() }),
  z.strictObject({ code: z.literal("port-not-served") }),
  z.strictObject({ code: z.literal("round-robin-taken"), by: z.string() }),
  z.strictObject({ code: z.literal("name-taken-by-entry") }),
  z.strictObject({ code: z.literal("port-number-taken"), by: z.string() }),
  z.strictObject({ code: z.literal("other-port-name"), name: z.string(), wanted: z.string() }),
  z.strictObject({ code: z.literal("not-an-ip-address"), address: z.string() }),
  z.strictObject({ code: z.literal("not-in-subset"), subset: z.string() }),
  z.strictObject({ code: z.literal("other-node"), node: z.string() }),
  z.strictObject({ code: z.enum(["draining", "unhealthy-not-sent"]) }),
  z.strictObject({ code: z.literal("no-address"), network: z.string() }),
  z.strictObject({ code: z.literal("socket-beside-gateways") }),
  SelectedByReason,
  z.strictObject({ code: z.literal("gateway-of-other-family"), network: z.string() }),
  z.strictObject({ code: z.literal("network-without-gateway"), network: z.string() }),
  z.strictObject({ code: z.literal("locality-left-out"), locality: z.string() }),
  SelectedByReason2,
  SelectedByReason3,
  z.strictObject({ code: z.literal("depends-on-gateways") }),
  z.strictObject({ code: z.literal("depends-on-families"), network: z.string() }),
  z.strictObject({ code: z.literal("no-list"), owner: z.nullable(SelectedByOwner) }),
]);
const SelectedByOutcomes = z.union([
  z.strictObject({ is: z.literal("sent") }),
  z.strictObject({ is: z.literal("gateway"), gateways: SelectedByGateways }),
  z.strictObject({ is: z.literal("not-sent"), reason: SelectedByReason4 }),
]);
const SelectedByStatus = z.union([
  z.strictObject({ is: z.literal("sent") }),
  z.strictObject({ is: z.literal("gateway"), gateways: SelectedByGateways }),
  z.strictObject({ is: z.literal("not-sent"), reason: SelectedByReason4 }),
  z.strictObject({ is: z.literal("depends"), outcomes: z.array(SelectedByOutcomes) }),
]);
const SelectedByOnOtherPort = z.strictObject({
  code: z.literal("on-other-port"),
  asked: z.number(),
  isDefined: z.boolean(),
  on: z.array(z.number()),
  name: z.string(),
  owner: SelectedByOwner,
});
const SelectedByPorts = z.strictObject({
  name: z.string(),
  number: z.number(),
  target: z.nullable(z.union([z.string(), z.number()])),
  found: z.union([SelectedByFound, z.strictObject({ port: z.null(), missing: z.string() })]),
  spoken: z.nullable(z.enum(["mutual", "plain", "simple"])),
  tls: z.nullable(SelectedByTls),
  isRefused: z.boolean(),
  status: SelectedByStatus,
  onOtherPort: z.nullable(SelectedByOnOtherPort),
});
const SelectedByAgainst = z.strictObject({ code: z.enum(["machine-of-other-revision", "selector-of-other-revision"]), wanted: z.string(), found: z.string() });
const SelectedByAgainst2 = z.strictObject({
  code: z.literal("labels-differ"),
  pairs: z.array(z.strictObject({ key: z.string(), wanted: z.string(), found: z.nullable(z.string()) })),
});
const SelectedByAgainst3 = z.strictObject({
  code: z.enum(["host-name-address", "socket-address"]),
  address: z.string(),
  resolution: z.enum(["DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS", "NONE", "STATIC", "Service"]),
});
const SelectedByAgainst4 = z.union([
  SelectedByAgainst,
  z.strictObject({ code: z.literal("switched-off"), setting: z.string() }),
  z.strictObject({ code: z.literal("no-selector") }),
  z.strictObject({ code: z.literal("empty-selector"), istioVersion: z.nullable(z.string()) }),
  z.strictObject({ code: z.literal("empty-selector-unknown"), versions: z.array(z.string()) }),
  z.strictObject({ code: z.literal("other-namespace"), wanted: z.string(), found: z.string() }),
  SelectedByAgainst2,
  SelectedByAgainst3,
  z.strictObject({ code: z.enum(["headless", "resolution-dynamic", "resolution-none"]) }),
  z.strictObject({ code: z.literal("external-name"), externalName: z.string() }),
  z.strictObject({ code: z.literal("unhealthy"), status: z.string(), message: z.string() }),
  z.strictObject({ code: z.literal("awaiting-first-probe") }),
  z.strictObject({ code: z.literal("draining"), value: z.string() }),
  z.strictObject({ code: z.enum(["pod-deleting", "pod-not-ready", "pod-without-address"]) }),
  z.strictObject({ code: z.literal("pod-finished"), phase: z.string() }),
]);
const SelectedByHosts = z.strictObject({
  selector: SelectedBySelector,
  host: z.string(),
  isOneOfSeveral: z.boolean(),
  caller: z.strictObject({ namespace: z.string(), locality: z.string(), network: z.string() }),
  ports: z.array(SelectedByPorts),
  against: z.array(SelectedByAgainst4),
  rivals: z.array(SelectedBySelector),
});
const SelectedByChange = z.strictObject({ on: z.literal("machine"), set: z.literal("labels"), labels: z.array(z.tuple([z.string(), z.string()])) });
const SelectedByChange2 = z.strictObject({ on: z.literal("machine"), set: z.literal("address"), value: z.string(), isExample: z.literal(true) });
const SelectedByChange3 = z.strictObject({ on: z.literal("machine"), set: z.literal("port"), name: z.string(), value: z.number(), isExample: z.literal(true) });
const SelectedByChange4 = z.strictObject({ on: z.literal("selector"), set: z.literal("selector"), labels: z.array(z.tuple([z.string(), z.string()])) });
const SelectedByChange5 = z.strictObject({
  on: z.literal("selector"),
  set: z.literal("resolution"),
  value: z.enum(["DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS", "NONE", "STATIC"]),
});
const SelectedByChange6 = z.union([
  SelectedByChange,
  z.strictObject({ on: z.literal("machine"), set: z.literal("no-label"), key: z.string() }),
  z.strictObject({ on: z.literal("selector"), set: z.literal("no-label"), key: z.string() }),
  SelectedByChange2,
  SelectedByChange3,
  z.strictObject({ on: z.literal("machine"), set: z.literal("healthy") }),
  z.strictObject({ on: z.literal("machine"), set: z.literal("running-and-ready") }),
  z.strictObject({ on: z.literal("selector"), set: z.literal("namespace"), value: z.string() }),
  SelectedByChange4,
  SelectedByChange5,
  z.strictObject({ on: z.literal("istiod"), set: z.literal("setting"), name: z.string() }),
  z.strictObject({ on: z.literal("selector"), set: z.literal("cluster-ip") }),
]);
const SelectedByNearest = z.strictObject({
  selector: SelectedBySelector,
  host: z.string(),
  refusals: z.array(z.strictObject({ reason: SelectedByAgainst4, change: SelectedByChange6 })),
});
const SelectedByDeed = z.strictObject({
  what: z.literal("takes"),
  mode: z.string(),
  ports: z.array(z.strictObject({ port: z.number(), mode: z.string() })),
  decides: z.boolean(),
});
const SelectedByDeed2 = z.strictObject({
  what: z.literal("calls"),
  host: z.string(),
  tls: z.string(),
  subsets: z.array(z.string()),
  subsetCount: z.number(),
  ejects: z.boolean(),
});
const SelectedByDeed3 = z.union([
  z.strictObject({ what: z.literal("authorizes"), action: z.string(), rules: z.number() }),
  SelectedByDeed,
  z.strictObject({ what: z.literal("knows"), hosts: z.array(z.string()) }),
  SelectedByDeed2,
]);
const SelectedByLines = z.strictObject({
  resource: z.enum(["authorizationpolicies", "destinationrules", "peerauthentications", "sidecars"]),
  namespace: z.string(),
  name: z.string(),
  by: z.enum(["host", "labels", "mesh", "namespace"]),
  deed: SelectedByDeed3,
});
const SelectedByPolicies = z.strictObject({
  lines: z.array(SelectedByLines),
  labelsBy: z.nullable(z.strictObject({ namespace: z.string(), name: z.string() })),
  bundle: z.enum(["group", "unknown"]),
  undecided: z.number(),
});
const SelectedByEntry = z.strictObject({
  hosts: z.array(SelectedByHosts),
  hostsTotal: z.number(),
  hostNames: z.number(),
  objects: z.number(),
  nearest: z.nullable(SelectedByNearest),
  writtenIn: z.array(z.strictObject({ selector: SelectedBySelector, host: z.string() })),
  policies: SelectedByPolicies,
});
const SelectedByMachines = z.strictObject({
  taken: z.number(),
  serving: z.number(),
  inDoubt: z.number(),
  aside: z.number(),
  notReached: z.number(),
  notChecked: z.number(),
});
const SelectedByHosts2 = z.strictObject({
  selector: SelectedBySelector,
  hosts: z.array(z.string()),
  takes: z.number(),
  template: z.nullable(z.array(z.strictObject({ reason: SelectedByAgainst4, change: SelectedByChange6 }))),
  machines: z.nullable(SelectedByMachines),
  pods: z.nullable(z.strictObject({ taken: z.number(), ready: z.number() })),
  inline: z.number(),
  names: z.number(),
  addresses: z.nullable(z.number()),
  zones: z.nullable(z.array(z.strictObject({ zone: z.string(), serving: z.number() }))),
  ejects: z.nullable(z.boolean()),
});
const SelectedByUntakenBy = z.strictObject({ count: z.number(), names: z.array(z.string()), nearest: z.nullable(SelectedByNearest) });
const SelectedByGroup = z.strictObject({
  machines: z.nullable(z.number()),
  hosts: z.array(SelectedByHosts2),
  untaken: z.number(),
  untakenBy: z.array(SelectedByUntakenBy),
  policies: z.nullable(SelectedByPolicies),
});
const SelectedByHead = z.strictObject({
  found: z.boolean(),
  sight: z.nullable(SelectedBySight),
  entry: z.nullable(SelectedByEntry),
  group: z.nullable(SelectedByGroup),
});
const ServiceBecause = z.enum(["auto-mtls-off", "destination-rule", "external", "marks", "peer-authentication", "unmarked-endpoint"]);
const ServiceCallersTls = z.strictObject({ port: z.number(), tls: z.enum(["by-endpoint", "mutual", "plain", "simple"]), because: ServiceBecause });
const ServiceMachines = z.strictObject({
  notChecked: z.number(),
  weight: z.number(),
  taken: z.number(),
  answering: z.number(),
  doubted: z.number(),
  unhealthy: z.number(),
  awaiting: z.number(),
  draining: z.number(),
  others: z.number(),
  depends: z.number(),
  elsewhere: z.number(),
  hostUnknown: z.number(),
  notOwned: z.number(),
  unreachable: z.number(),
});
const ServicePods = z.nullable(z.strictObject({ taken: z.number(), ready: z.number(), weight: z.number(), depends: z.number() }));
const ServiceCopies = z.strictObject({ machines: z.number(), pods: z.number(), inline: z.number(), addresses: z.number() });
const ServiceOf = z.strictObject({ machines: z.number(), pods: z.number(), inline: z.number(), names: z.number(), addresses: z.number() });
const ServiceGroups = z.strictObject({ port: z.nullable(z.number()), of: ServiceOf, version: z.string(), because: z.string() });
const ServicePorts = z.strictObject({ name: z.string(), number: z.number(), protocol: z.string(), groups: z.array(ServiceGroups) });
const ServiceMisses = z.strictObject({
  kind: z.enum(["machine", "pod"]),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  count: z.number(),
  refusals: z.array(z.strictObject({ reason: z.string(), change: z.string() })),
});
const ServiceReason = z.enum([
  "empty-selector",
  "empty-selector-unknown",
  "host-name-address",
  "machine-of-other-revision",
  "selector-of-other-revision",
  "socket-address",
  "switched-off",
]);
const ServiceClaims = z.strictObject({
  outcome: z.string(),
  isOwn: z.boolean(),
  says: z.string(),
  kind: z.enum(["Service", "ServiceEntry"]),
  namespace: z.string(),
  name: z.string(),
});
const ServiceSubsets = z.strictObject({ name: z.string(), labels: z.array(z.strictObject({ key: z.string(), value: z.string() })), of: ServiceOf });
const ServiceParts = z.strictObject({
  part: z.enum(["locality", "namespace", "network"]),
  basis: z.enum(["assumed", "known"]),
  isRead: z.boolean(),
  because: z.string(),
});
const ServiceSteps = z.strictObject({
  locality: z.string(),
  of: ServiceOf,
  gateways: z.array(z.string()),
  behindGateways: ServiceOf,
  share: z.nullable(z.number()),
});
const ServiceSeenFrom = z.strictObject({
  namespace: z.string(),
  locality: z.string(),
  network: z.string(),
  kind: z.enum(["gateway", "outside", "sidecar"]),
  node: z.string(),
  isChosen: z.boolean(),
  parts: z.array(ServiceParts),
  answer: z.enum(["no", "partly", "unknown", "yes"]),
  sentence: z.string(),
  steps: z.array(z.array(ServiceSteps)),
  because: z.array(z.string()),
  port: z.string(),
});
const ServiceChoices = z.strictObject({ namespaces: z.array(z.string()), localities: z.array(z.string()), networks: z.array(z.string()) });
const ServiceDifferences = z.strictObject({
  aspect: z.string(),
  port: z.string(),
  machines: z.array(z.strictObject({ value: z.string(), count: z.number() })),
  pods: z.array(z.strictObject({ value: z.string(), count: z.number() })),
  differs: z.boolean(),
});
const ServiceCompared = z.strictObject({
  machines: z.strictObject({ sent: z.number(), leftOut: z.number() }),
  pods: z.strictObject({ sent: z.number(), leftOut: z.number() }),
});
const ServicePolicies = z.array(z.strictObject({ kind: z.string(), namespace: z.string(), name: z.string(), says: z.string() }));
const ServiceDetail = z.strictObject({
  cluster: z.string(),
  uid: z.string(),
  resourceVersion: z.string(),
  host: z.string(),
  hosts: z.array(z.string()),
  selector: z.nullable(z.array(z.strictObject({ key: z.string(), value: z.string() }))),
  type: z.string(),
  isExternal: z.boolean(),
  callersTls: z.nullable(z.array(ServiceCallersTls)),
  accepted: z.array(z.string()),
  acceptsMore: z.boolean(),
  virtualAddresses: z.strictObject({ written: z.array(z.string()), allocated: z.array(z.string()) }),
  managedBy: z.string(),
  visibility: z.string(),
  isForSidecars: z.boolean(),
  hasUnseenPaths: z.boolean(),
  machines: z.nullable(ServiceMachines),
  pods: ServicePods,
  inline: z.strictObject({ count: z.number(), weight: z.number(), written: z.number(), depends: z.number() }),
  addresses: z.nullable(z.strictObject({ taken: z.number(), ready: z.number(), doubted: z.number() })),
  names: z.number(),
  copies: ServiceCopies,
  owner: z.nullable(z.string()),
  vanished: z.nullable(z.strictObject({ count: z.number(), since: z.nullable(z.number()) })),
  ports: z.array(ServicePorts),
  misses: z.array(ServiceMisses),
  excluded: z.array(z.strictObject({ reason: ServiceReason, machines: z.number(), pods: z.number() })),
  missesMore: z.number(),
  claims: z.array(ServiceClaims),
  isDetermined: z.boolean(),
  subsets: z.array(ServiceSubsets),
  inNoSubset: z.strictObject({ of: ServiceOf, names: z.array(z.string()) }),
  routes: z.array(z.strictObject({ namespace: z.string(), name: z.string(), says: z.string() })),
  seenFrom: ServiceSeenFrom,
  choices: ServiceChoices,
  differences: z.array(ServiceDifferences),
  compared: z.nullable(ServiceCompared),
  policies: ServicePolicies,
  notSeen: z.array(z.string()),
  unseen: z.array(z.string()),
  doubts: z.array(z.string()),
  mode: z.enum(["ambient", "sidecar"]),
  kind: z.enum(["Service", "ServiceEntry"]),
  namespace: z.string(),
  name: z.string(),
});
const ServiceHead = z.strictObject({
  found: z.boolean(),
  nearest: z.array(SelectedBySelector),
  unreadable: z.nullable(z.string()),
  detail: z.nullable(ServiceDetail),
  total: z.number(),
  matched: z.number(),
});
const ServiceTlsByPort = z.strictObject({
  port: z.number(),
  tls: z.enum(["mutual", "plain", "simple"]),
  isRefused: z.boolean(),
  tlsCause: SelectedByBecause,
  gatewayClosed: SelectedByGatewayClosed,
});
const ServiceTlsCause = z.nullable(
  z.enum(["account", "auto-mtls-off", "destination-rule", "external", "label", "no-account", "no-sidecar", "peer-authentication", "unmarked-endpoint"]),
);
const ServiceRow = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  kind: z.enum(["address", "inline", "machine", "name", "pod"]),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  state: FleetState,
  vouched: z.boolean(),
  connectionWhy: z.string(),
  answers: z.enum(["awaiting", "doubt", "draining", "no", "yes"]),
  isLeftOut: z.boolean(),
  why: z.string(),
  address: z.string(),
  ports: z.array(z.nullable(z.number())),
  portsWhy: z.array(z.string()),
  locality: z.string(),
  isPlaced: z.boolean(),
  network: z.string(),
  weight: z.number(),
  tls: z.enum(["", "mutual", "plain", "simple"]),
  isRefused: z.boolean(),
  tlsByPort: z.array(ServiceTlsByPort),
  tlsCause: ServiceTlsCause,
  gatewayClosed: SelectedByGatewayClosed,
  version: z.string(),
});
const ServicesSummary = z.strictObject({
  notSent: z.number(),
  withMachines: z.number(),
  complete: z.number(),
  nobody: z.number(),
  nobodyNames: z.array(z.string()),
  claimedTwice: z.number(),
  unverified: z.number(),
  services: z.number(),
  serviceEntries: z.number(),
  podsUnseen: z.number(),
  addressesUnseen: z.number(),
  pathsUnseen: z.number(),
  isForSidecars: z.boolean(),
});
const ServicesHead = z.strictObject({
  total: z.number(),
  matched: z.number(),
  facets: z.array(EntriesFacets),
  problem: z.nullable(z.string()),
  summary: ServicesSummary,
});
const ServicesKind = z.enum([
  "awaiting",
  "claimed-twice",
  "draining",
  "missing",
  "no-caller",
  "nobody",
  "serves",
  "takes-nobody",
  "unchecked",
  "unknown",
  "unverified",
]);
const ServicesStatus = z.strictObject({
  kind: ServicesKind,
  count: z.number(),
  of: z.number(),
  lacks: z.nullable(z.enum(["addresses", "both", "machines", "pods"])),
  podsSeen: z.boolean(),
});
const ServicesMachines = z.strictObject({
  taken: z.number(),
  serving: z.number(),
  inDoubt: z.number(),
  draining: z.number(),
  awaiting: z.number(),
  notChecked: z.number(),
  elsewhere: z.number(),
  hostUnknown: z.number(),
  notOwned: z.number(),
  unreachable: z.number(),
  depends: z.number(),
});
const ServicesRow = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  uid: z.string(),
  kind: z.enum(["Service", "ServiceEntry"]),
  namespace: z.string(),
  name: z.string(),
  host: z.string(),
  managedBy: z.string(),
  status: ServicesStatus,
  since: z.nullable(z.number()),
  sinceAtLeast: z.boolean(),
  machines: z.nullable(ServicesMachines),
  absent: z.number(),
  pods: z.nullable(z.strictObject({ taken: z.number(), ready: z.number() })),
  inline: z.number(),
  names: z.number(),
  addresses: z.nullable(z.strictObject({ taken: z.number(), ready: z.number(), doubted: z.number() })),
  share: z.nullable(z.number()),
  ports: z.array(z.number()),
  morePorts: z.number(),
  callers: z.nullable(z.array(z.string())),
  moreCallers: z.number(),
  notCallers: z.array(z.string()),
  rivals: z.array(SelectedBySelector),
  moreRivals: z.number(),
  createdAt: z.nullable(z.number()),
  incident: z.optional(z.string()),
});
const UnselectedHead = z.strictObject({
  total: z.number(),
  matched: z.number(),
  machines: z.number(),
  groups: z.number(),
  untold: z.number(),
  told: z.number(),
});
const UnselectedRow = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  group: z.string(),
  machines: z.number(),
  of: z.number(),
  name: z.string(),
  uid: z.string(),
  nearest: z.nullable(z.strictObject({ selector: SelectedBySelector, host: z.string(), why: z.string() })),
  selectors: z.number(),
});
const WhatIfMoments = z.strictObject({
  moment: z.enum(["after-age", "after-grace", "at-once"]),
  span: z.nullable(z.strictObject({ from: z.number(), to: z.number() })),
  dead: z.number(),
});
const WhatIfLeaving = z.strictObject({ grace: z.number(), age: z.number(), withReplica: z.number(), never: z.number(), unknown: z.number() });
const WhatIfLost = z.strictObject({
  machines: z.number(),
  serving: z.number(),
  pods: z.number(),
  knowsPods: z.boolean(),
  inline: z.number(),
  leaving: WhatIfLeaving,
  reconnecting: z.number(),
});
const WhatIfLost2 = z.array(z.strictObject({ cluster: z.string(), name: z.string(), node: z.string(), place: z.string() }));
const WhatIfReplicas = z.strictObject({ lost: WhatIfLost2, left: z.number(), unplaced: z.number(), isVisible: z.boolean() });
const WhatIfGateways = z.strictObject({ cluster: z.string(), network: z.string(), address: z.string(), object: z.string(), isLost: z.nullable(z.boolean()) });
const WhatIfHosts = z.strictObject({
  total: z.number(),
  nobody: z.number(),
  overloaded: z.number(),
  full: z.number(),
  unknown: z.number(),
  carries: z.number(),
  whole: z.number(),
  idle: z.number(),
});
const WhatIfChoices = z.strictObject({
  places: z.array(z.strictObject({ part: z.string(), machines: z.number() })),
  networks: z.array(z.strictObject({ part: z.string(), machines: z.number() })),
});
const WhatIfHead = z.strictObject({
  asOf: z.number(),
  problem: z.nullable(z.string()),
  parts: z.array(z.string()),
  moment: z.enum(["after-age", "after-grace", "at-once"]),
  headroom: z.number(),
  moments: z.array(WhatIfMoments),
  lost: WhatIfLost,
  replicas: WhatIfReplicas,
  gateways: z.array(WhatIfGateways),
  hosts: WhatIfHosts,
  groups: WhatIfHosts,
  groupsShort: z.number(),
  choices: WhatIfChoices,
  assumptions: z.array(z.string()),
  notSeen: z.array(z.string()),
  total: z.number(),
  matched: z.number(),
});
const WhatIfCapacity = z.strictObject({ kind: z.enum(["carries", "full", "idle", "nobody", "overloaded", "unknown", "whole"]), ratio: z.number() });
const WhatIfRow = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  machines: z.strictObject({ before: z.number(), after: z.number() }),
  serving: z.strictObject({ before: z.number(), after: z.number() }),
  doubted: z.strictObject({ before: z.number(), after: z.number() }),
  weight: z.nullable(z.strictObject({ before: z.number(), after: z.number() })),
  expected: z.nullable(z.number()),
  expectedFrom: z.enum(["declared", "elastic", "learned", "range", "unknown", "unreadable"]),
  capacity: WhatIfCapacity,
  dead: z.number(),
  heldByLost: z.number(),
});
const WhatIfMachines = z.strictObject({ before: z.number(), after: z.number(), doubtedBefore: z.number(), doubtedAfter: z.number() });
const WhatIfMove = z.strictObject({
  kind: z.enum(["ejected", "moved", "nobody", "not-yet", "panics", "partly", "unknown", "untouched"]),
  says: z.string(),
  because: z.array(z.string()),
  lostShare: z.number(),
});
const WhatIfRow2 = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  kind: z.enum(["Service", "ServiceEntry"]),
  namespace: z.string(),
  name: z.string(),
  host: z.string(),
  machines: z.nullable(WhatIfMachines),
  pods: z.nullable(z.strictObject({ before: z.number(), after: z.number() })),
  placelessPods: z.number(),
  inline: z.strictObject({ before: z.number(), after: z.number() }),
  addresses: z.nullable(z.number()),
  weight: z.strictObject({ before: z.number(), after: z.number() }),
  capacity: WhatIfCapacity,
  dead: z.number(),
  heldByLost: z.number(),
  move: WhatIfMove,
});
const NetworksUnverified = z.strictObject({ networks: z.array(z.string()), more: z.number(), machines: z.number(), unaddressed: z.number() });
const NetworksGaps = z.strictObject({
  "closed-by-policy": z.number(),
  "empty-address": z.number(),
  "label-differs": z.number(),
  "label-only": z.number(),
  "no-address": z.number(),
  "no-address-here": z.number(),
  "not-marked": z.number(),
});
const NetworksLeavesOut = z.strictObject({ kind: z.enum(["assumed", "denied", "known"]), value: z.boolean(), source: z.string() });
const NetworksMeshes = z.strictObject({
  cluster: z.string(),
  ownNetwork: z.string(),
  isOwnKnown: z.boolean(),
  gateways: z.strictObject({ isComplete: z.boolean(), source: z.string() }),
  leavesOut: NetworksLeavesOut,
  configured: z.strictObject({ kind: z.enum(["assumed", "denied", "known"]), source: z.string() }),
});
const NetworksFound = z.union([
  z.strictObject({ by: z.literal("service"), namespace: z.string(), name: z.string() }),
  z.strictObject({ by: z.literal("kubernetes-gateway"), namespace: z.string(), name: z.string() }),
  z.strictObject({ by: z.literal("mesh-networks"), service: z.string() }),
]);
const NetworksStanding = z.enum([
  "by-its-service",
  "host-name",
  "name-not-resolved",
  "no-address",
  "no-port",
  "service-not-seen",
  "tunnel-for-sidecars",
  "tunnel-only",
  "usable",
]);
const NetworksGateways = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  network: z.string(),
  address: z.string(),
  port: z.nullable(z.number()),
  tunnelPort: z.nullable(z.number()),
  found: NetworksFound,
  standing: NetworksStanding,
  machines: z.number(),
});
const NetworksNodes = z.strictObject({
  id: z.string(),
  kind: z.enum(["callers", "gateway", "more-gateways", "network", "way"]),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  network: z.string(),
  text: z.string(),
});
const NetworksEdges = z.strictObject({ from: z.string(), to: z.string(), way: z.enum(["direct", "gateways", "left-out", "not-known", "unverified"]) });
const NetworksGraph = z.strictObject({
  cluster: z.string(),
  from: z.nullable(z.string()),
  width: z.number(),
  height: z.number(),
  nodes: z.array(NetworksNodes),
  edges: z.array(NetworksEdges),
  undrawn: z.number(),
});
const NetworksGaps2 = z.enum(["closed-by-policy", "empty-address", "label-differs", "label-only", "no-address", "no-address-here", "not-marked"]);
const NetworksGapMachines = z.strictObject({
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  network: z.string(),
  networkLabel: z.string(),
  gaps: z.array(NetworksGaps2),
});
const NetworksUnknownBecause = z.array(z.enum(["bind", "class", "listener-sets", "pods", "scope-setting", "selector", "unseen-gateway"]));
const NetworksCode = z.enum(["auto-mtls-off", "external", "not-covered", "not-exported", "other-owner", "policy", "rule"]);
const NetworksGapHosts = z.strictObject({
  cluster: z.string(),
  kind: z.enum(["Service", "ServiceEntry"]),
  namespace: z.string(),
  name: z.string(),
  host: z.string(),
  machines: z.number(),
  networks: z.array(z.string()),
  gaps: z.array(z.strictObject({ code: NetworksCode, mode: z.string() })),
});
const NetworksResolves = z.strictObject({ cluster: z.string(), as: z.enum(["by-own", "named", "not-defined", "not-visible"]) });
const NetworksAcross = z.strictObject({
  host: z.string(),
  lives: z.array(z.strictObject({ cluster: z.string(), machines: z.number(), groups: z.array(z.string()) })),
  resolves: z.array(NetworksResolves),
});
const NetworksHead = z.strictObject({
  total: z.number(),
  matched: z.number(),
  named: z.number(),
  machines: z.number(),
  unverified: NetworksUnverified,
  leftOut: NetworksUnverified,
  notKnown: z.number(),
  gaps: NetworksGaps,
  meshes: z.array(NetworksMeshes),
  callers: z.array(z.string()),
  gateways: z.array(NetworksGateways),
  moreGateways: z.number(),
  usableGateways: z.number(),
  graph: z.nullable(NetworksGraph),
  gapMachines: z.array(NetworksGapMachines),
  moreGapMachines: z.number(),
  passed: z.nullable(z.array(z.strictObject({ network: z.string(), hosts: z.array(z.string()) }))),
  unknownGateways: z.array(z.string()),
  unknownBecause: NetworksUnknownBecause,
  policiesSeen: z.boolean(),
  gapHosts: z.array(NetworksGapHosts),
  moreGapHosts: z.number(),
  across: z.array(NetworksAcross),
  moreAcross: z.number(),
  podsSeen: z.boolean(),
});
const NetworksBecause = z.enum([
  "ambient",
  "callers-not-known",
  "empty-address",
  "gateway",
  "gateways-not-visible",
  "machines-without-network",
  "no-address",
  "no-gateway",
  "no-gateway-in-mesh",
  "same-network",
  "setting",
  "setting-not-visible",
]);
const NetworksWay = z.strictObject({
  kind: z.enum(["direct", "gateways", "left-out", "not-known", "unverified"]),
  because: NetworksBecause,
  isAssumed: z.boolean(),
});
const NetworksRow = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  network: z.string(),
  machines: z.number(),
  counts: z.array(z.number()),
  unvouched: z.number(),
  serving: z.number(),
  doubted: z.number(),
  pods: z.nullable(z.number()),
  isConfigured: z.boolean(),
  gateways: z.array(z.string()),
  moreGateways: z.number(),
  way: NetworksWay,
  gaps: NetworksGaps,
});
const LocalitiesConcentration = z.strictObject({
  kind: z.enum(["concentrated", "single", "spread"]),
  region: z.string(),
  zone: z.string(),
  share: z.number(),
  threshold: z.number(),
  zones: z.number(),
});
const LocalitiesHead = z.strictObject({
  total: z.number(),
  matched: z.number(),
  facets: z.array(EntriesFacets),
  problem: z.nullable(z.string()),
  nowhere: z.number(),
  weight: z.number(),
  machines: z.number(),
  pods: z.number(),
  regions: z.number(),
  zones: z.number(),
  withoutZone: z.number(),
  odd: z.number(),
  podsUnseen: z.number(),
  placesUnseen: z.number(),
  concentration: z.nullable(LocalitiesConcentration),
});
const LocalitiesRow = z.strictObject({
  id: z.string(),
  level: z.enum(["nowhere", "region", "subzone", "unseen", "zone"]),
  region: z.string(),
  zone: z.string(),
  subzone: z.string(),
  share: z.nullable(z.number()),
  groups: z.number(),
  hosts: z.number(),
  within: z.number(),
  machines: z.number(),
  counts: z.array(z.number()),
  unvouched: z.number(),
  serving: z.number(),
  doubted: z.number(),
  odd: z.number(),
  pods: z.number(),
  podsReady: z.number(),
  weight: z.number(),
});
const SingleZoneHead = z.strictObject({ total: z.number(), matched: z.number(), of: z.number(), two: z.number(), more: z.number(), untold: z.number() });
const SingleZoneHosts = z.strictObject({ host: z.string(), kind: z.enum(["Service", "ServiceEntry"]), namespace: z.string(), name: z.string() });
const SingleZoneRow = z.strictObject({
  id: z.string(),
  of: z.enum(["group", "host"]),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  host: z.string(),
  kind: z.nullable(z.enum(["Service", "ServiceEntry"])),
  region: z.string(),
  zone: z.string(),
  machines: z.number(),
  serving: z.number(),
  doubted: z.number(),
  pods: z.nullable(z.number()),
  podsReady: z.number(),
  weight: z.number(),
  hosts: z.array(SingleZoneHosts),
  moreHosts: z.number(),
  groups: z.array(z.string()),
  moreGroups: z.number(),
});
const ControlPlaneReplicas = z.strictObject({ kind: z.enum(["assumed", "denied", "known"]), running: z.number(), source: z.string() });
const ControlPlaneFullest = z.nullable(z.strictObject({ name: z.string(), held: z.number(), even: z.number(), isUneven: z.boolean() }));
const ControlPlaneRevisions = z.strictObject({ revision: z.string(), running: z.number(), held: z.number(), fullest: ControlPlaneFullest });
const ControlPlaneRate = z.strictObject({
  began: z.number(),
  windowMs: z.number(),
  expected: z.nullable(z.number()),
  kind: z.enum(["expected", "more", "not-known"]),
});
const ControlPlaneFlags = z.strictObject({
  revision: z.string(),
  name: z.string(),
  value: z.string(),
  kind: z.enum(["assumed", "denied", "known"]),
  source: z.string(),
});
const ControlPlaneRejectedConfig = z.strictObject({
  configMap: z.string(),
  key: z.enum(["mesh", "meshNetworks"]),
  by: z.enum(["Stolos", "istiod"]),
  why: z.string(),
  isBeforeKnown: z.boolean(),
});
const ControlPlaneClusters = z.strictObject({
  cluster: z.string(),
  managed: z.number(),
  unmanaged: z.number(),
  held: z.number(),
  overdue: z.number(),
  ghosts: z.number(),
  leaked: z.number(),
  reconnecting: z.number(),
  disconnected: z.number(),
  never: z.number(),
  replicas: ControlPlaneReplicas,
  revisions: z.array(ControlPlaneRevisions),
  maxAge: EntryMaxConnectionAge,
  grace: EntryMaxConnectionAge,
  rate: ControlPlaneRate,
  labels: z.array(z.strictObject({ revision: z.string(), count: z.number() })),
  moreLabels: z.number(),
  flags: z.nullable(z.array(ControlPlaneFlags)),
  rejectedConfig: z.array(ControlPlaneRejectedConfig),
  namespaces: z.enum(["assumed", "denied", "known"]),
});
const ControlPlaneMismatches = z.strictObject({
  cluster: z.string(),
  namespace: z.string(),
  group: z.string(),
  wantedBy: z.enum(["group", "namespace"]),
  wanted: z.string(),
  isUnknown: z.boolean(),
  heldBy: z.array(z.strictObject({ revision: z.string(), count: z.number() })),
  others: z.number(),
});
const ControlPlaneHead = z.strictObject({
  total: z.number(),
  clusters: z.array(ControlPlaneClusters),
  mismatches: z.array(ControlPlaneMismatches),
  moreMismatches: z.number(),
});
const ControlPlaneDoubt = z.nullable(
  z.enum([
    "node-not-known",
    "node-not-ready",
    "node-not-visible",
    "not-ready-node-not-visible",
    "readiness-not-known",
    "replica-not-ready",
    "replica-not-visible",
  ]),
);
const ControlPlaneRow = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  name: z.string(),
  namespace: z.string(),
  revision: z.string(),
  standing: z.enum(["ending", "gone", "in-doubt", "lost", "not-running", "not-visible", "runs"]),
  doubt: ControlPlaneDoubt,
  zone: z.string(),
  node: z.string(),
  runningSince: z.nullable(z.number()),
  deletingAt: z.nullable(z.number()),
  restarts: z.number(),
  counts: z.array(z.number()),
  unvouched: z.number(),
  machines: z.number(),
  held: z.number(),
  overdue: z.number(),
  unverified: z.number(),
  reconnecting: z.number(),
  disconnected: z.number(),
  even: z.nullable(z.number()),
  oldest: z.nullable(z.number()),
  median: z.nullable(z.number()),
  began: z.number(),
  sweep: z.nullable(z.strictObject({ from: z.number(), to: z.number(), assumed: z.boolean() })),
});
const FindingsUntold = z.strictObject({
  cluster: z.string(),
  sources: z.array(z.string()),
  forbidden: z.array(z.string()),
  namespaces: z.array(z.string()),
  count: z.number(),
  of: z.number(),
});
const FindingsRules = z.strictObject({
  code: z.string(),
  rule: z.string(),
  severity: z.enum(["error", "note", "warning"]),
  subject: z.enum(["entry", "group", "host", "mesh", "network", "place", "replica"]),
  total: z.number(),
  matched: z.number(),
  untold: z.array(FindingsUntold),
  untoldSubjects: z.number(),
  untoldSources: z.array(z.string()),
  partial: z.array(z.string()),
});
const FindingsHead = z.strictObject({
  total: z.number(),
  matched: z.number(),
  facets: z.array(EntriesFacets),
  problem: z.nullable(z.string()),
  errors: z.number(),
  warnings: z.number(),
  notes: z.number(),
  rules: z.array(FindingsRules),
  machines: z.number(),
  groups: z.number(),
  hosts: z.number(),
  settled: z.boolean(),
});
const FindingsPatch = z.strictObject({ kind: z.string(), namespace: z.string(), name: z.string(), type: z.literal("merge"), body: z.unknown() });
const FindingsRow = z.strictObject({
  id: z.string(),
  code: z.string(),
  rule: z.string(),
  severity: z.enum(["error", "note", "warning"]),
  cluster: z.string(),
  namespace: z.string(),
  subject: z.enum(["entry", "group", "host", "mesh", "network", "place", "replica"]),
  since: z.nullable(z.strictObject({ at: z.number(), notBefore: z.nullable(z.number()) })),
  objects: z.array(z.strictObject({ kind: z.string(), namespace: z.string(), name: z.string() })),
  moreObjects: z.number(),
  evidence: z.record(z.string(), z.union([z.boolean(), z.string(), z.number(), z.array(z.string())])),
  patch: z.nullable(z.union([FindingsPatch, z.strictObject({ command: z.string() })])),
  noPatchBecause: z.string(),
  mute: z.optional(z.strictObject({ until: z.number(), reason: z.string() })),
});
const FindingsOfHead = z.strictObject({ total: z.number(), settled: z.boolean(), untold: z.number(), unreadableMutes: z.boolean() });
const FoundOnRow = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  subject: z.enum(["entry", "group", "host", "mesh", "network", "place", "replica"]),
  kind: z.string(),
  namespace: z.string(),
  name: z.string(),
  count: z.number(),
  severity: z.enum(["error", "note", "warning"]),
  rules: z.array(z.string()),
});
const GroupFindingsHead = z.strictObject({
  settled: z.boolean(),
  more: z.number(),
  untold: z.array(z.strictObject({ cluster: z.string(), namespace: z.string(), rules: z.number() })),
});
const IncidentsHead = z.strictObject({
  total: z.number(),
  matched: z.number(),
  listed: z.number(),
  next: z.nullable(z.string()),
  hasOlder: z.boolean(),
  open: z.number(),
  recovering: z.number(),
  planned: z.number(),
  longRunning: z.number(),
  over: z.number(),
  facets: z.array(EntriesFacets),
  problem: z.nullable(z.string()),
  since: z.nullable(z.number()),
});
const IncidentsTitle = z.strictObject({
  kind: z.literal("incident-title"),
  state: z.enum(["long-running", "open", "over", "recovering"]),
  cause: FleetCause,
  cluster: z.string(),
  traits: z.array(FleetTraits),
  values: z.array(z.string()),
  groups: z.array(z.string()),
  moreGroups: z.number(),
  groupSize: z.nullable(z.number()),
  machine: z.nullable(z.string()),
  machines: z.number(),
  failed: z.number(),
  lost: z.number(),
  unverified: z.number(),
  peak: z.number(),
  message: z.string(),
  services: z.array(z.string()),
  moreServices: z.number(),
  since: z.number(),
  notBefore: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
  unknownSince: z.nullable(z.number()),
  planned: z.nullable(z.string()),
});
const IncidentsWorst = z.strictObject({ namespace: z.string(), name: z.string(), number: z.number(), total: z.nullable(z.number()) });
const IncidentsRow = z.strictObject({
  id: z.string(),
  state: z.enum(["long-running", "open", "over", "recovering"]),
  stateSince: z.number(),
  tier: z.nullable(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])),
  title: IncidentsTitle,
  services: z.number(),
  plannedUntil: z.nullable(z.number()),
  foundAtStart: z.boolean(),
  worst: z.nullable(IncidentsWorst),
  isPartial: z.boolean(),
});
const IncidentEnds = z.strictObject({ how: z.enum(["accepted", "gone", "quiet", "replaced", "serving", "size-changed"]), machines: z.number() });
const IncidentGroups = z.strictObject({
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  machines: z.number(),
  failed: z.number(),
  lost: z.number(),
  unverified: z.number(),
  accepted: z.number(),
});
const IncidentService = z.strictObject({
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  kind: z.enum(["Service", "ServiceEntry"]),
  host: z.string(),
});
const IncidentServices = z.strictObject({ service: IncidentService, lostLastAt: z.number(), backAt: z.nullable(z.number()) });
const IncidentTraits = z.strictObject({
  separates: z.boolean(),
  trait: FleetTraits,
  value: z.string(),
  bad: z.number(),
  of: z.number(),
  others: z.number(),
  ofOthers: z.number(),
});
const IncidentFields = z.array(z.strictObject({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) }));
const IncidentChanges = z.strictObject({
  cluster: z.string(),
  kind: z.string(),
  namespace: z.string(),
  name: z.string(),
  what: z.string(),
  seenAt: z.number(),
  ownAt: z.nullable(z.number()),
  version: z.nullable(z.string()),
  edit: z.optional(z.strictObject({ fields: IncidentFields, more: z.number(), by: z.string() })),
});
const IncidentCompared = z.strictObject({ trait: FleetTraits, value: z.string(), bad: z.number(), of: z.number(), others: z.number(), ofOthers: z.number() });
const IncidentIstiod = z.strictObject({ answer: z.enum(["cannot-tell", "no-evidence", "yes"]), compared: z.array(IncidentCompared), unverified: z.number() });
const IncidentCompare = z.strictObject({
  bad: z.nullable(z.strictObject({ namespace: z.string(), name: z.string(), address: z.string() })),
  healthy: z.nullable(z.strictObject({ namespace: z.string(), name: z.string(), address: z.string() })),
});
const IncidentDetail = z.strictObject({
  openedAt: z.number(),
  peakAt: z.number(),
  first: z.string(),
  ends: z.array(IncidentEnds),
  lost: z.strictObject({ leastMs: z.number(), mostMs: z.number(), asOf: z.number(), bad: z.number() }),
  groups: z.array(IncidentGroups),
  moreGroups: z.number(),
  services: z.array(IncidentServices),
  moreServices: z.number(),
  traits: z.array(IncidentTraits),
  changes: z.array(IncidentChanges),
  moreChanges: z.number(),
  lastChange: z.nullable(IncidentChanges),
  mayRollBack: z.boolean(),
  istiod: z.nullable(IncidentIstiod),
  istiodNamespace: z.string(),
  compare: z.nullable(IncidentCompare),
  appended: z.array(z.strictObject({ at: z.number(), what: z.string() })),
});
const IncidentHead = z.strictObject({
  movedTo: z.nullable(z.string()),
  row: z.nullable(IncidentsRow),
  detail: z.nullable(IncidentDetail),
  machines: z.number(),
  since: z.nullable(z.number()),
});
const IncidentLeft = z.strictObject({ how: z.enum(["accepted", "gone", "quiet", "replaced", "serving", "size-changed"]), at: z.number(), by: z.string() });
const IncidentRow = z.strictObject({
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  group: z.string(),
  condition: z.enum(["failed", "gone", "lost", "serving", "unverified", "waiting"]),
  failedAt: z.number(),
  message: z.string(),
  cause: z.string(),
  left: z.nullable(IncidentLeft),
});

/** The schemas of the head and of a row of each view, for development and tests. They reject fields that are not declared. */
export const VIEW_SCHEMAS: Readonly<Record<ViewKind, { readonly head: z.ZodMiniType; readonly row: z.ZodMiniType }>> = {
  shell: { head: ShellHead, row: z.never() },
  fleet: { head: FleetHead, row: FleetRow },
  strip: { head: StripHead, row: StripRow },
  groups: { head: z.strictObject({ total: z.number(), matched: z.number(), problem: z.nullable(z.string()) }), row: FleetRow },
  group: { head: z.strictObject({ found: z.boolean(), row: z.nullable(FleetRow), detail: z.nullable(GroupDetail) }), row: z.never() },
  entries: { head: EntriesHead, row: GroupLabelOnly },
  entry: { head: EntryHead, row: z.never() },
  "selected-by": { head: SelectedByHead, row: z.never() },
  service: { head: ServiceHead, row: ServiceRow },
  services: { head: ServicesHead, row: ServicesRow },
  "services-without-endpoint": { head: z.strictObject({ total: z.number(), services: z.number() }), row: ServicesRow },
  unselected: { head: UnselectedHead, row: UnselectedRow },
  "what-if": { head: WhatIfHead, row: z.union([WhatIfRow, WhatIfRow2]) },
  networks: { head: NetworksHead, row: NetworksRow },
  localities: { head: LocalitiesHead, row: LocalitiesRow },
  "single-zone": { head: SingleZoneHead, row: SingleZoneRow },
  "control-plane": { head: ControlPlaneHead, row: ControlPlaneRow },
  findings: { head: FindingsHead, row: FindingsRow },
  "findings-of": { head: FindingsOfHead, row: FindingsRow },
  "found-on": { head: z.strictObject({ settled: z.boolean() }), row: FoundOnRow },
  "group-findings": { head: GroupFindingsHead, row: z.strictObject({ id: z.string(), error: z.number(), warning: z.number(), note: z.number() }) },
  incidents: { head: IncidentsHead, row: IncidentsRow },
  incident: { head: IncidentHead, row: IncidentRow },
  "incidents-of": { head: z.strictObject({ total: z.number() }), row: IncidentsRow },
};
