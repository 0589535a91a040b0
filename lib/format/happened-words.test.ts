import { describe, expect, it } from "vitest";
import { TRANSITIONS } from "@/lib/domain/history/transition";
import { GONE_WITH, type Happening, happenedPhrase, happenedState, happenedWho } from "./happened-words";

const a = (change: Partial<Happening>): Happening => ({ type: "state", kind: "entry", from: "", to: "", detail: "", count: 1, notBefore: null, ...change });

describe("a line of the log", () => {
  it.each([
    [{ type: "appeared" }, "registered"],
    [{ type: "appeared", notBefore: 1 }, "was found registered"],
    [{ type: "ended", to: "left" }, "was lost: disconnected and not back within the grace period"],
    [{ type: "ended", to: "group-deleted" }, "was lost: deleted with its group"],
    [{ type: "connected", to: "istiod-a" }, "connected to istiod-a"],
    [{ type: "renewed", from: "istiod-a", to: "istiod-a" }, "renewed its connection to istiod-a"],
    [{ type: "renewed", from: "istiod-a", to: "istiod-b" }, "moved from istiod-a to istiod-b"],
    [{ type: "state", from: "healthy", to: "unhealthy" }, "Healthy → Unhealthy"],
    [{ type: "health", from: "True", to: "False", detail: "HTTP 503" }, "failed its probe: HTTP 503"],
    [{ type: "serving", from: "yes-checked", to: "no-unhealthy" }, "gets no traffic any more"],
    [
      { type: "labels", detail: "spec.labels.version: v1 → v2\nspec.labels.tier: added" },
      "labels changed: spec.labels.version: v1 → v2; spec.labels.tier: added",
    ],
    [
      {
        type: "group-edited",
        kind: "group",
        detail: "metadata.annotations[stolos.dev/expected-size]: 10 → 12\nspec.template.weight: 1 → 2\nspec.template.network: a → b",
      },
      "group edited: metadata.annotations[stolos.dev/expected-size]: 10 → 12; spec.template.weight: 1 → 2; spec.template.network: a → b",
    ],
    [{ type: "group-edited", kind: "group", detail: "spec.probe.httpGet.port: 8080 → 8081" }, "group edited: spec.probe.httpGet.port: 8080 → 8081"],
    [{ type: "service-changed", kind: "serviceentry" }, "ServiceEntry changed"],
    [{ type: "replica-went", kind: "replica", from: "default" }, "is gone"],
    [{ type: "replica-came", kind: "replica", to: "1-25" }, "came, revision 1-25"],
    [{ type: "object-changed", kind: "serviceentry", detail: "spec.hosts: a → b" }, "ServiceEntry changed: spec.hosts: a → b"],
    [{ type: "object-deleted", kind: "from-a-later-version" }, "object deleted"],
    [
      { type: "finding-appeared", kind: "finding", from: "clock-skew", detail: "istiod's clock runs ahead\nPod a/b" },
      "finding appeared: istiod's clock runs ahead",
    ],
    [{ type: "finding-appeared", kind: "finding", from: "clock-skew", count: 3 }, "findings appeared: clock-skew"],
    [{ type: "finding-resolved", kind: "finding", from: "clock-skew", detail: "Skew" }, "finding resolved: Skew"],
    [{ type: "finding-resolved", kind: "finding", detail: `Skew\n${GONE_WITH}` }, "finding gone with what it was about: Skew"],
    [{ type: "blind", kind: "recorder", to: "istiod-pods", detail: "Pods were denied" }, "istiod's pods not seen: Pods were denied"],
  ] as const)("%o", (what, phrase) => {
    expect(happenedPhrase(a(what as Partial<Happening>))).toBe(phrase);
  });

  it.each(TRANSITIONS)("%s is said in words", (type) => {
    expect(happenedPhrase(a({ type }))).toMatch(/[a-z]/);
    expect(happenedPhrase(a({ type }))).not.toMatch(/undefined|^[a-z]+-[a-z]+$/);
  });

  it("that stands for several says how many", () => {
    expect(happenedWho(a({ count: 6 }))).toBe("6 machines");
    expect(happenedWho(a({ kind: "group", count: 6 }))).toBe("6 groups");
    expect(happenedWho(a({ kind: "serviceentry", count: 2 }))).toBe("2 ServiceEntries");
    expect(happenedPhrase(a({ type: "ended", to: "left", count: 6 }))).toBe("were lost: disconnected and not back within the grace period");
  });

  it("is marked by what it means: a planned end is no loss", () => {
    expect(happenedState({ type: "ended", to: "left" })).toBe("vanished");
    expect(happenedState({ type: "ended", to: "deleted" })).toBeNull();
    expect(happenedState({ type: "state", to: "unverified" })).toBe("unverified");
  });
});
