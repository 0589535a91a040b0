import { expect, it } from "vitest";
import type { RootCertificateStatus } from "@/lib/domain/bundle/credentials";
import { rootProblemWords, rootWords } from "./root-words";

const DAY = Date.UTC(2036, 0, 2);

it.each<[standing: RootCertificateStatus, short: string, problem: string]>([
  [{ kind: "holds", until: DAY }, "PEM, holds until 2036-01-02 00:00:00 UTC", ""],
  [{ kind: "unreadable" }, "no PEM", "The root certificate is no certificate in PEM: with it no machine trusts istiod."],
  [
    { kind: "ended", until: DAY },
    "PEM, ended at 2036-01-02 00:00:00 UTC",
    "The root certificate ended at 2036-01-02 00:00:00 UTC: with it no machine trusts istiod.",
  ],
  [
    { kind: "not-yet", from: DAY },
    "PEM, holds from 2036-01-02 00:00:00 UTC",
    "The root certificate holds from 2036-01-02 00:00:00 UTC on only: until then no machine trusts istiod.",
  ],
])("%j: in a few words, and what is wrong with it", (standing, short, problem) => {
  expect([rootWords(standing), rootProblemWords(standing)]).toEqual([short, problem]);
});
