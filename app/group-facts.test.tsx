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
import { connectRoutes, loadPages, pageActions, serveFleet, settled, shownPage } from "./rendered-pages.fixture";

/** Each fact of the page of a group, and its place. A fact that moves needs a new place here. */
const clock = new ManualClock(NOW);
const MESSAGE = 'Get "http://10.0.0.1:8080/healthz": dial tcp 10.0.0.1:8080: connect: connection refused';
const PATH = "c/[cluster]/groups/[namespace]/[name]/page";
const place = { cluster: "prod-eu", namespace: "shop" };
const GROUP = aGroup({
  ...{ uid: "checkout-uid", expectedSize: "4", managedBy: "Argo CD", generation: 41 },
  entryLabels: sortedLabelSet([
    ["app", "checkout"],
    ["team", "shop"],
  ]),
  entryAnnotations: sortedLabelSet([["owner.example.com/channel", "checkout-ops"]]),
  template: { address: "", ports: [["https", 8443]], labels: [], network: "vpc", locality: "eu-1/eu-1a", weight: 7, serviceAccount: "checkout-vm" },
  probe: {
    ...{ method: "httpGet", port: 8080, path: "/healthz", scheme: "", host: "", command: [] },
    ...{ initialDelaySeconds: 5, timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
  },
  lastWriter: { manager: "argocd-controller", operation: "Apply", subresource: "", time: NOW },
  plannedLeaves: JSON.stringify([{ entry: "vm-3", by: "2099-01-31T23:59:59Z", reason: "moved to Kubernetes" }]),
});
const GONE = aGroup({ uid: "cart-uid", name: "cart", expectedSize: "1" });
let runtime: Runtime;

function status(): ClusterStatus {
  const freshness = { kind: "live", asOf: clock.now(), reason: "" } as const;
  const sources = SOURCE_NAMES.map((source) => ({ source, namespace: "*", freshness, proofMs: 60_000, objects: 1, unreadable: 0 }));
  return { cluster: "prod-eu", freshness, sources, skewMs: null, version: "1.35", triedSince: NOW };
}

function machine(n: number, message: string) {
  return anEntry({
    ...{ uid: `vm-${n}-uid`, name: `vm-${n}`, address: `10.0.0.${n}`, network: "vpc", locality: "eu-1/eu-1a", controller: "istiod-a" },
    ...{ gate: "true", health: message === "" ? aReport("True") : aReport("False", message) },
    specLabels: sortedLabelSet([
      ["app", "checkout"],
      ["version", "v41"],
    ]),
    connectedAt: parseTimestamp(new Date(NOW - 60_000).toISOString()),
  });
}

// The code of the page is loaded before the time of a hook counts.
beforeAll(() => loadPages(PATH), 60_000);
beforeAll(async () => {
  const played = await rememberedFleet(clock, aWorld([aReplica({ name: "istiod-a", zone: "eu-1a", revision: "1-31" })]));
  const alike = anEntry({
    ...{ uid: "by-hand-uid", name: "by-hand", registrationGroup: "", owner: null, controller: "", connectedAt: null },
    specLabels: GROUP.entryLabels,
  });
  await played.live([machine(1, MESSAGE), machine(2, ""), machine(3, ""), machine(4, ""), alike], [GROUP, GONE]);
  played.select(selectingOf(aKubernetesService({ name: "checkout", selector: sortedLabelSet([["app", "checkout"]]) }), { uid: "service" }));
  await played.wait(60_000);
  played.remove(machine(4, ""));
  played.removeGroup(GONE);
  await played.wait(60_000);
  const scope = scopeFromPermissions(new Map([["prod-eu", new Map(WATCHED_KINDS.map((kind) => [kind, "all" as const]))]]));
  runtime = serveFleet({ played, scope, statuses: () => [status()] });
});
afterAll(() => runtime.stop());

/** Returns the texts of the page's sections by name, with all rows unfolded, and the actions of its menu. */
async function readPage(
  name: string,
): Promise<{ readonly texts: ReadonlyMap<string, string>; readonly order: readonly string[]; readonly actions: readonly (string | null)[] }> {
  connectRoutes();
  const root = await shownPage(PATH, { ...place, name }, {});
  const unfold = screen.queryByRole("button", { name: "unfold all" });
  if (unfold !== null) fireEvent.click(unfold);
  await settled();
  const sections = [...root.querySelectorAll<HTMLElement>("main [data-section]")];
  const texts = new Map(sections.map((one) => [one.dataset.section ?? "", one.textContent ?? ""] as const));
  texts.set("page", root.querySelector("main")?.textContent ?? "");
  const actions = (await pageActions(root)).map(({ textContent }) => textContent);
  cleanup();
  return { texts, order: sections.map((one) => one.dataset.section ?? ""), actions };
}

describe("the page of a group has", () => {
  let page: Awaited<ReturnType<typeof readPage>>;
  beforeAll(async () => {
    page = await readPage("checkout");
  }, 60_000);

  it.each([
    ["the expected size and its source", "group-facts", "4, declared"],
    ["the target of the probe", "group-facts", "http://localhost:8080/healthz"],
    ["the times and thresholds of the probe", "group-facts", "every 10 s, timeout 1 s, first after 5 s, fails after 3, recovers after 1"],
    ["the account", "group-facts", "checkout-vm"],
    ["the network", "group-facts", "vpc"],
    ["the managing tool", "group-facts", "Argo CD"],
    ["the last writer", "group-facts", "argocd-controller"],
    ["the age", "group-facts", "age"],
    ["the machines, worst first", "entries", "3 registered"],
    ["the message of the probe", "entries", "connection refused"],
    ["the version of a machine", "entries", "v41"],
    ["the zone of a machine", "entries", "eu-1a"],
    ["the replica of a machine", "entries", "istiod-a"],
    ["the files of its machines", "entries", "CSVJSON"],
    ["the services that select it", "selected-by", "checkout.shop.svc.cluster.local"],
    ["the status of a service", "selected-by", "Degraded"],
    ["the reason of the status", "selected-by", "1 machine is not serving"],
    ["the link to try other labels", "selected-by", "try other labels"],
    ["machines and trouble by zone, replica and network", "breakdown", "in trouble"],
    ["the zones of healthy machines of a service", "breakdown", "healthy machines in"],
    ["outlier detection of a service", "breakdown", "outlier detection"],
    ["lost machines", "lost", "10.0.0.4"],
    ["the rule of the expected size", "size", "stolos.dev/expected-size"],
    ["the machines that are planned to leave", "planned-leaves", "moved to Kubernetes"],
    ["labels of new entries", "template", "team=shop"],
    ["annotations of new entries", "template", "owner.example.com/channel=checkout-ops"],
    ["ports", "template", "https 8443"],
    ["weight", "template", "7"],
    ["locality", "template", "eu-1/eu-1a"],
    ["when a change of the template applies", "template", "changes apply to new entries only"],
    ["policies, or the kinds that are not visible", "policies", "AuthorizationPolicies"],
    ["entries with the same labels and no group", "label-only-entries", "by-hand"],
    ["findings", "findings", "rule"],
    ["changes of a day", "activity", "vm-4"],
    ["the link to all changes", "activity", "all of checkout"],
    ["events", "events", "istiod writes"],
    ["the object as YAML", "yaml", "managed by Argo CD"],
    ["the generation", "yaml", "generation 41"],
    ["commands", "commands", "workloadgroup/checkout"],
    ["the chart of machines that are not serving", "timeline", "Not serving"],
  ])("%s in %s", (_, section, text) => {
    expect(page.texts.get(section)).toContain(text);
  });

  it("its parts in the order of need", () => {
    const top = [
      "timeline",
      "entries",
      "selected-by",
      "group-facts",
      "details",
      "breakdown",
      "lost",
      "size",
      "planned-leaves",
      "template",
      "policies",
      "label-only-entries",
      "findings",
      "activity",
      "events",
      "yaml",
      "commands",
    ];
    expect(page.order.filter((name) => top.includes(name))).toEqual(top);
  });

  it("its actions in one menu", () => {
    for (const label of ["Copy summary", "Copy link", "Copy link to this moment", "Edit YAML", "Try an edit", "Arrival", "Download CSV", "Download JSON"]) {
      expect(page.actions).toContain(label);
    }
  });
});

describe("the page of a group that was deleted has", () => {
  let page: Awaited<ReturnType<typeof readPage>>;
  beforeAll(async () => {
    page = await readPage("cart");
  }, 60_000);

  it.each([
    ["the time of its deletion", "This group was deleted"],
    ["the user, or that the audit has none", "The user is not known: the audit has no such command."],
    ["its machines", "No machine is known to have been deleted with it"],
    ["its chart", "Not serving"],
    ["the next step of istiod", "istiod registers them again"],
  ])("%s", (_, text) => {
    expect(page.texts.get("page")).toContain(text);
  });
});
