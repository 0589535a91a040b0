import { expect, it } from "vitest";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { NOW } from "@/lib/testing/entries";
import { aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { aGroupRow } from "@/lib/testing/rows";
import { wallCards } from "./wall-cards";

const DAY = { from: NOW - 86_400_000, to: NOW };
const CHECKOUT = aGroupRow({ id: "prod-eu/shop/checkout", cluster: "prod-eu", namespace: "shop", name: "checkout" });

function rowOf(key: string, minutesAgo: number, change: Parameters<typeof anIncident>[0] = {}, plannedUntil: number | null = null): IncidentRow {
  const began = { at: NOW - minutesAgo * 60_000, notBefore: null };
  const open = anIncident({ key, began, ...change, planned: plannedUntil === null ? null : { reason: "", until: plannedUntil } });
  const incident = change.state === "over" ? anEndedIncident(open, NOW - 60_000) : open;
  const { state, stateSince } = incident;
  return { id: key, state, stateSince, tier: 2, title: incidentTitle(incident), services: 0, plannedUntil, foundAtStart: false, isPartial: false };
}

/** "q7fd 2 shop/checkout": the key, the number in the chart, and the group whose machines the card shows. */
const texts = (cards: ReturnType<typeof wallCards>) =>
  cards.map((card) => [card.id, card.incident === null ? "" : (card.number ?? "–"), card.group?.name ?? "several"].join(" "));

it.each<[string, readonly IncidentRow[] | null, readonly string[]]>([
  ["the groups in trouble while incidents are not known", null, ["prod-eu/shop/checkout  checkout"]],
  ["no card without an incident", [], []],
  ["an incident of one group with its machines", [rowOf("q7fd", 4)], ["q7fd 1 checkout"]],
  ["an incident of several groups", [rowOf("q7fd", 4, { members: [aMember(1), aMember(2, { group: "cart" })] })], ["q7fd 1 several"]],
  [
    "the order of the list and the numbers of the chart, which count incidents that are over",
    [rowOf("q7fd", 4), rowOf("h9tb", 78), rowOf("v4nc", 300, { state: "over" })],
    ["q7fd 3 checkout", "h9tb 2 checkout"],
  ],
  ["a long-running incident without a number", [rowOf("d8pa", 12_960, { state: "long-running" })], ["d8pa – checkout"]],
  ["no planned incident", [rowOf("q7fd", 4, {}, NOW + 60_000)], []],
])("wallCards returns %s", (_, incidents, cards) => {
  expect(texts(wallCards(incidents, [CHECKOUT], DAY))).toEqual(cards);
});
