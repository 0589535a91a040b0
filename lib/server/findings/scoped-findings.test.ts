import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { addressLeadsElsewhere } from "@/lib/domain/findings/entries/addresses";
import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { RULES as PRODUCT_RULES } from "@/lib/domain/findings/rules";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { World } from "@/lib/domain/mesh/world";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import type { StoredMeshService, StoredPod } from "@/lib/domain/selection/objects";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import { atMost } from "@/lib/server/derive/evaluations";
import { type LiveFleet, liveFleet } from "@/lib/server/fleet/live-fleet";
import { meshInSight } from "@/lib/server/hosts/mesh-of";
import { aGroup, ago, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { arbitraryHostEntry, arbitraryHostMachine, arbitraryHostPod, arbitraryHostService, arbitraryHostWorld } from "@/lib/testing/host-worlds";
import { aHostEntry, aService, aTablePod, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { plainFindings, toldText } from "@/lib/testing/plain-findings";
import { PROBE_RULES } from "@/lib/testing/probe-rules";
import { anInlineEndpoint } from "@/lib/testing/selection";
import type { AnyRule } from "./finding";
import { ScopedFindings } from "./scoped-findings";
import { seesSource, worldInSight } from "./sight-of-cluster";

const RULES = PROBE_RULES as readonly AnyRule[];
const RULES_OF_PRODUCT: readonly AnyRule[] = PRODUCT_RULES;
const NAMESPACES = ["shop", "legacy"];

type Step =
  | { readonly kind: "machine"; readonly value: WorkloadEntry }
  | { readonly kind: "selector"; readonly value: StoredMeshService }
  | { readonly kind: "pod"; readonly value: StoredPod }
  | { readonly kind: "world"; readonly value: World }
  | { readonly kind: "group"; readonly value: WorkloadGroup }
  | { readonly kind: "remove"; readonly what: "machine" | "pod" | "Service" | "ServiceEntry" | "group"; readonly n: number }
  | { readonly kind: "pods seen"; readonly namespace: string; readonly seen: boolean }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "slice" };

const group = fc.record({ namespace: fc.constantFrom(...NAMESPACES), name: fc.constantFrom("checkout", "other"), version: fc.nat({ max: 1_000 }) });
const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: arbitraryHostMachine.map((value) => ({ kind: "machine" as const, value })) },
  { weight: 4, arbitrary: fc.oneof(arbitraryHostService, arbitraryHostEntry).map((value) => ({ kind: "selector" as const, value })) },
  { weight: 2, arbitrary: arbitraryHostPod.map((value) => ({ kind: "pod" as const, value })) },
  { weight: 1, arbitrary: arbitraryHostWorld.map((value) => ({ kind: "world" as const, value })) },
  {
    weight: 2,
    arbitrary: group.map(({ namespace, name, version }) => ({
      kind: "group" as const,
      value: aGroup({ uid: `${namespace}-${name}`, namespace, name, resourceVersion: String(version) }),
    })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("remove" as const),
      what: fc.constantFrom("machine" as const, "pod" as const, "Service" as const, "ServiceEntry" as const, "group" as const),
      n: fc.nat({ max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pods seen" as const), namespace: fc.constantFrom(...NAMESPACES), seen: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.nat({ max: 3_600_000 }) }) },
  { weight: 4, arbitrary: fc.constant<Step>({ kind: "slice" }) },
);

/** A fleet to which steps are played, while findings follow it in slices. */
function played(scope: Scope, hasGroups = true) {
  let now = NOW;
  const fleet = liveFleet([HOSTS_CLUSTER], () => now);
  for (const source of ["services", "serviceentries", "destinationrules", "sidecars", "peerauthentications", "virtualservices"] as const)
    fleet.setFreshness(HOSTS_CLUSTER, source, "*", { kind: "live", asOf: NOW });
  for (const namespace of NAMESPACES) fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", namespace, { kind: "live", asOf: NOW });
  fleet.setFreshness(HOSTS_CLUSTER, "endpointslices", "*", { kind: "live", asOf: NOW });
  // Pods are watched where machines or groups are.
  if (hasGroups) for (const namespace of NAMESPACES) fleet.store.upsertGroup(aGroup({ uid: `${namespace}-steady`, namespace, name: "steady" }));
  const findings = new ScopedFindings(fleet, scope, RULES);
  const play = (step: Step) => {
    if (step.kind === "wait") {
      now += step.ms;
      fleet.store.tick(now);
    } else if (step.kind === "slice") findings.run(now, atMost(3));
    else write(fleet, step, now);
  };
  return { fleet, findings, play, now: () => now };
}

/** Runs findings as slices do: only if they say that something is due. */
function runDue(findings: ScopedFindings, now: number): void {
  for (let runs = 0; findings.next !== null && findings.next <= now; runs++) {
    if (runs === 1_000) throw new Error("The findings never settle.");
    findings.run(now);
  }
}

function write(fleet: LiveFleet, step: Exclude<Step, { kind: "wait" | "slice" }>, now: number): void {
  switch (step.kind) {
    case "machine":
      // As in Kubernetes, an object of another namespace has another uid.
      fleet.store.upsertEntry({ ...step.value, uid: `${step.value.namespace}-${step.value.uid}` }, now, "seen");
      break;
    case "selector":
      fleet.tables[step.value.kind].upsert(step.value as never);
      break;
    case "pod":
      fleet.tables["workload-pods"].upsert(step.value);
      break;
    case "world":
      fleet.store.setWorld(step.value, now);
      break;
    case "group":
      fleet.store.upsertGroup(step.value);
      break;
    case "pods seen":
      fleet.setFreshness(
        HOSTS_CLUSTER,
        "workload-pods",
        step.namespace,
        step.seen ? { kind: "live", asOf: now } : ({ kind: "denied", asOf: null, reason: "" } as never),
      );
      break;
    case "remove":
      remove(fleet, step, now);
  }
}

function remove(fleet: LiveFleet, { what, n }: Extract<Step, { kind: "remove" }>, now: number): void {
  if (what === "machine") {
    for (const namespace of NAMESPACES) fleet.store.removeEntry(HOSTS_CLUSTER, `${namespace}-vm-${n}`, now, "seen");
    return;
  }
  if (what === "group") {
    const [namespace = "", name] = [NAMESPACES[n % 2], n < 3 ? "checkout" : "other"];
    return fleet.store.removeGroup(HOSTS_CLUSTER, namespace, name, `${namespace}-${name}`);
  }
  const table = { pod: "workload-pods", Service: "services", ServiceEntry: "serviceentries" } as const;
  for (const namespace of NAMESPACES)
    fleet.tables[table[what]].remove(HOSTS_CLUSTER, what === "pod" ? `Pod/${namespace}/vm-${n}` : `${what}/${namespace}/s-${n}`);
}

/** Everything that was found, as sorted texts; of networks those that entries name. */
function told({ store, fleet, scope }: ScopedFindings): readonly string[] {
  const seen = [...fleet.entries()].filter((ref) => isInScope(scope, HOSTS_CLUSTER, "workloadentries", fleet.groupOf(ref).place.namespace));
  const used = new Set(seen.map((ref) => fleet.endpoint(ref).network));
  const shown = [...store.all()].filter(({ subject }) => subject.kind !== "network" || used.has(subject.key));
  return shown.map(({ rule, subject, detected }) => toldText(rule, subject.key, detected)).sort();
}

/** The same from plain lists of what a scope sees. */
function plain(fleet: LiveFleet, scope: Scope, now: number): readonly string[] {
  const isSeen = (kind: Parameters<typeof isInScope>[2]) => (one: { readonly namespace: string }) => isInScope(scope, HOSTS_CLUSTER, kind, one.namespace);
  const { tables } = fleet;
  const world = fleet.worldOf(HOSTS_CLUSTER);
  const unseenPods = NAMESPACES.filter((namespace) => !fleet.sees(HOSTS_CLUSTER, "workload-pods", namespace) || !isSeen("pods")({ namespace }));
  const unseenEntries = NAMESPACES.filter((namespace) => !isSeen("workloadentries")({ namespace }));
  return plainFindings(
    {
      entries: [...fleet.entries()].map((ref) => fleet.entry(ref)).filter(isSeen("workloadentries")),
      groups: [...fleet.groups()].flatMap(({ object }) => object ?? []).filter(isSeen("workloadgroups")),
      hosts: [...[...tables.services.values()].filter(isSeen("services")), ...[...tables.serviceentries.values()].filter(isSeen("serviceentries"))].flatMap(
        ({ parsed }) => parsed ?? [],
      ),
      pods: [...tables["workload-pods"].values()].filter(isSeen("pods")).filter(({ namespace }) => !unseenPods.includes(namespace)),
      world: worldInSight(world, scope),
      judgedBy: world,
      mesh: meshInSight(world, scope),
      now,
      pasts: new Map([...fleet.entries()].map((ref) => [fleet.identityOf(ref).uid, fleet.entryMemory.of(ref)])),
      unseen: { "workload-pods": unseenPods, workloadentries: unseenEntries },
    },
    PROBE_RULES,
  );
}

const SCOPES = [
  hostScope(),
  hostScope({ workloadentries: ["shop"], pods: ["shop"] }),
  hostScope({ services: ["legacy"], workloadgroups: ["legacy"], serviceentries: [] }),
];
const steps = fc.array(arbitraryStep, { minLength: 1, maxLength: 25 });

describe("findings that follow a fleet", () => {
  it("are those that asking every rule about everything gives, whatever happened, for whoever looks, in whatever slices", () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...SCOPES), (all, scope) => {
        const { fleet, findings, play, now } = played(scope);
        for (const step of all) play(step);
        findings.settle(now());
        const anew = new ScopedFindings(fleet, scope, RULES);
        anew.settle(now());
        expect(told(findings)).toEqual(told(anew));
      }),
      { numRuns: 100 },
    );
  });

  it("are complete two seconds after each change, if readers only wait for the next due time", () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...SCOPES), fc.boolean(), (all, scope, hasGroups) => {
        const { fleet, play, now } = played(scope, hasGroups);
        const followed = [RULES, RULES_OF_PRODUCT].map((rules) => ({ rules, findings: new ScopedFindings(fleet, scope, rules) }));
        // Time alone changes verdicts, too.
        let changedAt = now();
        const changed = () => {
          changedAt = now();
        };
        fleet.subscribe({ entering: changed });
        for (const step of all) {
          if (step.kind !== "slice") play(step);
          changed();
          while (now() - changedAt < 2_000) {
            play({ kind: "wait", ms: 250 });
            for (const { findings } of followed) runDue(findings, now());
          }
          for (const { rules, findings } of followed) {
            const anew = new ScopedFindings(fleet, scope, rules);
            anew.settle(now());
            expect(told(findings)).toEqual(told(anew));
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it("follow the Pods of a namespace that become visible or not, when nothing else changes", () => {
    const { fleet, play, now } = played(hostScope(), false);
    const findings = new ScopedFindings(fleet, hostScope(), RULES);
    const shown = () => {
      runDue(findings, now());
      return told(findings).filter((text) => text.startsWith("mesh-pods-at ") && text.includes("shop/vm-0")).length;
    };
    play({ kind: "pod", value: aTablePod({ namespace: "shop", name: "vm-0", address: "10.1.0.1" }) });
    const before = shown();
    play({ kind: "pods seen", namespace: "shop", seen: false });
    const hidden = shown();
    play({ kind: "pods seen", namespace: "shop", seen: true });
    expect([before, hidden, shown()]).toEqual([1, 0, 1]);
    findings.close();
  });

  it("include services of a namespace that has one hand-written entry and no group since before they began", () => {
    const { fleet, now } = played(hostScope(), false);
    fleet.store.upsertEntry(
      anEntry({ cluster: HOSTS_CLUSTER, namespace: "shop", uid: "alone", name: "alone", registrationGroup: "", owner: null }),
      now(),
      "seen",
    );
    fleet.tables.serviceentries.upsert(aHostEntry({ name: "skips", hosts: ["skips.example"], selector: [["app", "nearly"]], resolution: "NONE" }) as never);
    const findings = new ScopedFindings(fleet, hostScope(), RULES_OF_PRODUCT);
    findings.settle(now());
    expect([...findings.store.about(HOSTS_CLUSTER, "ServiceEntry", "shop", "skips")].map(({ rule }) => rule.code)).toContain("STL307");
    findings.close();
  });

  it("are those that plain lists of the same objects give", () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...SCOPES), (all, scope) => {
        const { fleet, findings, play, now } = played(scope);
        for (const step of all) play(step);
        findings.settle(now());
        expect(told(findings)).toEqual(plain(fleet, scope, now()));
      }),
      { numRuns: 100 },
    );
  });

  it("ask again who read Pods at another address than their own, when one comes there", () => {
    const { fleet, findings, now } = played(hostScope());
    const read = () => {
      findings.settle(now());
      return told(findings).filter((text) => text.startsWith("entry-pods-at "));
    };
    fleet.store.upsertEntry(anEntry({ cluster: HOSTS_CLUSTER, address: "10.0.0.1" }), now(), "seen");
    const before = read();
    fleet.tables["workload-pods"].upsert(aTablePod({ address: "10.1.0.1" }));
    const after = read();
    expect([before, after].map(([text = ""]) => text.includes("10.1.0.1") || text.includes("shop/"))).toEqual([false, true]);
  });

  it("ask a rule about a group again when the health of a machine changes, and not when the machine reconnects", () => {
    let asked = 0;
    const [probe] = PROBE_RULES.filter(({ name }) => name === "group-members");
    const rule = {
      ...probe,
      detect: (group: WorkloadGroup, world: FindingsWorld) => {
        asked += [...world.membersOf(group), ...world.membersIn(group.namespace).entries].length;
        return [];
      },
    } as unknown as AnyRule;
    const { fleet, play, now } = played(hostScope());
    const all = new ScopedFindings(fleet, hostScope(), [rule]);
    const askedBy = (change: Partial<WorkloadEntry>) => {
      asked = 0;
      const steady = { cluster: HOSTS_CLUSTER, namespace: "shop", registrationGroup: "steady" };
      fleet.store.upsertEntry(anEntry({ ...steady, resourceVersion: String(now()), ...change }), now(), "seen");
      play({ kind: "wait", ms: 2_000 });
      all.settle(now());
      return asked > 0;
    };
    const changes: readonly Partial<WorkloadEntry>[] = [
      {},
      { connectedAt: ago(0), controller: "istiod-b" },
      { health: aReport("False", "connection refused") },
    ];
    expect(changes.map(askedBy)).toEqual([true, false, true]);
  });

  it("check the inline endpoints of a ServiceEntry in a namespace without machines, also if it is there from the start", () => {
    const inline = aHostEntry({ namespace: "elsewhere", name: "db", selector: null, endpoints: [anInlineEndpoint({ address: "127.0.0.1" })] });
    const found = (all: ScopedFindings, now: number) => {
      all.settle(now);
      return [...all.store.all()].filter(({ rule }) => rule.name === "endpoint-not-of-a-machine").map(({ detected }) => detected.of);
    };
    const { fleet, now } = played(hostScope());
    const all = new ScopedFindings(fleet, hostScope());
    const before = found(all, now());
    fleet.tables.serviceentries.upsert(inline as never);
    const after = found(all, now());
    const anew = found(new ScopedFindings(fleet, hostScope()), now());
    fleet.tables.serviceentries.upsert(aHostEntry({ namespace: "elsewhere", name: "db", selector: null }, "2") as never);
    expect([before, after, anew, found(all, now())]).toEqual([[], ["127.0.0.1"], ["127.0.0.1"], []]);
  });

  it.each(["10.96.0.9", "::ffff:10.96.0.9"])("follow a Service that gets and loses the address %s of an entry as its cluster IP", (address) => {
    const { fleet, play, now } = played(hostScope());
    const all = new ScopedFindings(fleet, hostScope(), [addressLeadsElsewhere]);
    const found = () => {
      play({ kind: "wait", ms: 2_000 });
      all.settle(now());
      return [...all.store.all()].map(({ detected }) => detected.evidence.services);
    };
    fleet.store.upsertEntry(anEntry({ cluster: HOSTS_CLUSTER, address, network: "" }), now(), "seen");
    const before = found();
    const service = aService({ name: "api", clusterAddresses: ["10.96.0.9"] });
    fleet.tables.services.upsert(service as never);
    const after = found();
    fleet.tables.services.remove(HOSTS_CLUSTER, service.uid);
    expect([before, after, found()]).toEqual([[], [["shop/api"]], []]);
  });

  it("cannot tell of istiod's Pods to whoever sees Pods of other namespaces only", () => {
    const { fleet } = played(hostScope());
    fleet.store.setWorld(aWorld(), NOW);
    const sees = (pods: "all" | readonly string[]) => seesSource(fleet, hostScope({ pods }), HOSTS_CLUSTER, "istiod-pods");
    expect([sees("all"), sees(["istio-system"]), sees(["shop"]), sees([])]).toEqual([true, true, false, false]);
  });

  it("ask again about a machine whose entry before this one turns out to have been draining, and forget it a day later", () => {
    const { fleet, findings, play, now } = played(hostScope());
    const lost = new ScopedFindings(fleet, hostScope());
    const register = (uid: string, own: Partial<WorkloadEntry> = {}) =>
      fleet.store.upsertEntry(anEntry({ cluster: HOSTS_CLUSTER, uid, name: "vm", createdAt: NOW, ...own }), now(), "seen");
    const read = () => {
      lost.settle(now());
      return [...lost.store.all()].filter(({ rule }) => rule.name === "drain-lost").map(({ subject }) => subject.key);
    };
    register("a", { metadataLabels: [["istio.io/draining", "true"]], createdAt: NOW - 1 });
    register("b");
    const before = read();
    fleet.store.removeEntry(HOSTS_CLUSTER, "a", now(), "found");
    const after = read();
    play({ kind: "wait", ms: 24 * 3_600_000 });
    expect([before, after, read()]).toEqual([[], ["b"], []]);
    findings.close();
  });

  it("say that their object mutes them, from the moment that its annotation does", () => {
    const { fleet, findings, now } = played(hostScope());
    const all = new ScopedFindings(fleet, hostScope());
    const bare = anEntry({ cluster: HOSTS_CLUSTER, namespace: "shop", uid: "muted", name: "muted", address: "", network: "", serviceAccount: "" });
    const mutes = () => {
      all.settle(now());
      return [...all.store.about(HOSTS_CLUSTER, "WorkloadEntry", "shop", "muted")].map(({ rule, mute }) => [rule.code, mute?.reason ?? ""]);
    };
    fleet.store.upsertEntry(bare, now(), "seen");
    const before = mutes();
    const [code = ""] = before[0] ?? [];
    expect(before.length).toBeGreaterThan(0);
    expect(before.map(([, reason]) => reason)).toEqual(before.map(() => ""));
    const mutedFindings = JSON.stringify([{ code, until: "2099-01-01T00:00:00Z", reason: "known" }]);
    fleet.store.upsertEntry({ ...bare, mutedFindings, resourceVersion: "1201" }, now(), "seen");
    expect(mutes()).toEqual(before.map(([one]) => [one, one === code ? "known" : ""]));
    findings.close();
  });

  it.each([
    [
      "Service",
      aService({
        name: "lonely",
        selector: [
          ["app", "nearly"],
          ["tier", "other"],
        ],
      }),
    ],
    ["ServiceEntry", aHostEntry({ name: "lonely", hosts: ["lonely.example"], selector: [["app", "nearly"]], resolution: "NONE" })],
  ])("say that their %s mutes them, and that it does no more", (kind, bare) => {
    const { fleet, findings, now } = played(hostScope());
    const all = new ScopedFindings(fleet, hostScope());
    const nearly = { namespace: "shop", uid: "nearly", name: "nearly", specLabels: [["app", "nearly"]], metadataLabels: [] } as const;
    fleet.store.upsertEntry(anEntry({ cluster: HOSTS_CLUSTER, ...nearly }), now(), "seen");
    const put = (object: StoredMeshService) => (kind === "Service" ? fleet.tables.services : fleet.tables.serviceentries).upsert(object as never);
    const mutes = () => {
      all.settle(now());
      return [...all.store.about(HOSTS_CLUSTER, kind, "shop", "lonely")].map(({ rule, mute }) => [rule.code, mute?.reason ?? ""]);
    };
    put(bare);
    const before = mutes();
    const [code = ""] = before[0] ?? [];
    expect(before.length).toBeGreaterThan(0);
    expect(before.map(([, reason]) => reason)).toEqual(before.map(() => ""));
    put({ ...bare, mutedFindings: JSON.stringify([{ code, until: "2099-01-01T00:00:00Z", reason: "known" }]), resourceVersion: "2" });
    expect(mutes()).toEqual(before.map(([one]) => [one, one === code ? "known" : ""]));
    put({ ...bare, resourceVersion: "3" });
    expect(mutes()).toEqual(before);
    findings.close();
  });

  it("follow what istiod reports in the status of an object", () => {
    const { fleet, findings, now } = played(hostScope());
    const all = new ScopedFindings(fleet, hostScope());
    const entry = anEntry({ cluster: HOSTS_CLUSTER, namespace: "shop", uid: "reported", name: "reported" });
    const service = aHostEntry({ name: "reported" });
    const istiodStatus = '[[["WaypointBound","False","R","not ready",null]],[]]';
    const codes = () => {
      all.settle(now());
      const of = (kind: string) => [...all.store.about(HOSTS_CLUSTER, kind, "shop", "reported")].map(({ rule }) => rule.code);
      return [of("WorkloadEntry").includes("STL131"), of("ServiceEntry").includes("STL325")];
    };
    fleet.store.upsertEntry(entry, now(), "seen");
    fleet.tables.serviceentries.upsert(service as never);
    const before = codes();
    fleet.store.upsertEntry({ ...entry, istiodStatus, resourceVersion: "1201" }, now(), "seen");
    fleet.tables.serviceentries.upsert({ ...service, istiodStatus, resourceVersion: "2" } as never);
    const reported = codes();
    fleet.store.upsertEntry({ ...entry, resourceVersion: "1202" }, now(), "seen");
    fleet.tables.serviceentries.upsert({ ...service, resourceVersion: "3" } as never);
    expect([before, reported, codes()]).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ]);
    findings.close();
  });

  it("ask again who read a ServiceAccount, when one comes or goes that the scope sees", () => {
    const sees = (namespaces: "all" | readonly string[]) => {
      const { fleet, findings, now } = played(hostScope({ serviceaccounts: namespaces }));
      const table = fleet.tables.serviceaccounts;
      const read = () => {
        findings.settle(now());
        return told(findings).filter((text) => text.startsWith("group-account "));
      };
      const before = read();
      for (const namespace of NAMESPACES) table.upsert(anAccount(namespace));
      const after = read();
      for (const namespace of NAMESPACES) table.remove(HOSTS_CLUSTER, anAccount(namespace).uid);
      return [before, after, read()].map((texts) => texts.filter((text) => text.includes('"true"')).length);
    };
    expect([sees("all"), sees(["shop"]), sees([])]).toEqual([
      [0, 2, 0],
      [0, 1, 0],
      [0, 0, 0],
    ]);
  });
});

function anAccount(namespace: string): IndexedTableObject {
  const identity = { cluster: HOSTS_CLUSTER, kind: "serviceaccounts", uid: `${namespace}-web`, namespace, name: "web", resourceVersion: "1" } as const;
  return { ...identity, createdAt: NOW, unreadable: null };
}
