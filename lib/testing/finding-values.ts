import fc from "fast-check";
import { ISTIOD_CONDITIONS, istiodStatusText } from "@/lib/domain/istiod-status";
import { type LabelSet, labelSet } from "@/lib/domain/label-set";

/** Most often `otherwise` (so many times in `weight` + 1), else one of the others. */
export function seldom<T>(arbitrary: fc.Arbitrary<T>, otherwise: T, weight = 5): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary });
}

/** Labels of which those that are undefined are left out. */
export function pairs(labels: Readonly<Record<string, string | undefined>>): LabelSet {
  return labelSet(Object.entries(labels).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

/** A report of istiod, as the store has it; "" = none. */
export const arbitraryIstiodStatus = seldom(
  fc
    .record({
      type: fc.constantFrom(...ISTIOD_CONDITIONS),
      status: fc.constantFrom("True", "False"),
      message: fc.constantFrom("not ready", "Successfully attached to waypoint a. Canary waypoint not attached: b"),
      codes: fc.subarray(["IST0133", "IST0171"]),
      isOlder: fc.constantFrom(null, true, false),
    })
    .map(({ codes, isOlder, ...condition }) =>
      istiodStatusText({
        conditions: [{ ...condition, reason: "R", isOlder }],
        messages: codes.map((code) => ({ code, level: "WARNING", isOlder })),
      }),
    ),
  "",
);

/** A namespace of the small worlds; most things are in the first. */
export const arbitraryNamespace = fc.constantFrom("shop", "shop", "data");

/** Addresses that lead to no machine, to another place, or to nothing that Istio reads. */
export const arbitraryOddAddress = fc.constantFrom(
  ...["127.0.0.1", "::ffff:127.0.0.1", "0.0.0.0", "169.254.169.254", "vm_1"],
  ...["169.254.0.1", "fe80::1", "172.17.0.1", "10.96.0.1", "::ffff:10.96.0.1"],
);
