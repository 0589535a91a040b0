import fc from "fast-check";
import { type LabelSet, labelSet } from "@/lib/domain/label-set";

/** Most often `otherwise` (so many times in `weight` + 1), else one of the others. */
export function seldom<T>(arbitrary: fc.Arbitrary<T>, otherwise: T, weight = 5): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary });
}

/** Labels of which those that are undefined are left out. */
export function pairs(labels: Readonly<Record<string, string | undefined>>): LabelSet {
  return labelSet(Object.entries(labels).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

/** A namespace of the small worlds; most things are in the first. */
export const arbitraryNamespace = fc.constantFrom("shop", "shop", "data");

/** Addresses that lead to no machine, to another place, or to nothing that Istio reads. */
export const arbitraryOddAddress = fc.constantFrom(
  ...["127.0.0.1", "::ffff:127.0.0.1", "0.0.0.0", "169.254.169.254", "vm_1"],
  ...["169.254.0.1", "fe80::1", "172.17.0.1", "10.96.0.1", "::ffff:10.96.0.1"],
);
