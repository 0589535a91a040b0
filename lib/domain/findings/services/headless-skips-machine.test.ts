import { expect, it } from "vitest";
import { aMachine, findingsOf } from "@/lib/testing/finding-cases";
import { aKubernetesService } from "@/lib/testing/selection";
import { headlessSkipsMachine } from "./headless-skips-machine";

const headless = aKubernetesService({ name: "headless", isHeadless: true });

it.each([
  ["a machine that only a headless Service wants", [headless], aMachine("vm"), ["Service/shop/headless"]],
  ["a machine that another Service takes too", [headless, aKubernetesService()], aMachine("vm"), []],
  ["a machine that it does not want", [headless], aMachine("vm", { specLabels: [["app", "b"]] }), []],
  ["a machine with a host name, which no Service takes", [headless], aMachine("vm", { address: "vm.example.com" }), []],
  ["a headless Service without a selector", [{ ...headless, selector: [] }], aMachine("vm"), []],
])("of %s", (_what, hosts, entry, of) => {
  expect(findingsOf(headlessSkipsMachine, { hosts, entries: [entry] }).map(({ detected }) => detected.of)).toEqual(of);
});
