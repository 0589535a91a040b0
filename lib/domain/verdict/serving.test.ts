import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { labelSet } from "@/lib/domain/object/label-set";
import { anEntry, aReport } from "@/lib/testing/entries";
import { DRAINING_LABEL, hasHealthChecks, servingOf } from "./serving";
import type { Serving } from "./verdict";

describe("the health gate", () => {
  it.each(["1", "t", "T", "TRUE", "true", "True"])("is on for %j, as Go's ParseBool reads it", (gate) => {
    expect(hasHealthChecks(gate)).toBe(true);
  });

  it.each([null, "", "0", "f", "F", "FALSE", "false", "False", "yes", "on", "tRUE", " true", "true "])("is off for %j", (gate) => {
    expect(hasHealthChecks(gate)).toBe(false);
  });
});

const draining = (value: string) => labelSet([[DRAINING_LABEL, value]]);

describe("what Istio sends to sidecars", () => {
  const cases: readonly [claim: string, change: Partial<WorkloadEntry>, serving: Serving][] = [
    ["gate on and True is served, checked", {}, { kind: "yes-checked" }],
    ["gate on and False is not served, and says why", { health: aReport("False", "HTTP 503") }, { kind: "no-unhealthy", message: "HTTP 503" }],
    ["gate on and no report yet is not served", { health: null }, { kind: "no-awaiting" }],
    [
      "any other status is not served, and is shown verbatim",
      { health: aReport("Unknown", "who?") },
      { kind: "no-unhealthy", message: 'Healthy="Unknown": who?' },
    ],
    ["a status in lower case is not True", { health: aReport("true") }, { kind: "no-unhealthy", message: 'Healthy="true"' }],
    ["without a gate False is ignored, and said to be", { gate: null, health: aReport("False") }, { kind: "yes-unchecked", ignored: "False" }],
    ["a gate that Go cannot read is no gate", { gate: "yes", health: null }, { kind: "yes-unchecked", ignored: null }],
    ["a draining label in the metadata takes it out", { metadataLabels: draining("true") }, { kind: "no-draining" }],
    ["a draining label in the spec takes it out", { specLabels: draining("false") }, { kind: "no-draining" }],
    ["an empty draining label does nothing", { specLabels: draining("") }, { kind: "yes-checked" }],
    ["an empty label in the metadata undoes the spec's", { specLabels: draining("x"), metadataLabels: draining("") }, { kind: "yes-checked" }],
    ["draining holds without a gate as well", { gate: null, health: null, specLabels: draining("x") }, { kind: "no-draining" }],
    ["unhealthy outranks draining", { health: aReport("False", "503"), specLabels: draining("x") }, { kind: "no-unhealthy", message: "503" }],
    ["disconnectedAt plays no part", { connectedAt: null, disconnectedAt: { text: "x", ms: 0 } }, { kind: "yes-checked" }],
    ["neither an address nor a network is no endpoint", { address: "", network: "" }, { kind: "no-endpoint" }],
    ["nor where its check fails", { address: "", network: "", health: aReport("False", "503") }, { kind: "no-endpoint" }],
    ["a network alone is reached through its gateway", { address: "" }, { kind: "yes-checked" }],
    ["an address alone is one", { network: "" }, { kind: "yes-checked" }],
    ["of an unreadable object nothing is said", { unreadable: "spec is a list" }, { kind: "unknown" }],
  ];
  it.each(cases)("%s", (_, change, serving) => {
    expect(servingOf(anEntry(change))).toEqual(serving);
  });
});
