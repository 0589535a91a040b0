import { expect, it } from "vitest";
import { aMachine, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aKubernetesService, aServicePort } from "@/lib/testing/selection";
import { portNameMissing } from "./port-name-missing";

const web = aServicePort({ target: "web" });
const hosts = [aKubernetesService({ ports: [web, aServicePort({ name: "admin", number: 81, target: 9000 })] })];
const dns = aServicePort({ name: "dns", number: 53, protocol: "UDP", target: "dns" });

it.each([
  [
    "a machine without the name",
    hosts,
    aMachine("vm", { ports: [["http", 8080]] }),
    [{ missing: ["web"], ports: ["80"], named: ["http: 8080"], isEveryPort: false }],
  ],
  ["a machine that lacks the only port", [aKubernetesService({ ports: [web] })], aMachine("vm"), [{ missing: ["web"], isEveryPort: true }]],
  ["a machine with the name", hosts, aMachine("vm", { ports: [["web", 8080]] }), []],
  ["a target by number", [aKubernetesService({ ports: [aServicePort({ target: 8080 })] })], aMachine("vm"), []],
  ["a port for UDP, which sidecars do not serve", [aKubernetesService({ ports: [aServicePort({ target: 8080 }), dns] })], aMachine("vm"), []],
  ["a machine that the Service does not take", hosts, aMachine("vm", { specLabels: [["app", "b"]] }), []],
])("of %s", (_what, all, machine, evidence) => {
  expect(evidenceOfAll(portNameMissing, { hosts: all, entries: [machine] })).toEqual(evidence.map((one) => expect.objectContaining(one)));
});
