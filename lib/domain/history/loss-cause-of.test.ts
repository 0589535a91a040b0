import { describe, expect, it } from "vitest";
import { verdictOf } from "@/lib/domain/verdict-of";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { ago, anEntry, aReport, aWorld, GRACE_MS, NOW } from "@/lib/testing/entries";
import { type GroupFate, lossCauseOf } from "./loss-cause-of";
import type { LossCause } from "./transition";

const away = (ms: number) => ({ connectedAt: null, disconnectedAt: ago(ms) });
const byHand = { registrationGroup: "", controller: "", connectedAt: null, owner: null };
const draining = { metadataLabels: [["istio.io/draining", "true"]] as const };

describe("why an entry ended", () => {
  const cases: readonly [claim: string, last: Partial<WorkloadEntry>, group: GroupFate, between: boolean, cause: LossCause][] = [
    ["it left: away for the whole grace period (facts 3.4)", away(GRACE_MS), "there", false, "left"],
    ["it left though the clocks differ by half a second", away(GRACE_MS - 500), "there", false, "left"],
    ["it was removed while its grace period had only begun: istiod waits", away(2_000), "there", false, "removed"],
    ["its replica is gone: the sweep took it (facts 3.7)", { controller: "istiod-gone" }, "there", false, "swept"],
    ["its claim was too old: the sweep took it", { connectedAt: ago(60 * 60_000) }, "there", false, "swept"],
    ["it was connected and well: somebody removed it", {}, "there", false, "removed"],
    ["its probe failed: istiod removes nobody for that", { health: aReport("False", "503") }, "there", false, "removed"],
    ["its group was deleted and took it along (X15)", {}, "gone", false, "group-deleted"],
    ["its group was deleted within its grace period", away(2_000), "gone", false, "group-deleted"],
    ["it had left before its group was deleted", away(GRACE_MS), "gone", false, "left"],
    ["groups cannot be seen: nothing is said of them", {}, "unknown", false, "removed"],
    ["it was written by hand: so was its end", byHand, "none", false, "deleted"],
    ["it carried a deletion mark", { deletingAt: NOW - 1_000 }, "there", false, "deleted"],
    ["it carried a deletion mark, and nobody saw it go", { deletingAt: NOW - 1_000 }, "there", true, "deleted"],
    ["it was drained first", { ...draining, ...away(GRACE_MS) }, "there", false, "drained"],
    ["it went while nobody was looking: connected or not says nothing", {}, "there", true, "found-missing"],
    ["it went while nobody was looking, away already", away(GRACE_MS), "there", true, "found-missing"],
  ];
  it.each(cases)("%s", (_claim, last, group, between, cause) => {
    const entry = anEntry(last);
    const moment = { at: NOW, notBefore: between ? NOW - 60_000 : null };
    expect(lossCauseOf({ entry, verdict: verdictOf(entry, aWorld(), NOW) }, moment, { group, graceMs: GRACE_MS })).toBe(cause);
  });
});
