import { beforeEach, describe, expect, it } from "vitest";
import { formatObjectFindingsQuery, type GroupFindingsHead, type GroupFindingsRow } from "@/lib/contract/views/findings";
import type { Scope } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { aGroup, aWorld, NOW } from "@/lib/testing/entries";
import { HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { CHECKED_VIEWS } from "./checked-views";

const ALL = hostScope();
let fleet: ReturnType<typeof liveFleet>;

const group = (namespace: string, name: string) => fleet.store.upsertGroup(aGroup({ cluster: HOSTS_CLUSTER, uid: `${namespace}-${name}`, namespace, name }));

function opened(kind: "group-findings" | "findings-of", query: string, scope: Scope) {
  const viewer = { subject: "somebody", scope, mayWrite: false };
  const view = CHECKED_VIEWS[kind]({ fleet, lists: new StandingLists(fleet), viewer, query, offset: 0, limit: 50, changed: () => undefined });
  const { head, rows } = view.compute();
  view.close();
  return { head, rows };
}

function marks(query = "", scope = ALL) {
  const { head, rows } = opened("group-findings", query, scope);
  return { head: head as unknown as GroupFindingsHead, rows: rows as unknown as readonly GroupFindingsRow[] };
}

beforeEach(() => {
  fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  fleet.store.setWorld(aWorld(), NOW);
  for (const namespace of ["shop", "legacy"]) group(namespace, "checkout");
  group("shop", "cart");
});

describe("the findings of groups", () => {
  it("are counted by severity as each group's own page has them, and a group without any has no row", () => {
    const { head, rows } = marks();
    expect(head).toMatchObject({ settled: true, more: 0 });
    expect(rows.map(({ id }) => id).sort()).toEqual(["prod-eu/legacy/checkout", "prod-eu/shop/cart", "prod-eu/shop/checkout"]);
    for (const { id, error, warning, note } of rows) {
      const [cluster = "", namespace = "", name = ""] = id.split("/");
      const own = opened("findings-of", formatObjectFindingsQuery({ of: "WorkloadGroup", cluster, namespace, name }), ALL);
      const severities = (own.rows as unknown as readonly { readonly severity: string }[]).map(({ severity }) => severity);
      const countOf = (severity: string) => severities.filter((one) => one === severity).length;
      expect([id, error, warning, note]).toEqual([id, countOf("error"), countOf("warning"), countOf("note")]);
    }
  });

  it("are those of the picked namespaces", () => {
    expect(marks("ns=legacy").rows.map(({ id }) => id)).toEqual(["prod-eu/legacy/checkout"]);
  });

  it("obey what the viewer sees, and say where rules cannot tell", () => {
    const { head, rows } = marks("", hostScope({ workloadgroups: ["shop"] }));
    expect(rows.map(({ id }) => id)).not.toContain("prod-eu/legacy/checkout");
    expect(head.untold.find(({ namespace }) => namespace === "shop")?.rules).toBeLessThan(12);
    expect(marks("", hostScope({ workloadgroups: [], workloadentries: ["shop"] })).rows).toEqual([]);
  });
});
