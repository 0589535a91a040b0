import { expect, it } from "vitest";
import { aGroup, anEntry, aReport } from "@/lib/testing/entries";
import { evidenceOf } from "@/lib/testing/rule-cases";
import { probeNotInForce } from "./probe-not-in-force";

const UNSET = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
const PROBE = { method: "httpGet", port: 8080, path: "/", scheme: "", host: "", command: [], ...UNSET } as const;
const probed = aGroup({ generation: 2, probe: PROBE });
const ungated = anEntry({ gate: null, health: null });

it("finds an entry of a probed group without a gate", () => {
  expect(evidenceOf(probeNotInForce, { entries: [ungated], groups: [probed] })).toEqual([
    { group: "checkout", method: "httpGet", isRefused: false, groupEdited: true },
  ]);
});

it("shows a probe that the agent cannot run", () => {
  const groups = [aGroup({ probe: { ...PROBE, method: "none" } })];
  expect(evidenceOf(probeNotInForce, { entries: [ungated], groups })).toMatchObject([{ isRefused: true }]);
});

it.each([
  { of: "has the gate", entry: anEntry(), group: probed },
  { of: "says false on purpose", entry: { ...ungated, gate: "false" }, group: probed },
  { of: "reports, and is ignored", entry: { ...ungated, health: aReport("True") }, group: probed },
  { of: "is of a group without a probe", entry: ungated, group: aGroup() },
  { of: "was written by hand", entry: { ...ungated, registrationGroup: "" }, group: probed },
  { of: "has no group", entry: { ...ungated, owner: null, registrationGroup: "gone" }, group: probed },
])("passes over one that $of", ({ entry, group }) => {
  expect(evidenceOf(probeNotInForce, { entries: [entry], groups: [group] })).toEqual([]);
});
