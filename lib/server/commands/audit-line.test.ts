import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import { NO_ORIGIN } from "@/lib/testing/audit-origins";
import { HOSTILE_LOG_TEXTS } from "@/lib/testing/hostile-log-texts";
import { audit } from "./audit-line";
import { setExpectedSize } from "./set-expected-size";

let written: string;
beforeEach(() => {
  written = "";
  vi.spyOn(process.stderr, "write").mockImplementation((line) => {
    written += String(line);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

const LINE = {
  viewer: { subject: "ann" },
  name: "set-expected-size",
  command: setExpectedSize,
  address: { cluster: "eu", namespace: "shop", name: "checkout" },
  dryRun: false,
  changedFields: ["metadata.annotations[x]"],
  result: "done",
  auditId: "",
  told: { uid: "u-1", tokenEnds: null },
  readRails: noRails,
  localAddresses: "refused",
  origin: NO_ORIGIN,
  keep: () => undefined,
};

it.each(HOSTILE_LOG_TEXTS.map((text) => [text]))("stays one line that says so, here and where it is kept, whatever a name holds: %.24j", (hostile) => {
  const kept: object[] = [];
  const names = { viewer: { subject: hostile }, changedFields: [hostile, hostile], result: hostile, auditId: hostile, forGroup: hostile };
  const told = { uid: hostile, tokenEnds: 0 };
  audit({ ...LINE, ...names, told, address: { cluster: hostile, namespace: hostile, name: hostile }, keep: (line) => kept.push(line) });
  expect(written.match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu)).toEqual(["\n"]);
  expect(JSON.parse(written)).toMatchObject({ message: "audit", command: "set-expected-size", verb: "patch", mode: "applied" });
  for (const text of [kept[0]].flatMap((line) => Object.entries(line ?? {}).flatMap(([name, value]) => (name === "audit_id" ? [] : [String(value)]))))
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
  expect(kept).toHaveLength(1);
});

it("holds no token that somebody put into a name", () => {
  const kept: object[] = [];
  audit({ ...LINE, result: "refused: Bearer s3cret-token-of-ann", changedFields: ["spec.password=s3cret-token-of-ann"], keep: (line) => kept.push(line) });
  expect([written, JSON.stringify(kept)].join()).not.toContain("s3cret");
  expect(written).toContain("‹secret›");
});

it("is cut where texts or names are too many", () => {
  audit({ ...LINE, viewer: { subject: "x".repeat(100_000) }, changedFields: Array.from({ length: 1_000 }, (_, n) => `spec.labels[${"k".repeat(400)}${n}]`) });
  expect(written.length).toBeLessThan(20_000);
  expect(JSON.parse(written).fields).toMatch(/and 950 more$/);
});
