import { expect, it } from "vitest";
import { aReport } from "@/lib/testing/entries";
import { aMachine } from "@/lib/testing/finding-cases";
import { findingHost } from "@/lib/testing/findings-world";
import { aKubernetesService, aSelectionWorld, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import { endpointsOf } from "./entry-endpoints";

const world = aSelectionWorld();
const named = aKubernetesService({ ports: [aServicePort({ target: 8080 }), aServicePort({ name: "admin", number: 81, target: "admin" })] });

it.each([
  ["a machine with an account", aServiceEntry(), aMachine("vm", { serviceAccount: "web" }), [[80, 80, "mutual", null]]],
  ["a machine without one, for a host outside the mesh", aServiceEntry({ isExternal: true }), aMachine("vm"), [[80, 80, "plain", "external"]]],
  ["a machine that lacks a named port", named, aMachine("vm"), [[80, 8080, "plain", "no-account"]]],
  ["one that is unhealthy", aServiceEntry(), aMachine("vm", { gate: "true", health: aReport("False") }), []],
  ["one without an address and a network", aServiceEntry(), aMachine("vm", { address: "" }), []],
  ["one that is not taken", aServiceEntry(), aMachine("vm", { specLabels: [] }), []],
])("of %s", (_what, selector, entry, expected) => {
  expect(endpointsOf(entry, findingHost(selector), world).map(({ port, ends, tls }) => [port, ends, tls.sends, tls.gatewayClosed])).toEqual(expected);
});
