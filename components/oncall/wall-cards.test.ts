import { expect, it } from "vitest";
import type { GroupWithoutIncident } from "@/lib/contract/views/fleet";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { aMember, anIncident } from "@/lib/testing/incident-builders";
import { aFleetHead, aGroupRow } from "@/lib/testing/rows";
import { wallCards } from "./wall-cards";

const CHECKOUT = aGroupRow({ name: "checkout" });

function rowOf(id: string, tier: IncidentRow["tier"], change: Parameters<typeof anIncident>[0] = {}): IncidentRow {
  const incident = anIncident({ key: id, ...change });
  const { state, stateSince } = incident;
  return { id, state, stateSince, tier, title: incidentTitle(incident), services: 0, plannedUntil: null, foundAtStart: false, worst: null, isPartial: false };
}

function groupOf(name: string, state: "long-running" | "planned" | null): GroupWithoutIncident {
  return { ...aGroupRow({ name }), quietIncident: state === null ? null : { key: "d8pa", state, since: 0, notBefore: null, message: "" } };
}

/** Formats a card as "q7fd 2 checkout, tier 2": incident key, number in the chart, group of the machines shown, and tier. */
const textOf = (card: ReturnType<typeof wallCards>[number]) =>
  `${card.id} ${card.incident === null ? "" : (card.number ?? "–")} ${card.group?.name ?? "several"}, tier ${card.tier}`;

const SEVERAL = { members: [aMember(1), aMember(2, { group: "cart" })] };

it.each<[string, readonly IncidentRow[] | "reading" | "unknown", readonly GroupWithoutIncident[], readonly string[]]>([
  ["an incident of one group with its machines", [rowOf("q7fd", 2)], [], ["q7fd 5 checkout, tier 2"]],
  ["an incident of several groups without a group", [rowOf("h9tb", 2, SEVERAL)], [], ["h9tb – several, tier 2"]],
  ["incidents without a tier after those with one", [rowOf("q7fd", null)], [], ["q7fd 5 checkout, tier 5"]],
  [
    "groups in no open incident after the incidents",
    [rowOf("q7fd", 2)],
    [groupOf("cart", null)],
    ["q7fd 5 checkout, tier 2", "prod-eu/shop/cart  cart, tier 6"],
  ],
  [
    "groups with old trouble, but none of a planned incident",
    [],
    [groupOf("cart", "long-running"), groupOf("api", "planned")],
    ["prod-eu/shop/cart  cart, tier 6"],
  ],
  ["the groups in trouble while incidents are not known", "unknown", [groupOf("cart", null)], ["prod-eu/shop/cart  cart, tier 6"]],
  ["no card without trouble", [], [], []],
])("wallCards returns %s", (_, active, groups, cards) => {
  const head = aFleetHead({ withoutIncident: { total: groups.length, rows: groups } });
  const incidents = typeof active === "string" ? active : { head: { listed: 0 } as never, all: active, active, ended: [], endedMore: 0 };
  expect(wallCards({ head, rows: [CHECKOUT] }, incidents, new Map([["q7fd", 5]])).map(textOf)).toEqual(cards);
});
