import { describe, expect, it } from "vitest";
import type { SelectionFix } from "@/lib/domain/selection/nearest-misses";
import { changeWords } from "./change-words";

const CASES: readonly (readonly [SelectionFix, string])[] = [
  [
    {
      on: "machine",
      set: "labels",
      labels: [
        ["app", "checkout"],
        ["tier", "pci"],
      ],
    },
    "label the machine app=checkout, tier=pci",
  ],
  [{ on: "machine", set: "no-label", key: "istio.io/draining" }, "take the label istio.io/draining off the machine"],
  [{ on: "machine", set: "address", value: "192.0.2.1", isExample: true }, "give the machine an IP address (as 192.0.2.1)"],
  [{ on: "machine", set: "port", name: "http", value: 8080, isExample: true }, "name a port http on the machine (as 8080)"],
  [{ on: "machine", set: "healthy" }, "let its probe pass"],
  [{ on: "machine", set: "running-and-ready" }, "let the Pod run and become ready"],
  [{ on: "selector", set: "no-label", key: "istio.io/rev" }, "take the label istio.io/rev off the ServiceEntry"],
  [{ on: "selector", set: "namespace", value: "legacy" }, "move or copy the ServiceEntry to namespace legacy"],
  [{ on: "selector", set: "selector", labels: [["app", "cart"]] }, "let the ServiceEntry select app=cart"],
  [{ on: "selector", set: "resolution", value: "DNS" }, "set resolution DNS on the ServiceEntry"],
  [{ on: "selector", set: "cluster-ip" }, "make the ServiceEntry anew with type ClusterIP and an address of its own"],
  [{ on: "istiod", set: "setting", name: "PILOT_ENABLE_SERVICEENTRY_SELECT_PODS" }, "set PILOT_ENABLE_SERVICEENTRY_SELECT_PODS back to true at istiod"],
];

describe("the edit that would have a machine selected", () => {
  it.each(CASES)("%j", (change, words) => {
    expect(changeWords(change, "ServiceEntry")).toBe(words);
  });
});
