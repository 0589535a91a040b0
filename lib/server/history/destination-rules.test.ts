import { expect, it, onTestFinished } from "vitest";
import { ActivityQuery } from "@/lib/contract/url/history-query";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import type { ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import type { DestinationRule } from "@/lib/domain/selection/policies";
import { type Scope, scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { happenedPhrase } from "@/lib/format/happened-words";
import { onEachEngine } from "@/lib/testing/engines";
import { aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { read } from "./answer-history";

const MINUTE = 60_000;
const CLUSTER = "prod-eu";
const rule = (change: Partial<ObjectWithParsedSpec<DestinationRule>> = {}): ObjectWithParsedSpec<DestinationRule> => ({
  ...{
    cluster: CLUSTER,
    kind: "destinationrules",
    uid: "dr-1",
    namespace: "shop",
    name: "checkout",
    resourceVersion: "1",
    createdAt: NOW,
    unreadable: null,
    parsed: null,
  },
  ...{ fields: [["spec.host", "checkout"]], ...change },
});

onEachEngine("a DestinationRule", (own) => {
  it("is told in the log as it was made, changed and deleted, to whoever may see DestinationRules there, and stands in the past as it was", async () => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
    onTestFinished(() => played.database.close());
    await played.live();
    played.select(rule({ uid: "dr-0", name: "pay" }));
    await played.wait(MINUTE);
    played.select(rule());
    await played.wait(MINUTE);
    played.select(rule({ resourceVersion: "2" }));
    played.select(
      rule({
        resourceVersion: "3",
        fields: [
          ["spec.host", "checkout"],
          ["spec.trafficPolicy.tls.mode", "DISABLE"],
        ],
      }),
    );
    await played.wait(MINUTE);
    played.unselect(rule());
    await played.wait(MINUTE);

    const log = async (scope: Scope) => {
      const asked = new URLSearchParams(formatQueryValues({ window: "1h", ns: ["shop"] }));
      const { rows } = await played.history.activity(read(ActivityQuery, asked), scope);
      return rows.filter(({ kind }) => kind === "destinationrule").map((row) => `${row.name} ${happenedPhrase(row)}`);
    };
    expect(await log(ALL_IN_SIGHT)).toEqual([
      "checkout DestinationRule deleted",
      "checkout DestinationRule changed: spec.trafficPolicy.tls.mode: (none) → DISABLE",
      "checkout DestinationRule created",
    ]);
    const only = (kind: WatchedKind, namespaces: "all" | readonly string[]) => scopeFromPermissions(new Map([[CLUSTER, new Map([[kind, namespaces]])]]));
    expect([
      (await log(only("destinationrules", ["shop"]))).length,
      await log(only("destinationrules", ["legacy"])),
      await log(only("services", "all")),
    ]).toEqual([3, [], []]);

    const { fleet } = await played.history.fleetAt(NOW + 2.5 * MINUTE, ALL_IN_SIGHT);
    expect(fleet.tables.destinationrules.byIndex("host", "checkout").map(({ name, fields }) => [name, fields.length])).toEqual([
      ["pay", 1],
      ["checkout", 2],
    ]);
  });
});
