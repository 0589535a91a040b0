import { describe, expect, it } from "vitest";
import {
  aDestinationRule,
  aKubernetesService,
  anEntryPort,
  aSelectableEntry,
  aSelectionWorld,
  aServiceEntry,
  aServicePort,
  aTrafficPolicy,
} from "@/lib/testing/selection";
import { definitionsOf } from "./definitions";
import type { SelectableEntry } from "./objects";
import type { PeerAuthentication } from "./policies";
import { takenPorts } from "./taken-ports";
import type { SelectionWorld } from "./world";

function ports(own: Partial<SelectionWorld>, entry: Partial<SelectableEntry> = {}) {
  const world = aSelectionWorld(own);
  const [definition] = definitionsOf(world);
  if (definition === undefined) throw new Error("there is one");
  const machine = aSelectableEntry({ serviceAccount: "web", ...entry });
  return takenPorts(definition, machine, new Map(machine.specLabels), world);
}

const strict: PeerAuthentication = { namespace: "shop", name: "strict", createdAt: 0, labels: [], selector: [["app", "a"]], mode: "STRICT", ports: [] };
const web = aServicePort({ name: "web", target: "web" });

describe("the ports of a host on a machine", () => {
  it("end where the machine says, by a rule each, and nowhere for UDP", () => {
    const service = aKubernetesService({ ports: [aServicePort(), web, aServicePort({ name: "dns", number: 53, protocol: "UDP" })] });
    expect(ports({ services: [service] }, { ports: [["http", 8080]] })).toMatchObject([
      { name: "http", number: 80, found: { port: 8080, rule: "port-name" }, spoken: "mutual", isRefused: false },
      { name: "web", number: 80, target: "web", found: { port: null, missing: "web" }, spoken: null, isRefused: false },
    ]);
  });

  it("of a ServiceEntry are numbers of its own", () => {
    const entry = aServiceEntry({ ports: [anEntryPort({ number: 443, target: 8443 })] });
    expect(ports({ serviceEntries: [entry] })).toMatchObject([{ number: 443, target: 8443, found: { port: 8443, rule: "target-number" }, spoken: "mutual" }]);
  });

  it.each([
    ["mutual: it has an account", {}, {}, "mutual", false],
    ["plain: it has none", {}, { serviceAccount: "" }, "plain", false],
    ["plain, which a STRICT policy refuses", { authentications: [strict] }, { serviceAccount: "" }, "plain", true],
    ["mutual, which a STRICT policy takes", { authentications: [strict] }, {}, "mutual", false],
    ["plain: the host is external", { serviceEntries: [aServiceEntry({ isExternal: true })], services: [] }, {}, "plain", false],
    [
      "as a DestinationRule of its namespace says",
      { rules: [aDestinationRule({ host: "a", policy: aTrafficPolicy({ tls: "DISABLE" }) })] },
      {},
      "plain",
      false,
    ],
    [
      "plain, as a DestinationRule of the only namespace that may call says",
      {
        services: [aKubernetesService({ exportTo: ["web"] })],
        rules: [aDestinationRule({ namespace: "web", host: "a.shop.svc.cluster.local", exportTo: ["."], policy: aTrafficPolicy({ tls: "DISABLE" }) })],
      },
      {},
      "plain",
      false,
    ],
    [
      "mutual, whatever a DestinationRule elsewhere says",
      { rules: [aDestinationRule({ namespace: "far", host: "a.shop.svc.cluster.local" })] },
      {},
      "mutual",
      false,
    ],
  ] as const)("are spoken to in %s", (_claim, world, entry, spoken, isRefused) => {
    expect(ports({ services: [aKubernetesService()], ...world }, entry)).toMatchObject([{ spoken, isRefused }]);
  });
});
