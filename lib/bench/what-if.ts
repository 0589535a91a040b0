import { parseWhatIf } from "@/lib/contract/views/what-if";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { WhatIf } from "@/lib/server/lost/what-if";
import { whatIfHead } from "@/lib/server/lost/what-if-head";
import { hostRows } from "@/lib/server/lost/what-if-rows";
import { atMost, percentile, print, told } from "@/lib/testing/figures";
import { type Indexed, indexed } from "./host-index";

const HOSTS = 1_000;
const ROUNDS = 14;
const WARM_ROUNDS = 4;
const FIRST_PAGE = 60;
const TENTH = 10;
/** From this size on the cost beside a tenth of it is held to a goal. */
const HELD_FROM = 100_000;

/** A fifth of all machines stand in the zone, and everything is in sight. */
const QUESTION = "lost=zone:eu-west-1/eu-west-1a&moment=after-grace";
const KINDS: readonly WatchedKind[] = ["workloadentries", "workloadgroups", "services", "serviceentries", "destinationrules", "pods", "nodes"];
const SCOPE = scopeFromPermissions(new Map([["prod-eu", new Map(KINDS.map((kind) => [kind, "all"] as const))]]));

/** P17: a zone that is lost, from the question to the head, the first page of hosts and every group, beside a tenth of the fleet in the same run. */
export function whatIf(entries: number): void {
  const base = { part: "P17", entries };
  const metric = `a lost zone among ${HOSTS} hosts: counts, head and first page`;
  const [large, small] = [indexed(entries), indexed(Math.max(TENTH, entries / TENTH))];
  const [own, tenth]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const costs = [large, small].map(answered);
    if (round < WARM_ROUNDS) continue;
    own.push(costs[0] ?? Number.NaN);
    tenth.push(costs[1] ?? Number.NaN);
  }
  print(told({ ...base, metric: `${metric}, p50`, value: percentile(own, 0.5), unit: "ms" }));
  const ratio = { ...base, metric: `${metric} ÷ the same at a tenth of the machines`, value: percentile(own, 0.5) / percentile(tenth, 0.5), unit: "" };
  print(entries >= HELD_FROM ? atMost(12, ratio) : told(ratio));
}

/** Milliseconds of CPU for one answer. */
function answered({ fleet }: Indexed): number {
  const before = process.cpuUsage();
  const made = new WhatIf(fleet, SCOPE, parseWhatIf(QUESTION));
  const head = whatIfHead(made, SCOPE, null);
  const rows = hostRows(made, 0, FIRST_PAGE);
  const { user, system } = process.cpuUsage(before);
  if (head.lost.machines === 0 || rows.length === 0 || made.groups.length === 0) throw new Error("Nobody is lost.");
  return (user + system) / 1_000;
}
