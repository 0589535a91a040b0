import { expect, it } from "vitest";
import { hostScope } from "@/lib/testing/hosts";
import type { History } from "./history/history";
import { Refusal } from "./http/problem";
import { isDeletionRemembered } from "./missing-object";

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
