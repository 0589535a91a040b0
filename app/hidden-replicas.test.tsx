import { cleanup } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { SOURCE_NAMES } from "@/lib/domain/source/source";
import type { Runtime } from "@/lib/server/runtime";
import { aGroup, anEntry, NOW } from "@/lib/testing/entries";
import { selectingOf } from "@/lib/testing/hosts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { aGatewayService, meshWorld } from "@/lib/testing/mesh-world";
import { aKubernetesService } from "@/lib/testing/selection";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { connectRoutes, copiedSummary, type Search, serveFleet, shownPage, textOf } from "./rendered-pages.fixture";

/** Renders pages for a viewer of a team's Pods without those of istiod. Counts of serving machines are not verified there. */
const clock = new ManualClock(NOW);
let runtime: Runtime;

function viewerOfPods(namespaces: "all" | readonly string[]): Scope {
  return scopeFromPermissions(new Map([["prod-eu", new Map(WATCHED_KINDS.map((kind) => [kind, kind === "pods" ? namespaces : ("all" as const)]))]]));
}

/** All sources are live for Stolos itself. */
function status(): ClusterStatus {
  const freshness = { kind: "live", asOf: clock.now(), reason: "" } as const;
  const sources = SOURCE_NAMES.map((source) => ({ source, namespace: "*", freshness, proofMs: 60_000, objects: 1, unreadable: 0 }));
  return { cluster: "prod-eu", freshness, sources, skewMs: null, version: "1.35", triedSince: NOW };
}

async function serve(scope: Scope): Promise<void> {
  const played = await rememberedFleet(clock, meshWorld([aGatewayService("vpc-2")]));
  await played.live(
    [1, 2, 3].map((n) => anEntry({ uid: `vm-${n}-uid`, name: `vm-${n}`, address: `10.0.0.${n}` })),
    [aGroup({ expectedSize: "3" })],
  );
  played.select(selectingOf(aKubernetesService({ name: "checkout", selector: sortedLabelSet([["app", "checkout"]]) }), { uid: "service" }));
  await played.wait(1_000);
  runtime = serveFleet({ played, scope, statuses: () => [status()] });
}

beforeEach(connectRoutes);

const object = { cluster: "prod-eu", namespace: "shop", name: "checkout" };
/** Pages with counts of serving machines. The condition is beside the count, in its row or in the headline. */
const PAGES: readonly (readonly [path: string, params: Search, search: Search, count: string])[] = [
  ["groups/page", {}, {}, "tbody tr [data-not-verified]"],
  ["c/[cluster]/groups/[namespace]/[name]/page", object, {}, "h1 [data-not-verified]"],
  ["services/page", {}, {}, "h1 [data-not-verified]"],
  ["services/page", {}, {}, "tbody tr [data-not-verified]"],
  ["c/[cluster]/[resource]/[namespace]/[name]/page", { ...object, resource: "services" }, {}, "h1 [data-not-verified]"],
  ["localities/page", {}, {}, "h1 [data-not-verified]"],
  ["localities/page", {}, { show: "table" }, "h1 [data-not-verified]"],
  ["networks/page", {}, {}, "h1 [data-not-verified]"],
];
/** Green cells, icons and words of machines. Pods are round, and Kubernetes checks them. */
const GREEN = "main .cell-good:not(.cell-round, .rounded-full), main svg.text-good, main [data-state-word=healthy][data-verified=true]";

describe("without permission to read istiod's Pods, a viewer", () => {
  beforeAll(() => serve(viewerOfPods(["shop"])));
  afterAll(() => runtime.stop());

  it.each(PAGES)("sees nothing green on %s %j %j, and the condition at %s", async (path, params, search, count) => {
    const root = await shownPage(path, params, search);
    const condition = root.querySelector(`main ${count}`);
    expect({ green: [...root.querySelectorAll(GREEN)].map((one) => one.outerHTML), source: condition?.getAttribute("data-not-verified") }).toEqual({
      green: [],
      source: "istiod-pods",
    });
    expect(`${textOf(condition as Element, "desk")} ${condition?.getAttribute("title")}`).toContain(
      "Not verified: no permission to read Pods in istio-system.",
    );
  });

  it.each([
    ["page", {}],
    ["oncall/page", {}],
    ["entries/page", {}],
    ["c/[cluster]/entries/[namespace]/[name]/page", { ...object, name: "vm-1" }],
    ["control-plane/page", {}],
  ])("sees nothing green on %s", async (path, params) => {
    const root = await shownPage(path, params, {});
    expect([...root.querySelectorAll(GREEN)].map((one) => one.outerHTML)).toEqual([]);
    expect(root.querySelector("main")?.textContent).toContain("3");
  });

  it.each([
    ["page", {}, "Stolos cannot verify them: no permission to read Pods in istio-system."],
    ["oncall/page", {}, "Stolos cannot verify them: no permission to read Pods in istio-system."],
    ["c/[cluster]/groups/[namespace]/[name]/page", object, "\nnot verified: no permission to read Pods in istio-system\n"],
  ])("gets the condition in the summary of %s", async (path, params, condition) => {
    const root = await shownPage(path, params, {});
    expect(await copiedSummary(root)).toContain(condition);
  });
});

describe("with permission to read istiod's Pods, a viewer", () => {
  beforeAll(() => serve(viewerOfPods(["istio-system"])));
  afterAll(() => runtime.stop());

  it.each(PAGES)("sees no condition on %s %j %j", async (path, params, search) => {
    const root = await shownPage(path, params, search);
    expect(root.querySelectorAll("[data-not-verified]")).toHaveLength(0);
    expect(root.querySelector("main")?.textContent).toContain("3");
    cleanup();
  });

  it("sees green cells on the fleet's page", async () => {
    const root = await shownPage("page", {}, {});
    expect(root.querySelectorAll(GREEN).length).toBeGreaterThan(0);
  });
});
