import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
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

/** Returns one line for each transition: type, from > to, detail, and changes. */
function told(before: Change, after: Change, { notBefore = null, predecessor = "" }: { notBefore?: number | null; predecessor?: string } = {}): string[] {
  const context = { predecessor, owner: { kind: "there" }, planned: false, world: aWorld() } as const;
  return transitionsBetween(versionOf(before), versionOf(after), { at: NOW, notBefore }, context).map(({ type, from, to, detail, facts }) => {
    const changes = facts?.kind === "changes" ? facts.changes.map((one) => `${one.field}: ${one.from} → ${one.to}`).join("\n") : "";
    return `${type} ${from}>${to} ${type === "renewed" || type === "connected" || type === "disconnected" ? "" : detail + changes}`.trim();
  });
}

describe("the transitions between two versions of an entry", () => {
  const cases: readonly [claim: string, before: Change, after: Change, lines: readonly string[]][] = [
    ["contain the appearance and the connection of a new entry", null, { health: null }, ["appeared >awaiting", "connected >istiod-7c9f-a"]],
    ["contain only the appearance of an unmanaged entry", null, { ...fresh, registrationGroup: "", gate: null }, ["appeared >unchecked"]],
    ["contain the connection to a replica", fresh, { health: null }, ["connected >istiod-7c9f-a", "state disconnected>awaiting"]],
    ["contain the first health report", { health: null }, {}, ["health >True", "state awaiting>healthy", "serving no-awaiting>yes-checked"]],
    ["contain a changed health report", {}, failing, ["health True>False 503", "state healthy>unhealthy", "serving yes-checked>no-unhealthy"]],
    ["contain a new message of an unchanged report", failing, { health: aReport("False", "refused") }, ["message False>False refused"]],
    ["are empty for a repeated report", {}, { resourceVersion: "9", health: { ...aReport("True"), lastProbeTime: ago(0) } }, []],
    ["contain a disconnection while the entry still serves", {}, away(0), ["disconnected istiod-7c9f-a>", "state healthy>reconnecting"]],
    [
      "contain a renewal if the machine reconnected within the grace period",
      away(5_000),
      { connectedAt: ago(0), controller: "istiod-b" },
      ["renewed istiod-7c9f-a>istiod-b", "state reconnecting>unverified"],
    ],
    [
      "contain a connection if the machine reconnected after the grace period",
      away(GRACE_MS + CLEANUP_SLACK_MS),
      { connectedAt: ago(0) },
      ["connected >istiod-7c9f-a", "state disconnected>healthy"],
    ],
    [
      "contain a renewal if another replica took over directly",
      { controller: "istiod-gone" },
      { connectedAt: ago(0) },
      ["renewed istiod-gone>istiod-7c9f-a", "state unverified>healthy"],
    ],
    ["contain a second disconnection if it was connected in between", away(9_000), away(1_000), ["disconnected istiod-7c9f-a>"]],
    [
      "contain both a renewal and a failed report of the same write",
      {},
      { connectedAt: ago(0), ...failing },
      ["renewed istiod-7c9f-a>istiod-7c9f-a", "health True>False 503", "state healthy>unhealthy", "serving yes-checked>no-unhealthy"],
    ],
    [
      "contain a drain with its label",
      {},
      {
        metadataLabels: sortedLabelSet([
          ["app", "checkout"],
          ["istio.io/draining", "true"],
        ]),
      },
      ["state healthy>draining", "serving yes-checked>no-draining", "labels > metadata.labels[istio.io/draining]: null → true"],
    ],
    [
      "contain a new network and locality",
      {},
      { locality: "eu-central-1/eu-central-1b", network: "vpc-1" },
      ["place > spec.network: vpc-2 → vpc-1\nspec.locality: eu-central-1/eu-central-1a → eu-central-1/eu-central-1b"],
    ],
    ["contain changed fields of the spec", {}, { address: "10.0.0.9", weight: 0 }, ["spec > spec.address: 10.20.1.14 → 10.0.0.9\nspec.weight: null → 0"]],
    ["contain the end with the last message", { ...failing, ...away(GRACE_MS) }, null, ["ended unhealthy>left 503"]],
    ["are empty without both versions", null, null, []],
  ];
  it.each(cases)("the transitions between two versions of an entry: %s", (_claim, before, after, lines) => {
    expect(told(before, after)).toEqual(lines);
  });

  it("the transitions between two versions of an entry contain no connection of an entry that is found after a gap", () => {
    expect(told(null, {}, { notBefore: NOW - 60_000 })).toEqual(["appeared >healthy"]);
  });

  it("the transitions between two versions of an entry contain a new incarnation if the name was used before", () => {
    expect(told(null, { uid: "b" }, { predecessor: "a" })).toEqual(["appeared >healthy", "incarnation a>b", "connected >istiod-7c9f-a"]);
  });

  it("the transitions between two versions of an entry contain the evidence for the end of an entry", () => {
    const gone = { predecessor: "", owner: { kind: "gone", at: NOW, notBefore: null }, planned: false, world: aWorld() } as const;
    const [ended] = transitionsBetween(versionOf(failing), null, { at: NOW, notBefore: null }, gone);
    expect(ended).toMatchObject({ type: "ended", from: "unhealthy", to: "group-deleted", detail: "503" });
    expect(ended?.evidence).toMatchObject({ endedAt: NOW, management: "auto", connection: "connected", owner: gone.owner, replicas: 1 });
  });
});
