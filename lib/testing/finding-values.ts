import fc from "fast-check";
import { formatIstiodStatus, ISTIOD_CONDITIONS } from "@/lib/domain/entry/istiod-status";
import { type LabelSet, sortedLabelSet } from "@/lib/domain/object/label-set";

/** Most often `otherwise` (so many times in `weight` + 1), else one of the others. */
export function seldom<T>(arbitrary: fc.Arbitrary<T>, otherwise: T, weight = 5): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary });
}

/** Labels of which those that are undefined are left out. */
export function pairs(labels: Readonly<Record<string, string | undefined>>): LabelSet {
  return sortedLabelSet(Object.entries(labels).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

/** A report of istiod, as the store has it; "" = none. */
export const arbitraryIstiodStatus = seldom(
  fc
    .record({
      type: fc.constantFrom(...ISTIOD_CONDITIONS),
      status: fc.constantFrom("True", "False", "Unknown", "false"),
      message: fc.constantFrom("not ready", "Successfully attached to waypoint a. Canary waypoint not attached: b", "Canary waypoint not attached: b"),
      codes: fc.subarray(["IST0133", "IST0171"]),
      isOlder: fc.constantFrom(null, true, false),
    })
    .map(({ codes, isOlder, ...condition }) =>
      formatIstiodStatus({
        conditions: [{ ...condition, reason: "R", isOlder }],
        messages: codes.map((code) => ({ code, level: "WARNING", isOlder })),
      }),
    ),
  "",
);

/** A namespace of the small worlds; most things are in the first. */
export const arbitraryNamespace = fc.constantFrom("shop", "shop", "data");

/** Addresses that lead to no machine, to another place, or to nothing that Istio reads. The last of each line are near misses. */
export const arbitraryOddAddress = fc.constantFrom(
  ...["127.0.0.1", "127.8.9.1", "::ffff:127.0.0.1", "::FFFF:7f00:1", "::1", "0:0::0:1", "0.0.0.0", "::", "126.0.0.1", "0.0.0.1", "::2"],
  ...["169.254.169.254", "::ffff:a9fe:a9fe", "fd00:ec2::254", "fd00:ec2:0::0254", "fd00:ec2::255"],
  ...["localhost", "Vm.LocalHost.", "localhost.test", "mylocalhost"],
  ...["vm_1", "127.1", "010.0.0.1", "[::1]", "10.0.0.1:80", "1::2::3", "fe80::1%", "-a", "a..b", "x".repeat(64), "x".repeat(63), "vm.example.com."],
  ...["169.254.0.1", "::ffff:169.254.169.255", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "169.253.0.1", "172.17.0.1", "::ffff:172.17.0.1", "172.17.0.2"],
  ...["10.96.0.1", "10.96.0.1", "10.96.0.2", "::ffff:10.96.0.1", "::ffff:a60:1", "fd00:96:0::1", "FD00:96::0:1", "10.96.0.3", "10.1.0.1"],
);
