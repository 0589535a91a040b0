import type { RuleNameOf } from "@/lib/domain/findings/rule-names";
import { listOf } from "@/lib/format/text/lists";
import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { have } from "@/lib/format/text/tense";
import { adviceBy } from "./advice";
import { evidenceCount, evidenceList, evidenceText, firstName, hostPhrase, takenPhrase } from "./evidence";
import type { RuleTexts } from "./rule-texts";

/** The setting by which callers prefer their zone, by the one that the service allows. */
const PLACE_ADVICE = {
  distribution: "If callers are to prefer their zone, set the traffic distribution PreferClose. Check first that each zone can serve its own callers.",
  "outlier-detection":
    "If callers are to prefer their zone, set outlierDetection with maxEjectionPercent: 100 in a DestinationRule. Check first that each zone can serve its own callers. Do not set a traffic distribution for resolution DNS: istiod since 1.30 can crash.",
  none: "Do not set outlierDetection or a traffic distribution here: istiod since 1.30 can crash. It crashes for resolution DNS with failoverPriority or a traffic distribution.",
};

/** The texts of the rules about localities. */
export const LOCALITY_TEXTS: Readonly<Record<RuleNameOf<4>, RuleTexts>> = {
  "failover-cannot-eject": {
    title: "Failover cannot eject a lost zone",
    found: (facts) => {
      const percent = evidenceText(facts, "percent");
      const limit = percent === "" ? "without a maxEjectionPercent, which means 10 %" : `with maxEjectionPercent ${percent}`;
      const inZone = `${evidenceCount(facts, "inZone")} of ${evidenceCount(facts, "endpoints")} machines and Pods in ${evidenceText(facts, "zone")}`;
      return `${evidenceText(facts, "host")} has ${inZone}: ${limit}, a caller ejects ${evidenceCount(facts, "ejected") || "none"}${evidenceCount(facts, "ejected") === 0 ? "" : " at most"}.`;
    },
    why: "When the zone dies, callers eject up to that limit and go on sending to the other dead ones, until their entries leave the list: after a minute or so, or after up to 47 minutes where their istiod died with them.",
    whatToDo: "Write maxEjectionPercent: 100 into the outlier detection.",
    cannotSee:
      "Callers in other networks see one gateway in the place of many machines, DestinationRules of a caller's own namespace go before this one, and Envoy before 1.30 always ejects one.",
  },
  "failover-without-peer": {
    title: "A failover leads to a region without machines",
    found: (facts) =>
      `${evidenceText(facts, "host")} fails over from ${evidenceText(facts, "from")} to ${evidenceText(facts, "to")}, and has nobody there: only ${listOf(evidenceList(facts, "regions"))}.`,
    why: "When the region fails, the rule has no effect: nobody takes over.",
    whatToDo: "Add machines in the other region, or name the region that has them.",
    cannotSee: "Machines of other clusters that define the same host.",
  },
  "single-zone-host": {
    title: "All of a host is in one zone",
    found: (facts) =>
      `${hostPhrase(facts)} has ${takenPhrase(evidenceCount(facts, "machines"), evidenceCount(facts, "pods"))}, all of them in ${evidenceText(facts, "zone")}.`,
    why: "When that zone is lost the host is gone, and no setting of Istio helps.",
    whatToDo: "Start machines or Pods in a second zone.",
    cannotSee: "Machines of other clusters that define the same host, and zones that fail together.",
  },
  "place-without-effect": {
    title: "Locality has no effect on a host",
    found: (facts) =>
      `${hostPhrase(facts)} has endpoints in ${listOf(evidenceList(facts, "zones"))}, and no outlier detection or traffic distribution puts locality in force.`,
    why: "All zones are one pool by weight: callers do not prefer their own zone.",
    whatToDo: adviceBy(
      "remedy",
      PLACE_ADVICE,
      "If callers are to prefer their zone, set the traffic distribution PreferClose. For resolution DNS, or with a localityLbSetting, set outlierDetection with maxEjectionPercent: 100 instead. Check first that each zone can serve its own callers.",
    ),
    cannotSee: "DestinationRules of a caller's own namespace, and whether a pool of all zones is meant.",
  },
  "machines-without-place": {
    title: "Some machines of a service have no locality",
    found: (facts) => {
      const unplaced = `${plural(evidenceCount(facts, "machines"), "machine")} of ${hostPhrase(facts)} ${have(evidenceCount(facts, "machines"))} no locality`;
      const them = oneOrMany(evidenceCount(facts, "machines"), "it", "them");
      if (evidenceText(facts, "by") === "distribute")
        return `${unplaced}. distribute leaves ${them} out for callers in ${listOf(evidenceList(facts, "from"))}.`;
      const placed = evidenceCount(facts, "placed");
      return `${unplaced}, ${placed} ${have(placed)}. For callers with a locality, failover treats ${them} as another region.`;
    },
    why: "Failover uses another region only when no nearer endpoint lives. distribute sends requests to machines without a locality only if a `to` is `*`.",
    whatToDo: "Give the entries a label topology.istio.io/locality with dots, and the group's spec.metadata.labels for machines to come.",
    cannotSee: "Where these machines stand.",
  },
  "locality-lost": {
    title: "A machine has lost its group's locality",
    found: (facts) => `${firstName(facts)} has no locality, though its group ${evidenceText(facts, "group")} says ${evidenceText(facts, "meant")}.`,
    why: "istiod takes the locality that the machine reports over the template's, an empty one too: locality load balancing does not know where this machine is.",
    whatToDo:
      "Set the label topology.istio.io/locality on the entry, and in the group's spec.metadata.labels: a label stays where spec.locality is overwritten.",
    cannotSee: "Where the machine stands: the template speaks for all machines of the group.",
  },
  "locality-of-four-parts": {
    title: "A locality has more than three parts",
    found: (facts) =>
      `${firstName(facts)} is in ${evidenceText(facts, "written")}, of which Istio reads ${evidenceText(facts, "kept")} and drops ${evidenceText(facts, "dropped")}.`,
    why: "Whoever wrote the fourth part means a difference that Istio does not make: failover and distribution treat these places as one.",
    whatToDo: "Write region, zone and subzone only; put more into a label of your own.",
    cannotSee: "Tools of others that read the fourth part.",
  },
  "locality-with-a-gap": {
    title: "A locality has an empty part",
    found: (facts) => `${firstName(facts)} is in ${evidenceText(facts, "written")}: the ${evidenceText(facts, "missing")} is missing before what follows.`,
    why: "Empty equals empty: the machine counts as near to all that lack the same part, wherever they are.",
    whatToDo: "Write all parts from the region on.",
    cannotSee: "Which region or zone is meant.",
  },
  "zone-in-two-regions": {
    title: "One zone stands under two regions",
    found: (facts) =>
      `Zone ${evidenceText(facts, "zone")} stands under ${listOf(evidenceList(facts, "regions"))}, with ${plural(evidenceCount(facts, "machines"), "machine")}.`,
    why: "Zones are compared within a region only: machines of one zone under two regions are as far apart for callers as two regions.",
    whatToDo: "Correct the region where it is wrong: in the labels of the machines' groups, or on the Nodes.",
    cannotSee: "Clouds in which one name of a zone stands for different places in two regions.",
  },
  "region-without-zone": {
    title: "A locality is a region without a zone",
    found: (facts) => `Istio reads ${evidenceText(facts, "region")} as a region without a zone, for ${plural(evidenceCount(facts, "machines"), "machine")}.`,
    why: "Istio splits a locality at slashes, and a label also at dots. The first part is the region.",
    whatToDo: "Nothing, if a region is meant. For a zone, write the region before it.",
    cannotSee: "If the name is one of a region or of a zone.",
  },
  "zone-as-region": {
    title: "The zone of a Node is written as a region",
    found: (facts) => {
      const regions = evidenceList(facts, "regions").map((region) => region || "no region");
      return `Istio reads ${evidenceText(facts, "region")} as a region, for ${plural(evidenceCount(facts, "machines"), "machine")}. Nodes have it as a zone of ${listOf(regions)}.`;
    },
    why: "Callers in that zone treat these machines as another region. With failover, they come last.",
    whatToDo: "Write the region before the zone: in the locality of the group or the entry, or in its label.",
    cannotSee: "Zones of Nodes that are not visible.",
  },
  "distribute-without-endpoints": {
    title: "Callers are sent only to localities without endpoints",
    found: (facts) => {
      const rule = evidenceText(facts, "rule");
      const where = rule === "" ? "the mesh configuration" : `DestinationRule ${rule}`;
      const localities = evidenceList(facts, "localities").map((one) => (one === "" ? "no locality" : one));
      return `Callers in ${listOf(evidenceList(facts, "from"))} get no endpoint of ${evidenceText(facts, "host")}. distribute in ${where} sends them only to ${listOf(evidenceList(facts, "to"))}. The endpoints are in ${listOf(localities)}.`;
    },
    why: "distribute removes every locality that `to` does not name, and switches failover off. Requests of these callers fail. Endpoints in other localities do not help.",
    whatToDo: "Add a locality with endpoints to `to`, or start machines in one that it names. Or remove this `from`.",
    cannotSee: "Machines of other clusters, DestinationRules in a caller's own namespace, and if any caller runs there.",
  },
};
