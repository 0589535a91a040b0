import { describe, expect, it } from "vitest";
import { type CountedServices, servicesLine, servicesStatement, type UnselectedMachineCounts } from "@/lib/domain/statements/services";
import { aCountedList } from "@/lib/testing/counted-services";
import { servicesHeadline, servicesLineText } from "./hosts-headline";
import type { Tense } from "./text/tense";

const NOW: Tense = { past: false };
const THEN: Tense = { past: true, at: "at 04:16:12", moment: 0 };
const machines = (none: number, told = 942, untold = 0): UnselectedMachineCounts => ({ machines: none, told, untold });

function read(input: CountedServices, unselected: UnselectedMachineCounts | null, tense: Tense): string {
  const { strong, of, rest, trouble } = servicesHeadline(servicesStatement(input, unselected), tense);
  return [strong, of, rest, trouble.map(({ text }) => text).join("")].filter((part) => part !== "").join(" ");
}

describe("a services-complete statement", () => {
  it.each<[string, CountedServices, UnselectedMachineCounts | null, Tense]>([
    ["24 of 24 hosts have every machine they select.", aCountedList(), machines(0), NOW],
    [
      "21 of 24 hosts have every machine they select. soap.legacy has nobody left, and two machines are in no host.",
      aCountedList({ complete: 21, nobody: 1, nobodyNames: ["soap.legacy.svc.cluster.local"] }),
      machines(2),
      NOW,
    ],
    ["1 of 1 host has every machine it selects. One machine is in no host.", aCountedList({ withMachines: 1, complete: 1 }), machines(1), NOW],
    ["2 of 24 hosts have every machine they select. 22 hosts have nobody left.", aCountedList({ complete: 2, nobody: 22, nobodyNames: ["a", "b"] }), null, NOW],
    ["22 of 24 hosts have every machine they select. a and b have nobody left.", aCountedList({ complete: 22, nobody: 2, nobodyNames: ["a", "b"] }), null, NOW],
    [
      "23 of 24 hosts had every machine they selected at 04:16:12. a had nobody left, and 14 machines were in no host.",
      aCountedList({ complete: 23, nobody: 1, nobodyNames: ["a"] }),
      machines(14),
      THEN,
    ],
    ["No host selects a machine. 942 machines are in no host.", aCountedList({ withMachines: 0, complete: 0 }), machines(942), NOW],
    ["No host selected a machine at 04:16:12.", aCountedList({ withMachines: 0, complete: 0 }), null, THEN],
  ])("reads: %s", (words, input, unselected, tense) => {
    expect(read(input, unselected, tense)).toBe(words);
  });
});

describe("the second line of a list of services", () => {
  const nobodySelects = { withMachines: 0, services: 0, serviceEntries: 0 };
  it.each<[string, CountedServices, UnselectedMachineCounts | null, Tense]>([
    ["19 Services and 5 ServiceEntries select machines | 940 of 942 registered machines are in a host", aCountedList(), machines(2), NOW],
    [
      "19 Services and 5 ServiceEntries select machines | 940 of 942 registered machines are in a host | endpoints are counted for sidecars",
      aCountedList({ isForSidecars: true }),
      machines(2),
      NOW,
    ],
    ["1 Service selects machines", aCountedList({ services: 1, serviceEntries: 0 }), null, NOW],
    [
      "19 Services and 5 ServiceEntries select machines | 6 hosts have no machine | 1 host is claimed twice | pods are not visible for 3 hosts",
      aCountedList({ total: 30, claimedTwice: 1, podsUnseen: 3 }),
      machines(0, 0),
      NOW,
    ],
    [
      "19 Services and 5 ServiceEntries selected machines | 941 of 942 registered machines were in a host | 2 hosts were claimed twice | pods were not known for 1 host",
      aCountedList({ claimedTwice: 2, podsUnseen: 1 }),
      machines(1),
      THEN,
    ],
    ["24 hosts have no machine | who selects 40 machines is not visible", aCountedList(nobodySelects), machines(0, 0, 40), NOW],
    ["24 hosts have no machine | 1 host has unverified machines", aCountedList({ ...nobodySelects, unverified: 1 }), null, NOW],
  ])("reads: %s", (words, input, unselected, tense) => {
    expect(
      servicesLine(input, unselected)
        .map((part) => servicesLineText(part, tense))
        .join(" | "),
    ).toBe(words);
  });
});
