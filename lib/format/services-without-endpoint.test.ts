import { describe, expect, it } from "vitest";
import type { ServiceWithoutEndpoint } from "@/lib/domain/statements/services-without-endpoint";
import { aHostRow } from "@/lib/testing/host-rows";
import { lostReason } from "./host-words";
import { lostServiceText } from "./services-without-endpoint";
import type { Tense, TextContext } from "./text/tense";

const NOW = Date.parse("2026-11-29T04:10:50Z");
const RADIUS: ServiceWithoutEndpoint = {
  ...{ kind: "service-without-endpoint", cluster: "eu-1", namespace: "identity", service: "radius", object: "ServiceEntry" },
  ...{ host: "radius.identity.mesh.internal", since: Date.parse("2026-11-29T02:10:00Z"), sinceAtLeast: false },
};
const LIVE: Tense = { past: false };
const STALE: Tense = { past: true, at: "at 04:05:00", moment: NOW - 350_000 };

function sentence(own: Partial<ServiceWithoutEndpoint>, context: Partial<TextContext> = {}, others: readonly ServiceWithoutEndpoint[] = []): string {
  const { who, words } = lostServiceText({ ...RADIUS, ...own }, { tense: LIVE, now: NOW, zone: "utc", ...context }, others);
  return `${who} ${words}`;
}

describe("the sentence of a service without an endpoint", () => {
  it.each<[text: string, own: Partial<ServiceWithoutEndpoint>, context?: Partial<TextContext>]>([
    ["radius.identity has no endpoint since 02:10:00.", {}],
    ["radius.identity has had no endpoint since 02:10:00 or before.", { sinceAtLeast: true }],
    ["radius.identity has no endpoint.", { since: null }],
    ["radius.identity has no endpoint since 27 Nov 02:10:00.", { since: Date.parse("2026-11-27T02:10:00Z") }],
    ["eu-1: radius.identity has no endpoint since 02:10:00.", {}, { severalClusters: true }],
    ["radius.identity had no endpoint at 04:05:00, since 02:10:00.", {}, { tense: STALE }],
    ["radius.identity had no endpoint at 04:05:00, since 02:10:00 or before.", { sinceAtLeast: true }, { tense: STALE }],
    ["radius.identity had no endpoint at 04:05:00.", { since: null }, { tense: STALE }],
  ])("%s", (text, own, context) => {
    expect(sentence(own, context)).toBe(text);
  });

  it.each<[claim: string, other: Partial<ServiceWithoutEndpoint>, name: string]>([
    ["the kind where a Service has the same name", { object: "Service", host: "radius.identity.svc.cluster.local" }, "ServiceEntry radius.identity"],
    ["the host name where the object has several", { host: "radius2.identity.mesh.internal" }, "radius.identity.mesh.internal"],
    ["no more where another namespace has the name", { namespace: "test", host: "radius.test.mesh.internal" }, "radius.identity"],
    ["no more for itself", {}, "radius.identity"],
  ])("names %s", (_claim, other, name) => {
    expect(sentence({ since: null }, {}, [{ ...RADIUS, ...other }])).toBe(`${name} has no endpoint.`);
  });
});

describe("the reason of a service without an endpoint", () => {
  const machines = { ...aHostRow().machines, taken: 0, serving: 0 } as NonNullable<ReturnType<typeof aHostRow>["machines"]>;

  it.each([
    ["Selects no machine and no Pod", { machines, pods: { taken: 0, ready: 0 } }],
    ["Selects no machine and no Pod", { machines, pods: null, addresses: null }],
    ["0 of 22 machines serve", { machines: { ...machines, taken: 22 }, pods: { taken: 0, ready: 0 } }],
    ["0 of 22 machines serve, 22 lost or missing", { machines, absent: 22, pods: { taken: 0, ready: 0 } }],
  ])("%s", (text, own) => {
    expect(lostReason({ ...aHostRow(), ...own })).toBe(text);
  });
});
