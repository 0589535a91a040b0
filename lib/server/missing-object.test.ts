import { expect, it } from "vitest";
import { hostScope } from "@/lib/testing/hosts";
import type { History } from "./history/history";
import { Refusal } from "./http/problem";
import { isDeletionRemembered, removedCluster } from "./missing-object";

const viewer = { subject: "somebody", scope: hostScope(), mayWrite: false };
const NAMES = { cluster: "prod-eu", namespace: "shop", name: "cards" };
const remembered = (rows: () => readonly { readonly kind: string }[], kind: "group" | "service" | "serviceentry") =>
  isDeletionRemembered({ history: { activity: async () => ({ rows: rows() }) } as unknown as History }, viewer as never, { ...NAMES, kind });

it.each([
  ["serviceentry", ["serviceentry"], true],
  ["serviceentry", ["service", "serviceentry"], true],
  ["serviceentry", ["service"], false],
  ["group", ["group"], true],
  ["service", [], false],
] as const)("looks for the deletion of a %s among those of %j", async (kind, kinds, is) => {
  expect(await remembered(() => kinds.map((one) => ({ kind: one })), kind)).toBe(is);
});

it("shows the page if the history cannot be read", async () => {
  const broken = () => {
    throw new Refusal(503, "Paused", "The history is paused.", "at");
  };
  expect(await remembered(broken, "service")).toBe(true);
});

it.each([
  ["the last moment at which it was watched", () => [{ cluster: "prod-eu", watchedTo: 7 }], { watchedTo: 7 }],
  ["none, if the history has nothing of it", () => [], { watchedTo: "none" }],
  [
    "not known, if the history cannot be read",
    () => {
      throw new Refusal(503, "No history", "This server keeps no history.");
    },
    { watchedTo: "not-known" },
  ],
] as const)("of a removed cluster knows %s", async (_what, clusters, expected) => {
  const history = { clusters: async () => clusters() } as unknown as History;
  expect(await removedCluster({ fleet: { clusters: ["prod-us"] }, history }, viewer as never, "prod-eu")).toEqual(expected);
  expect(await removedCluster({ fleet: { clusters: ["prod-eu"] }, history }, viewer as never, "prod-eu")).toBeNull();
});
