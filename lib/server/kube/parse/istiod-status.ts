import { formatIstiodStatus, ISTIOD_CONDITIONS, type IstiodStatus } from "@/lib/domain/entry/istiod-status";
import { isUntypedObject } from "@/lib/domain/preview/values";
import { anyText, at, field, list, number, text } from "./json";

/** The report of istiod in an object's status, as one text; "" = none. Of several conditions of a type the first counts. */
export function istiodStatusAt(raw: unknown): string {
  const conditions = at(raw, "status", "conditions");
  const messages = at(raw, "status", "validationMessages");
  if (conditions === undefined && messages === undefined) return "";
  return formatIstiodStatus(statusOf(raw, list(conditions), list(messages)));
}

function statusOf(raw: unknown, conditions: readonly unknown[], messages: readonly unknown[]): IstiodStatus {
  const generation = number(at(raw, "metadata", "generation"));
  const isOlder = (observed: unknown) => {
    const read = wholeNumber(observed);
    return read === null || generation === null ? null : read < generation;
  };
  const found = ISTIOD_CONDITIONS.flatMap((type) => {
    const condition = conditions.find((one) => isUntypedObject(one) && field(one, "type") === `istio.io/${type}`);
    if (condition === undefined) return [];
    const [status, reason, message] = [anyText(field(condition, "status")), text(field(condition, "reason")), text(field(condition, "message"))];
    return [{ type, status, reason, message, isOlder: isOlder(field(condition, "observedGeneration")) }];
  });
  const observed = isOlder(at(raw, "status", "observedGeneration"));
  const told = messages.flatMap((one) => {
    const code = text(at(one, "type", "code"));
    return code === "" ? [] : [{ code, level: text(field(one, "level")), isOlder: observed }];
  });
  return { conditions: found, messages: told };
}

/** istiod writes generations as text. */
function wholeNumber(value: unknown): number | null {
  if (typeof value === "string") return /^\d{1,15}$/.test(value) ? Number(value) : null;
  const read = number(value);
  return read !== null && Number.isInteger(read) ? read : null;
}
