import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { anEntry, aReport } from "@/lib/testing/entries";
import { DRAINING_LABEL, hasHealthChecks, servingOf } from "./serving";
import type { Serving } from "./verdict";

describe("the health gate", () => {
  it.each(["1", "t", "T", "TRUE", "true", "True"])("hasHealthChecks is true for %j, as Go's ParseBool reads it", (gate) => {
    expect(hasHealthChecks(gate)).toBe(true);
  });

  it.each([null, "", "0", "f", "F", "FALSE", "false", "False", "yes", "on", "tRUE", " true", "true "])("hasHealthChecks is false for %j", (gate) => {
    expect(hasHealthChecks(gate)).toBe(false);
  });
});

const draining = (value: string) => sortedLabelSet([[DRAINING_LABEL, value]]);

describe("the serving value of an entry", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, serving: Serving][] = [
    ["is 'yes-checked' with health checks on and a report True", {}, { kind: "yes-checked" }],
    ["is 'no-unhealthy' with the probe's message for a report False", { health: aReport("False", "HTTP 503") }, { kind: "no-unhealthy", message: "HTTP 503" }],
    ["is 'no-awaiting' before the first report with health checks on", { health: null }, { kind: "no-awaiting" }],
    [
      "is 'no-unhealthy' for any other status, with the status verbatim",
      { health: aReport("Unknown", "who?") },
      { kind: "no-unhealthy", message: 'Healthy="Unknown": who?' },
    ],
    ["is 'no-unhealthy' for a status in lower case", { health: aReport("true") }, { kind: "no-unhealthy", message: 'Healthy="true"' }],
    [
      "is 'yes-unchecked' with the ignored status for a report False without health checks",
      { gate: null, health: aReport("False") },
      { kind: "yes-unchecked", ignored: "False" },
    ],
    ["is 'yes-unchecked' if Go cannot parse the annotation", { gate: "yes", health: null }, { kind: "yes-unchecked", ignored: null }],
    ["is 'no-draining' with a draining label in the metadata", { metadataLabels: draining("true") }, { kind: "no-draining" }],
    ["is 'no-draining' with a draining label in the spec", { specLabels: draining("false") }, { kind: "no-draining" }],
    ["is 'yes-checked' with an empty draining label", { specLabels: draining("") }, { kind: "yes-checked" }],
    [
      "is 'yes-checked' if an empty label in the metadata overrides the label in the spec",
      { specLabels: draining("x"), metadataLabels: draining("") },
      { kind: "yes-checked" },
    ],
    ["is 'no-draining' for a draining entry without health checks, too", { gate: null, health: null, specLabels: draining("x") }, { kind: "no-draining" }],
    [
      "is 'no-unhealthy' if the entry is both unhealthy and draining",
      { health: aReport("False", "503"), specLabels: draining("x") },
      { kind: "no-unhealthy", message: "503" },
    ],
    ["does not depend on disconnectedAt", { connectedAt: null, disconnectedAt: { text: "x", ms: 0 } }, { kind: "yes-checked" }],
    ["is 'no-endpoint' without an address and a network", { address: "", network: "" }, { kind: "no-endpoint" }],
    [
      "is 'no-endpoint' without an address and a network, even if the check fails",
      { address: "", network: "", health: aReport("False", "503") },
      { kind: "no-endpoint" },
    ],
    ["is 'yes-checked' with only a network, because callers reach its gateway", { address: "" }, { kind: "yes-checked" }],
    ["is 'yes-checked' with only an address", { network: "" }, { kind: "yes-checked" }],
    ["is 'unknown' for an unreadable object", { unreadable: "spec is a list" }, { kind: "unknown" }],
  ];
  it.each(cases)("the serving value of an entry: %s", (_, change, serving) => {
    expect(servingOf(anEntry(change))).toEqual(serving);
  });
});
