import { describe, expect, it } from "vitest";
import type { ExclusionReason } from "@/lib/domain/selection/reasons";
import { reasonWords } from "./reason-words";

const CASES: readonly (readonly [ExclusionReason, string])[] = [
  [{ code: "selector-of-other-revision", wanted: "default", found: "canary" }, "it is labelled istio.io/rev=canary, and istiod here is of revision default"],
  [
    { code: "machine-of-other-revision", wanted: "default", found: "canary" },
    "the machine is labelled istio.io/rev=canary, and istiod here is of revision default",
  ],
  [{ code: "switched-off", setting: "PILOT_ENABLE_K8S_SELECT_WORKLOAD_ENTRIES" }, "istiod is told not to: PILOT_ENABLE_K8S_SELECT_WORKLOAD_ENTRIES is false"],
  [{ code: "no-selector" }, "it selects nobody by labels"],
  [{ code: "empty-selector", istioVersion: "1.29.0" }, "its selector has no labels, which selects nothing in istiod 1.29.0"],
  [{ code: "empty-selector", istioVersion: null }, "its selector has no labels, which selects nothing in ambient mode"],
  [
    { code: "empty-selector-unknown", versions: [] },
    "its selector has no labels: istiod selects everything or nothing with it, which depends on its exact version",
  ],
  [
    { code: "empty-selector-unknown", versions: ["1.30.4", "1.30.5"] },
    "its selector has no labels: istiod 1.30.4 or 1.30.5 selects everything or nothing with it, which depends on its exact version",
  ],
  [{ code: "other-namespace", wanted: "shop", found: "legacy" }, "objects never select across namespaces: it is in shop, the machine in legacy"],
  [
    {
      code: "labels-differ",
      pairs: [
        { key: "app", wanted: "checkout", found: "checkout-canary" },
        { key: "tier", wanted: "", found: null },
      ],
    },
    'label app is checkout-canary, the selector wants checkout; no label tier, the selector wants ""',
  ],
  [
    { code: "host-name-address", address: "gw.partner.net", resolution: "Service" },
    "a host name (gw.partner.net) is no address for a Service: only a ServiceEntry with resolution DNS takes it",
  ],
  [
    { code: "socket-address", address: "unix:///run/a", resolution: "STATIC" },
    "a socket (unix:///run/a) is no address with resolution STATIC: only a ServiceEntry with resolution DNS takes it",
  ],
  [{ code: "headless" }, "a headless Service takes Pods only: its callers look up addresses themselves"],
  [{ code: "resolution-none" }, "resolution NONE sends callers no list: they connect where the application says"],
  [{ code: "resolution-dynamic" }, "resolution DYNAMIC_DNS sends callers no list: they look up what they are asked for"],
  [{ code: "external-name", externalName: "old.example.com" }, "its type is ExternalName: it is another name for old.example.com, and takes nobody"],
  [{ code: "unhealthy", status: "False", message: "503" }, "its last report is Healthy=False: 503"],
  [{ code: "unhealthy", status: "Unknown", message: "" }, "its last report is Healthy=Unknown"],
  [{ code: "awaiting-first-probe" }, "its health gate is on, and nothing has been reported yet"],
  [{ code: "draining", value: "true" }, "it is being drained (its label says true)"],
  [{ code: "pod-not-ready" }, "the Pod is not ready"],
  [{ code: "pod-deleting" }, "the Pod is being deleted"],
  [{ code: "pod-without-address" }, "the Pod has no address yet"],
  [{ code: "pod-finished", phase: "Failed" }, "the Pod has ended: Failed"],
];

describe("why a selector does not take a machine", () => {
  it.each(CASES)("%j", (reason, words) => {
    expect(reasonWords(reason)).toBe(words);
  });
});
