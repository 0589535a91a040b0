import { expect, it } from "vitest";
import type { Reason } from "@/lib/domain/selection/reasons";
import { type NotSent, notSentOf } from "./not-sent";

const unhealthy: Reason = { code: "unhealthy", status: "False", message: "503" };
const awaiting: Reason = { code: "awaiting-first-probe" };
const draining: Reason = { code: "draining", value: "1" };

it.each<[claim: string, reasons: readonly Reason[], kind: NotSent]>([
  ["it fails its probe", [unhealthy], "failing"],
  ["somebody drains it", [draining], "draining"],
  ["its first probe has not come yet", [awaiting], "awaiting"],
  ["it fails and drains: the label hides it, but does not mend it", [unhealthy, draining], "failing"],
  ["it drains before its first probe came", [awaiting, draining], "draining"],
  ["it has neither an address nor a network", [], "failing"],
])("%s", (_claim, reasons, kind) => {
  expect(notSentOf(reasons)).toBe(kind);
});
