import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { SOURCE_NAMES } from "@/lib/domain/source/source";
import type { Runtime } from "@/lib/server/runtime";
import { aGroup, anEntry, aReplica, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { selectingOf } from "@/lib/testing/hosts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { aKubernetesService } from "@/lib/testing/selection";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { connectRoutes, serveFleet, settled, shownPage } from "./rendered-pages.fixture";

/** Each fact of the page of an entry, and its place. A fact that moves needs a new place here. */
const clock = new ManualClock(NOW);
const MESSAGE = 'Get "http://10.0.0.1:8080/healthz": dial tcp 10.0.0.1:8080: connect: connection refused';
const PATH = "c/[cluster]/entries/[namespace]/[name]/page";
const place = { cluster: "prod-eu", namespace: "shop" };
let runtime: Runtime;

function status(): ClusterStatus {
  const freshness = { kind: "live", asOf: clock.now(), reason: "" } as const;
  const sources = SOURCE_NAMES.map((source) => ({ source, namespace: "*", freshness, proofMs: 60_000, objects: 1, unreadable: 0 }));
  return { cluster: "prod-eu", freshness, sources, skewMs: null, version: "1.35", triedSince: NOW };
}

beforeAll(async () => {
  const played = await rememberedFleet(clock, aWorld([aReplica({ name: "istiod-a", zone: "eu-1a", revision: "1-31" })]));
  const machine = (n: number) =>
    anEntry({
      ...{ uid: `vm-${n}-uid`, name: `vm-${n}`, address: `10.0.0.${n}`, network: "vpc", locality: "eu-1/eu-1a", controller: "istiod-a", weight: 7 },
      ...{ serviceAccount: "checkout-vm", ports: [["https", 8443] as const], gate: "true", health: aReport("False", MESSAGE) },
      specLabels: sortedLabelSet([
        ["app", "checkout"],
        ["version", "v41"],
      ]),
      connectedAt: parseTimestamp(new Date(NOW - 60_000).toISOString()),
    });
  await played.live([machine(1), machine(2)], [aGroup({})]);
  played.select(selectingOf(aKubernetesService({ name: "checkout", selector: sortedLabelSet([["app", "checkout"]]) }), { uid: "service" }));
  await played.wait(60_000);
  played.remove(machine(2));
  await played.wait(60_000);
  const scope = scopeFromPermissions(new Map([["prod-eu", new Map(WATCHED_KINDS.map((kind) => [kind, "all" as const]))]]));
  runtime = serveFleet({ played, scope, statuses: () => [status()] });
});
afterAll(() => runtime.stop());

/** Returns the texts of the page's sections by name, with all rows unfolded, and the buttons of its action bar. */
async function readPage(name: string): Promise<{ readonly texts: ReadonlyMap<string, string>; readonly buttons: readonly string[] }> {
  connectRoutes();
  const root = await shownPage(PATH, { ...place, name }, {});
  const unfold = screen.queryByRole("button", { name: "unfold all" });
  if (unfold !== null) fireEvent.click(unfold);
  await settled();
  const texts = [...root.querySelectorAll<HTMLElement>("[data-section]")].map((one) => [one.dataset.section ?? "", one.textContent] as const);
  const buttons = [...root.querySelectorAll("[data-page-actions] button")].map((one) => one.getAttribute("aria-label") ?? one.textContent);
  cleanup();
  return { texts: new Map(texts), buttons };
}

describe("the page of an entry has", () => {
  let page: Awaited<ReturnType<typeof readPage>>;
  beforeAll(async () => {
    page = await readPage("vm-1");
  });

  it.each([
    ["address", "machine", "10.0.0.1"],
    ["network", "machine", "vpc"],
    ["locality", "machine", "eu-1/eu-1a"],
    ["replica and its zone", "machine", "istiod-a in eu-1a"],
    ["service account", "machine", "checkout-vm"],
    ["version", "machine", "v41"],
    ["group", "machine", "checkout"],
    ["services that select it, by port", "selected-by", "checkout.shop.svc.cluster.local"],
    ["whether callers get it, and why", "selected-by", "the last report is False"],
    ["the link to try other labels", "selected-by", "try other labels"],
    ["the exact words of the probe", "reported-health", MESSAGE],
    ["status and time of the last report", "reported-health", "False at"],
    ["both times of the report", "reported-health", "LAST TRANSITION TIME"],
    ["the start of the connection", "evidence", "istio.io/connectedAt"],
    ["its renewal", "evidence", "renewed by"],
    ["the maximum age and its source", "evidence", "The maximum age of connections is"],
    ["the health gate", "evidence", "proxy.istio.io/health-checks-enabled"],
    ["the rule for ambient mode", "evidence", "In ambient mode"],
    ["labels with their origin", "labels", "spec.labels"],
    ["the services of a label", "labels", "who selects this?"],
    ["policies, or the kinds that are not visible", "policies", "AuthorizationPolicies"],
    ["uid", "object", "vm-1-uid"],
    ["created by", "object", "created by"],
    ["owner", "object", "owner"],
    ["last writer", "object", "last writer"],
    ["membership", "object", "owner reference"],
    ["ports", "object", "https 8443"],
    ["weight", "object", "7"],
    ["revision", "object", "revision"],
    ["flaps in 24 h", "flaps", "flap"],
    ["former holders", "incarnations", "vm-1-uid this one"],
    ["other entries with its address", "same-address", "no other visible entry uses 10.0.0.1 in vpc"],
    ["findings", "findings", "rule"],
    ["events", "events", "istiod writes"],
    ["the object as YAML", "yaml", "WorkloadEntry"],
    ["commands", "commands", "kubectl"],
    ["the time in each state", "timeline", "observed"],
  ])("%s in %s", (_, section, text) => {
    expect(page.texts.get(section)).toContain(text);
  });

  it("its actions in one menu, the summary before it", () => {
    expect(page.buttons).toEqual(["Copy summary", "More actions"]);
  });
});

describe("the page of an entry that is gone has", () => {
  let page: Awaited<ReturnType<typeof readPage>>;
  beforeAll(async () => {
    page = await readPage("vm-2");
  });

  it("the summary before its menu", () => {
    expect(page.buttons).toEqual(["Copy summary", "More actions"]);
  });

  it.each([
    ["how it ended", "last-seen", "commands in the audit"],
    ["its last message", "last-seen", MESSAGE],
    ["its page at that time", "last-seen", "page at that time"],
    ["its machine", "machine", "10.0.0.2"],
    ["its last report", "reported-health", MESSAGE],
    ["its labels", "labels", "app=checkout"],
    ["its object", "object", "vm-2-uid"],
    ["its flaps", "flaps", "flap"],
    ["holders of its name", "incarnations", "vm-2-uid this one"],
  ])("%s in %s", (_, section, text) => {
    expect(page.texts.get(section)).toContain(text);
  });
});
