import { expect, it } from "vitest";
import { aMachine, evidenceOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aDestinationRule, aKubernetesService, aMesh, aServiceEntry, aTrafficPolicy } from "@/lib/testing/selection";
import { placeWithoutEffect } from "./place-without-effect";

const hosts = [aServiceEntry()];
const entries = [aMachine("vm-1", { locality: "eu/a" }), aMachine("vm-2", { locality: "eu/b" })];
const off = { simple: "", zoneAware: null, locality: { isEnabled: false, distribute: null, failover: [], failoverPriority: [] } };
const on = { ...off, locality: { ...off.locality, isEnabled: true } };
const ruled = (own: Parameters<typeof aTrafficPolicy>[0]) => ({ rules: [aDestinationRule({ policy: aTrafficPolicy(own) })] });

it.each([
  ["two zones and no rule", { hosts, entries }, [{ zones: ["eu/a", "eu/b"], rules: [] }]],
  ["a rule that ejects nobody", { hosts, entries, policies: ruled({}) }, [{ rules: ["shop/a"] }]],
  ["outlier detection", { hosts, entries, policies: ruled({ outlier: { minHealthPercent: 0, maxEjectionPercent: null } }) }, []],
  ["a traffic distribution", { hosts: [aServiceEntry({ distribution: "same-zone" })], entries }, []],
  ["a rule that switches place off, which is meant", { hosts, entries, policies: ruled({ balancer: off }) }, []],
  ["a mesh that switches it off", { hosts, entries, mesh: { settings: aMesh({ locality: null }), doubts: [] } }, []],
  ["one zone", { hosts, entries: entries.slice(0, 1) }, []],
  ["a zone and machines without a place", { hosts, entries: [...entries.slice(0, 1), aMachine("vm-3")] }, []],
])("of %s", (_what, objects, evidence) => expect(evidenceOf(placeWithoutEffect, objects)).toEqual(evidence.map((one) => expect.objectContaining(one))));

it.each([
  ["a ServiceEntry", { hosts, entries }],
  ["a Service", { hosts: [aKubernetesService()], entries }],
  ["a rule that sets a locality and ejects nobody", { hosts, entries, policies: ruled({ balancer: on }) }],
])("its patch of %s silences it", (_what, objects) => {
  expect(evidenceOf(placeWithoutEffect, objects)).toHaveLength(1);
  expect(leftAfterPatch(placeWithoutEffect, objects)).toEqual([]);
});
