import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { labelSet } from "@/lib/domain/object/label-set";
import { CLEANUP_SLACK_MS } from "@/lib/domain/verdict/timing";
import { verdictOf } from "@/lib/domain/verdict/verdict-of";
import { ago, anEntry, aReport, aWorld, GRACE_MS, NOW } from "@/lib/testing/entries";
import type { EntryVersion } from "./ending-evidence";
import { transitionsBetween } from "./transitions-between";

type Change = Partial<WorkloadEntry> | null;

const away = (ms: number) => ({ connectedAt: null, disconnectedAt: ago(ms) });
const fresh = { connectedAt: null, controller: "", health: null };
const failing = { health: aReport("False", "503") };

function versionOf(change: Change): EntryVersion | null {
  if (change === null) return null;
  const entry = anEntry(change);
  return { entry, verdict: verdictOf(entry, aWorld(), NOW) };
}

/** What happened, a line each: type, from > to, detail, and what changed. */
function told(before: Change, after: Change, { notBefore = null, predecessor = "" }: { notBefore?: number | null; predecessor?: string } = {}): string[] {
  const context = { predecessor, owner: { kind: "there" }, planned: false, world: aWorld() } as const;
  return transitionsBetween(versionOf(before), versionOf(after), { at: NOW, notBefore }, context).map(({ type, from, to, detail, facts }) => {
    const changes = facts?.kind === "changes" ? facts.changes.map((one) => `${one.field}: ${one.from} → ${one.to}`).join("\n") : "";
    return `${type} ${from}>${to} ${type === "renewed" || type === "connected" || type === "disconnected" ? "" : detail + changes}`.trim();
  });
}

describe("between two versions of an entry", () => {
  const cases: readonly [claim: string, before: Change, after: Change, lines: readonly string[]][] = [
    ["it appears and is connected", null, { health: null }, ["appeared >awaiting", "connected >istiod-7c9f-a"]],
    ["one that nobody ever claimed only appears", null, { ...fresh, registrationGroup: "", gate: null }, ["appeared >unchecked"]],
    ["a replica takes it up", fresh, { health: null }, ["connected >istiod-7c9f-a", "state disconnected>awaiting"]],
    ["its first report comes", { health: null }, {}, ["health >True", "state awaiting>healthy", "serving no-awaiting>yes-checked"]],
    ["its report turns", {}, failing, ["health True>False 503", "state healthy>unhealthy", "serving yes-checked>no-unhealthy"]],
    ["the probe says something else and the report stays", failing, { health: aReport("False", "refused") }, ["message False>False refused"]],
    ["the same report again is nothing", {}, { resourceVersion: "9", health: { ...aReport("True"), lastProbeTime: ago(0) } }, []],
    ["it disconnects, and still serves", {}, away(0), ["disconnected istiod-7c9f-a>", "state healthy>reconnecting"]],
    [
      "it is back within the grace period: the connection is renewed, nobody was out",
      away(5_000),
      { connectedAt: ago(0), controller: "istiod-b" },
      ["renewed istiod-7c9f-a>istiod-b", "state reconnecting>unverified"],
    ],
    [
      "it is back after the grace period: it connects",
      away(GRACE_MS + CLEANUP_SLACK_MS),
      { connectedAt: ago(0) },
      ["connected >istiod-7c9f-a", "state disconnected>healthy"],
    ],
    ["it is handed over straight", { controller: "istiod-gone" }, { connectedAt: ago(0) }, ["renewed istiod-gone>istiod-7c9f-a", "state unverified>healthy"]],
    ["another disconnection than the one before: it was connected between them", away(9_000), away(1_000), ["disconnected istiod-7c9f-a>"]],
    [
      "renewed and failing with one write: both are told",
      {},
      { connectedAt: ago(0), ...failing },
      ["renewed istiod-7c9f-a>istiod-7c9f-a", "health True>False 503", "state healthy>unhealthy", "serving yes-checked>no-unhealthy"],
    ],
    [
      "it is drained",
      {},
      {
        metadataLabels: labelSet([
          ["app", "checkout"],
          ["istio.io/draining", "true"],
        ]),
      },
      ["state healthy>draining", "serving yes-checked>no-draining", "labels > metadata.labels[istio.io/draining]: null → true"],
    ],
    [
      "it moves",
      {},
      { locality: "eu-central-1/eu-central-1b", network: "vpc-1" },
      ["place > spec.network: vpc-2 → vpc-1\nspec.locality: eu-central-1/eu-central-1a → eu-central-1/eu-central-1b"],
    ],
    ["its spec changes", {}, { address: "10.0.0.9", weight: 0 }, ["spec > spec.address: 10.20.1.14 → 10.0.0.9\nspec.weight: null → 0"]],
    ["it ends, and the message says why", { ...failing, ...away(GRACE_MS) }, null, ["ended unhealthy>left 503"]],
    ["nothing was and nothing is", null, null, []],
  ];
  it.each(cases)("%s", (_claim, before, after, lines) => {
    expect(told(before, after)).toEqual(lines);
  });

  it("of one that was there before anybody looked nobody says when it connected", () => {
    expect(told(null, {}, { notBefore: NOW - 60_000 })).toEqual(["appeared >healthy"]);
  });

  it("a name that was used before has another incarnation now", () => {
    expect(told(null, { uid: "b" }, { predecessor: "a" })).toEqual(["appeared >healthy", "incarnation a>b", "connected >istiod-7c9f-a"]);
  });

  it("the end of an entry keeps what its cause was judged by", () => {
    const gone = { predecessor: "", owner: { kind: "gone", at: NOW, notBefore: null }, planned: false, world: aWorld() } as const;
    const [ended] = transitionsBetween(versionOf(failing), null, { at: NOW, notBefore: null }, gone);
    expect(ended).toMatchObject({ type: "ended", from: "unhealthy", to: "group-deleted", detail: "503" });
    expect(ended?.evidence).toMatchObject({ endedAt: NOW, management: "auto", connection: "connected", owner: gone.owner, replicas: 1 });
  });
});
