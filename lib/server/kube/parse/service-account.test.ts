import { expect, it } from "vitest";
import { parseServiceAccount } from "./service-account";

const identity = { uid: "1", namespace: "shop", name: "web", resourceVersion: "7" };

it("keeps that an account is there, and nothing of what it holds", () => {
  const raw = {
    metadata: { creationTimestamp: "2026-11-21T03:00:00Z", annotations: { note: "a text" } },
    secrets: [{ name: "web-token" }],
    imagePullSecrets: [{ name: "registry" }],
  };
  const kept = parseServiceAccount(raw, identity, "prod-eu");
  expect(kept).toEqual({ cluster: "prod-eu", kind: "serviceaccounts", ...identity, createdAt: Date.parse("2026-11-21T03:00:00Z"), unreadable: null });
});

it("says what is wrong with one that cannot be read", () => {
  expect(parseServiceAccount({ metadata: { labels: "none" } }, identity, "prod-eu").unreadable).toContain("labels");
});
