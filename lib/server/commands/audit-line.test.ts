import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noRails } from "@/lib/server/guard-rails/read-rails";
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
  readRails: noRails,
  keep: () => undefined,
};

it.each(["\n", "\r\n", "\u2028", "\u2029", "\u0085", "\u001b[2K", "\u0000", '"}\n{"message":"audit","who":"root"'])(
  "stays one line, and one that says so, whatever a name holds: %j",
  (hostile) => {
    const names = { viewer: { subject: `ann${hostile}` }, changedFields: [`spec${hostile}`], result: `refused${hostile}` };
    audit({ ...LINE, ...names, address: { cluster: `eu${hostile}`, namespace: "shop", name: "checkout" } });
    expect(written.match(/[\n\r\u2028\u2029\u0085]/g)).toEqual(["\n"]);
    expect([...written].filter((one) => one < " " && one !== "\n")).toEqual([]);
    expect(JSON.parse(written)).toMatchObject({ message: "audit", command: "set-expected-size" });
  },
);

it("is cut where texts or names are too many", () => {
  audit({ ...LINE, viewer: { subject: "x".repeat(100_000) }, changedFields: Array.from({ length: 1_000 }, (_, n) => `spec.labels[${"k".repeat(400)}${n}]`) });
  expect(written.length).toBeLessThan(20_000);
  expect(JSON.parse(written).fields).toMatch(/and 950 more$/);
});
