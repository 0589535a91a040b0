import { expect, it } from "vitest";
import { serviceUnreachableReasons } from "@/lib/domain/networks/unreachable-reasons";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aHostEntry, HOSTS_CLUSTER, hostScope, policyOf } from "@/lib/testing/hosts";
import { aDestinationRule, aTrafficPolicy } from "@/lib/testing/selection";
import { suspectHosts } from "./gap-hosts";

const LIVE = { kind: "live", asOf: NOW } as const;
const SCOPE = hostScope({ destinationrules: "all", sidecars: "all" });

it.each([
  ["its own namespace", [], "shop", ["rule"]],
  ["another namespace, which does not call by default", [], "web", []],
  ["the first namespace that may call", ["web"], "web", ["rule"]],
  ["its own namespace, which may not call", ["web"], "shop", []],
])("finds a TLS mode that closes gateways in a rule of %s", (_title, exportTo, namespace, codes) => {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  fleet.setNamespaces(HOSTS_CLUSTER, { names: ["shop", "web"], partial: false });
  for (const source of ["serviceentries", "destinationrules", "sidecars"] as const) fleet.setFreshness(HOSTS_CLUSTER, source, "*", LIVE);
  fleet.store.upsertEntry(anEntry({ specLabels: [["app", "a"]], metadataLabels: [] }), NOW, "seen");
  fleet.tables.serviceentries.upsert(aHostEntry({ exportTo }) as never);
  const rule = aDestinationRule({ namespace, exportTo: ["."], policy: aTrafficPolicy({ tls: "DISABLE" }) });
  fleet.tables.destinationrules.upsert(policyOf("destinationrules", rule));
  const passing = { gateways: [], isComplete: true, areListsSeen: false };
  expect(suspectHosts(fleet, SCOPE, HOSTS_CLUSTER, passing).flatMap(({ closed }) => serviceUnreachableReasons(closed, []).map(({ code }) => code))).toEqual(
    codes,
  );
});
