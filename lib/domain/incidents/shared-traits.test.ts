import { describe, expect, it } from "vitest";
import { anEndedIncident } from "@/lib/testing/incident-builders";
import { aFleet, IncidentFleet, incidentsAt, MINUTE, observedAll } from "@/lib/testing/incident-fleet";
import type { MachineFacts } from "./observation";
import { sharedTraits } from "./shared-traits";

const fleet = aFleet();
const group = fleet.of("group-1");

/** The traits of an incident of these machines, each as "TRAIT VALUE BAD/OF OTHERS/OF". */
function traitsOf(machines: readonly MachineFacts[], of: IncidentFleet = fleet): readonly string[] {
  const [incident] = incidentsAt(of, observedAll(machines, "failed", 0), MINUTE);
  if (incident === undefined) throw new Error("No incident opened.");
  return sharedTraits(incident, of).map(
    ({ trait, value, bad, of: all, others, ofOthers, separates }) => `${separates ? "" : "~"}${trait} ${value} ${bad}/${all} ${others}/${ofOthers}`,
  );
}

describe("the traits that machines of an incident share", () => {
  it("begin with the one that separates them from the others, with both shares", () => {
    const traits = traitsOf(group.slice(0, 8));
    expect(traits[0]).toBe("group group-1 8/8 32/392");
    expect(traits.slice(1).filter((text) => !text.startsWith("~"))).toEqual([]);
  });

  it("do not separate the machines if only some of them have the trait", () => {
    const some = fleet.of("group-1").slice(0, 8);
    const marked = new IncidentFleet(fleet.machines.map((machine) => ({ ...machine, traits: some.indexOf(machine) % 2 === 0 ? { zone: "rare" } : {} })));
    expect(traitsOf(marked.of("group-1").slice(0, 8), marked)).toEqual(["group group-1 8/8 32/392", "~zone rare 4/8 0/392"]);
  });

  it("leave out a value that all machines have, and one of a single machine", () => {
    const same = new IncidentFleet(fleet.machines.map((machine, index) => ({ ...machine, traits: { network: "one", account: `account-${index}` } })));
    expect(traitsOf(same.of("group-1").slice(0, 8), same).map((text) => text.split(" ")[0])).toEqual(["group"]);
  });

  it("are the stored ones of the cause without a population", () => {
    const [incident] = incidentsAt(fleet, observedAll(group.slice(0, 8), "failed", 0), MINUTE);
    if (incident === undefined) throw new Error("No incident opened.");
    const ended = anEndedIncident(incident, 2 * MINUTE);
    expect(sharedTraits(ended, null)).toEqual(ended.cause.traits.map((trait) => ({ ...trait, separates: true })));
    expect(ended.cause.traits).toHaveLength(1);
  });
});
