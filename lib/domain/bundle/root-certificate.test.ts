import { expect, it } from "vitest";
import { type CertificatePeriod, type RootStanding, rootStandingOf } from "./root-certificate";

const from = (start: number, until: number): CertificatePeriod => ({ from: start, until });

it.each<[claim: string, periods: readonly CertificatePeriod[] | null, standing: RootStanding]>([
  ["no certificates cannot be read", null, { kind: "unreadable" }],
  ["an empty list is none", [], { kind: "unreadable" }],
  ["one holds from its first to its last moment", [from(100, 100)], { kind: "holds", until: 100 }],
  ["of several that hold the last to end counts", [from(0, 200), from(50, 300)], { kind: "holds", until: 300 }],
  ["one that holds is enough beside one that has ended", [from(0, 50), from(50, 150)], { kind: "holds", until: 150 }],
  ["all have ended, the last at its end", [from(0, 99), from(0, 50)], { kind: "ended", until: 99 }],
  ["the next one holds from its beginning", [from(0, 50), from(300, 400), from(200, 400)], { kind: "not-yet", from: 200 }],
])("a root certificate: %s", (_claim, periods, standing) => {
  expect(rootStandingOf(periods, 100)).toEqual(standing);
});
