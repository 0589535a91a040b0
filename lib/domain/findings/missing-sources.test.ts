import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { World } from "@/lib/domain/mesh/world";
import type { MeshSettings } from "@/lib/domain/selection/world";
import type { SourceName } from "@/lib/domain/source/source";
import { anEntry } from "@/lib/testing/entries";
import { subjectsOf } from "@/lib/testing/finding-cases";
import { arbitraryFindingObjects } from "@/lib/testing/finding-worlds";
import { findingsWorld, type ReportedObjects } from "@/lib/testing/findings-world";
import type { FindingsWorld } from "./findings-world";
import { evaluateRuleForSubject, isCannotTell, type Rule, type RuleSubjectKind, type RuleSubjects } from "./rule";
import { RULES } from "./rules";

const DENIED = { kind: "denied", source: "no right" } as const;
const settings = (change: Partial<MeshSettings>) => (objects: ReportedObjects) =>
  objects.mesh === undefined ? objects : { ...objects, mesh: { ...objects.mesh, settings: { ...objects.mesh.settings, ...change } } };
const inWorld = (change: Partial<World>) => (objects: ReportedObjects) =>
  objects.world === undefined ? objects : { ...objects, world: { ...objects.world, ...change } };
const ofKind = (kind: string) => (objects: ReportedObjects) => ({ ...objects, hosts: objects.hosts?.filter((host) => host.kind !== kind) ?? [] });
const DEFAULTS = {
  autoMtls: true,
  outlierByDefault: false,
  serviceExportTo: [],
  locality: { isEnabled: true, distribute: null, failover: [], failoverPriority: [] },
};

/** Worlds without what one source shows, whether it is forbidden, not loaded yet or unknown: nothing of it is there. */
const WITHOUT = {
  workloadgroups: (objects) => ({ ...objects, groups: [] }),
  workloadentries: (objects) => ({ ...objects, entries: [] }),
  "workload-pods": (objects) => ({ ...objects, pods: [] }),
  services: ofKind("Service"),
  serviceentries: ofKind("ServiceEntry"),
  destinationrules: (objects) => ({ ...objects, policies: { ...objects.policies, rules: [] } }),
  peerauthentications: (objects) => ({ ...objects, policies: { ...objects.policies, authentications: [] } }),
  serviceaccounts: (objects) => ({ ...objects, accounts: [] }),
  gateways: (objects) => ({ ...objects, gateways: [] }),
  nodes: settings({ nodeLocalities: new Map() }),
  namespaces: (objects) => {
    const places = objects.world === undefined ? {} : inWorld({ places: { ...objects.world.places, namespaces: DENIED } })(objects);
    return settings({ podNetwork: "", namespaceDistributions: new Map() })({ ...objects, ...places });
  },
  "gateway-services": (objects) => settings({ gateways: [] })(inWorld({ gateways: DENIED })(objects)),
  "istiod-pods": inWorld({ replicas: DENIED, meshes: new Map() }),
  "mesh-config": settings(DEFAULTS),
} satisfies Partial<Record<SourceName, (objects: ReportedObjects) => ReportedObjects>>;
const SOURCES = Object.keys(WITHOUT) as (keyof typeof WITHOUT)[];

/** An entry is reported itself where its group, which is reported instead, is not visible. */
const TRUE_ALL_THE_SAME: ReadonlySet<string> = new Set(["STL129 workloadgroups"]);
const WORLDS = Number(process.env.FINDING_WORLDS ?? 120);

interface Faults {
  /** Rules that find something that they would not find with the source. */
  readonly wrong: Set<string>;
  /** Rules that miss a finding and do not report that there may be more. */
  readonly silent: Set<string>;
}
const FAULTS = new Map<SourceName, Faults>(SOURCES.map((source) => [source, { wrong: new Set(), silent: new Set() }]));
const declares = ({ needs, needsAll = [] }: Rule, source: SourceName) => needs.includes(source) || needsAll.includes(source);

function keysOf(rule: Rule, subject: RuleSubjects[RuleSubjectKind], world: FindingsWorld): ReadonlySet<string> | null {
  const found = evaluateRuleForSubject(rule, subject, world);
  return isCannotTell(found) ? null : new Set(found.map(({ of }) => of ?? ""));
}

function compare(source: keyof typeof WITHOUT, objects: ReportedObjects): void {
  const less: ReportedObjects = { ...WITHOUT[source](objects), unseen: { [source]: "all" } };
  const [full, reduced] = [findingsWorld(objects), findingsWorld(less)];
  for (const rule of RULES as readonly Rule[]) {
    if (declares(rule, source)) continue;
    for (const subject of subjectsOf(rule, less)) {
      const some = keysOf(rule, subject, reduced);
      const all = some === null ? null : keysOf(rule, subject, full);
      if (all === null || some === null) continue;
      if ([...some].some((key) => !all.has(key)) && !TRUE_ALL_THE_SAME.has(`${rule.code} ${source}`)) FAULTS.get(source)?.wrong.add(rule.code);
      if ([...all].some((key) => !some.has(key)) && !rule.betterWith?.includes(source)) FAULTS.get(source)?.silent.add(rule.code);
    }
  }
}

describe.each(SOURCES)("without %s", (source) => {
  it("no rule has a finding that the source refutes, and a rule that misses a finding reports that there may be more", { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(arbitraryFindingObjects, (objects) => compare(source, objects)),
      { numRuns: WORLDS, seed: 5 },
    );
    const faults = FAULTS.get(source);
    expect({ wrong: [...(faults?.wrong ?? [])], silent: [...(faults?.silent ?? [])] }).toEqual({ wrong: [], silent: [] });
  });
});

describe("a source that could refute a finding", () => {
  const rule = (refutedBy: readonly SourceName[]): Rule<"entry"> => ({
    ...{ code: "STL999", name: "test", subject: "entry", severity: "note", needs: [] },
    ...{ noPatchBecause: "test", refutedBy: () => refutedBy, detect: () => [{ objects: [], evidence: {} }] },
  });
  const answer = (refutedBy: readonly SourceName[], unseen: ReportedObjects["unseen"]) => {
    const [subject] = subjectsOf(rule(refutedBy), { entries: ENTRIES });
    return subject === undefined ? null : evaluateRuleForSubject(rule(refutedBy), subject, findingsWorld({ entries: ENTRIES, unseen: unseen ?? {} }));
  };
  const FOUND = [{ objects: [], evidence: {} }];
  it.each<[string, readonly SourceName[], ReportedObjects["unseen"], ReturnType<Rule["detect"]>]>([
    ["leaves the finding if it is visible", ["services"], {}, FOUND],
    ["is not visible", ["services"], { services: "all" }, { cannotTell: ["services"] }],
    ["is not visible in another namespace", ["services"], { services: ["other"] }, FOUND],
    ["is not visible in the namespace", ["services"], { services: ["shop"] }, { cannotTell: ["services"] }],
    ["decides for the whole mesh and is visible in the namespace only", ["namespaces"], { namespaces: ["other"] }, { cannotTell: ["namespaces"] }],
    ["is one of several", ["services", "nodes"], { nodes: "all" }, { cannotTell: ["nodes"] }],
  ])("a source that could refute a finding: %s", (_what, refutedBy, unseen, expected) => expect(answer(refutedBy, unseen)).toEqual(expected));
});

const ENTRIES = [anEntry({ namespace: "shop" })];
