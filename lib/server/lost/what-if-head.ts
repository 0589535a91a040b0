import { formatLostPart, lostPartOfLocality, type WhatIfHead } from "@/lib/contract/views/what-if";
import { type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import type { ServicesAfterLossCounts } from "@/lib/domain/statements/what-if";
import type { UtilizationAfterLoss } from "@/lib/domain/what-if/capacity";
import { LOSS_MOMENTS, type TimeRange } from "@/lib/domain/what-if/leaving";
import { doubtSentence, notSeenSentences } from "@/lib/format/host/not-seen-words";
import { assumptionSentences } from "@/lib/format/lost/assumptions";
import type { WhatIf } from "./what-if";

const MOST_CHOICES = 200;

/** All that is said of a loss beside its rows. */
export function whatIfHead(whatIf: WhatIf, scope: Scope, problem: string | null): Omit<WhatIfHead, "total" | "matched"> {
  const { query, tally, asOf, machines } = whatIf;
  const spans = { "at-once": { from: 0, to: 0 }, "after-grace": relative(tally.graceSpan, asOf), "after-age": relative(tally.ageSpan, asOf) };
  const gateways = [...whatIf.gateways].flatMap(([cluster, all]) => (all ?? []).map((gateway) => ({ ...gateway, cluster })));
  const { grace, age, withReplica, never, unknown } = tally;
  return {
    ...{ asOf, problem, moment: query.moment, headroom: query.headroom, parts: query.parts.map(formatLostPart) },
    moments: LOSS_MOMENTS.map((moment) => ({ moment, span: spans[moment], dead: whatIf.deadAt(moment) })),
    lost: {
      ...{ machines: machines.all.size, serving: whatIf.leaving.size, pods: whatIf.takenPods.length, knowsPods: whatIf.knowsPods },
      inline: whatIf.inlineLost,
      ...{ leaving: { grace, age, withReplica, never, unknown }, reconnecting: whatIf.reconnecting },
    },
    replicas: replicasOf(whatIf),
    gateways: gateways.map(({ cluster, network, address, object, isLost }) => ({ cluster, network, address, object, isLost })),
    hosts: countsOf(whatIf.hosts.map(({ loss }) => loss.capacity)),
    groups: countsOf(whatIf.groups.map(({ capacity }) => capacity)),
    groupsShort: whatIf.groups.filter(({ machines: { before, after }, expected }) => expected !== null && after < expected && after < before).length,
    choices: {
      places: choices(machines.places, (place) => formatLostPart(lostPartOfLocality(place))),
      networks: choices(machines.networks, (network) => formatLostPart({ kind: "network", network })),
    },
    assumptions: [
      ...assumptionSentences({
        ...{ headroom: query.headroom, graceSpan: spans["after-grace"], ageSpan: spans["after-age"], isAgeAssumed: tally.isAgeAssumed },
        hasSets: query.parts.some(({ kind }) => kind === "set"),
        hasGateways: gateways.length > 0,
        unplacedGateways: gateways.filter(({ isLost }) => isLost === null).length,
      }),
    ],
    notSeen: notSeenOf(whatIf, scope),
  };
}

function relative(span: TimeRange | null, asOf: number): TimeRange | null {
  return span === null ? null : { from: span.from - asOf, to: span.to - asOf };
}

function replicasOf({ replicas }: WhatIf): WhatIfHead["replicas"] {
  const all = [...replicas];
  return {
    lost: all.flatMap(([cluster, { lost, placeOf }]) => lost.map((replica) => ({ cluster, name: replica.name, node: replica.node, place: placeOf(replica) }))),
    left: all.reduce((sum, [, { left }]) => sum + left, 0),
    unplaced: all.reduce((sum, [, { unplaced }]) => sum + unplaced, 0),
    isVisible: all.every(([, { isVisible }]) => isVisible),
  };
}

function countsOf(all: readonly UtilizationAfterLoss[]): ServicesAfterLossCounts {
  const counts = { total: all.length, nobody: 0, overloaded: 0, full: 0, unknown: 0, carries: 0, whole: 0, idle: 0 };
  for (const { kind } of all) counts[kind] += 1;
  return counts;
}

/** Those with most machines first. */
function choices(counts: ReadonlyMap<string, number>, spelled: (value: string) => string): { part: string; machines: number }[] {
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return sorted.slice(0, MOST_CHOICES).map(([value, machines]) => ({ part: spelled(value), machines }));
}

/** What is out of sight and may make it otherwise. */
function notSeenOf(whatIf: WhatIf, scope: Scope): string[] {
  const said = whatIf.clusters.flatMap((cluster) => {
    const { missing, doubts } = whatIf.seenOf(cluster);
    const isAllowed = (source: (typeof missing)[number]["source"]) => visibleNamespacesOfSource(scope, cluster, source) === "all";
    const unseen = missing.filter(({ source }) => TELLS.has(source)).map(({ source, seen }) => ({ source, seen, isAllowed: isAllowed(source) }));
    const replicas = whatIf.replicas.get(cluster);
    return [
      ...notSeenSentences(unseen),
      replicas?.isVisible === false ? "istiod's Pods are not visible: nobody can tell which machines die with the replica that holds them." : "",
      replicas !== undefined && replicas.unplaced > 0 ? "Where istiod's replicas stand is not known: their Nodes' labels are not visible." : "",
      whatIf.gateways.get(cluster) === null ? "Gateways between networks are not visible to you." : "",
      ...doubts.filter(({ setting }) => DECIDES.has(setting)).map(doubtSentence),
    ];
  });
  const pods = whatIf.pods.unplaced.size === 0 ? "" : "The places of Pods are not known: their Nodes' labels are not visible. They count as there.";
  return [...new Set([...said, pods])].filter((sentence) => sentence !== "");
}

/** Sources without which an answer may be another one. */
const TELLS: ReadonlySet<string> = new Set(["workloadentries", "workload-pods", "services", "serviceentries", "destinationrules"]);
/** Settings of the mesh that a loss is told by. */
const DECIDES: ReadonlySet<string> = new Set(["all", "revision", "locality", "zoneAware", "gateways", "networks", "outlierByDefault", "nodeLocalities"]);
