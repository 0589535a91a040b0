import type { RuleNameOfCodeDigit } from "@/lib/domain/findings/rule-names";
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
export const LOCALITY_TEXTS: Readonly<Record<RuleNameOfCodeDigit<4>, RuleTexts>> = {
  "failover-cannot-eject": {
    title: "Failover cannot eject a lost zone",
    found: (facts) => {
      const percent = evidenceText(facts, "percent");
      const limit = percent === "" ? "without a maxEjectionPercent, which means 10 %" : `with maxEjectionPercent ${percent}`;
      const inZone = `${evidenceCount(facts, "inZone")} of ${evidenceCount(facts, "endpoints")} machines and Pods in ${evidenceText(facts, "zone")}`;
      return `${evidenceText(facts, "host")} has ${inZone}: ${limit}, a caller ejects ${evidenceCount(facts, "ejected") || "none"}${evidenceCount(facts, "ejected") === 0 ? "" : " at most"}.`;
    },
    why: "If the zone fails, callers that prefer it still send to machines that they cannot eject. That lasts until the entries are removed; hand-written ones stay.",
    whatToDo: "If failover is meant, write maxEjectionPercent: 100 into the outlier detection.",
    cannotSee:
      "Callers in other networks see one gateway in the place of many machines, DestinationRules of a caller's own namespace go before this one, and Envoy before 1.30 always ejects one.",
  },
  "failover-without-peer": {
    title: "A failover leads to a region without endpoints",
    found: (facts) =>
      `${evidenceText(facts, "host")} fails over from ${evidenceText(facts, "from")} to ${evidenceText(facts, "to")}, and has no endpoint there: only in ${listOf(evidenceList(facts, "regions"))}.`,
    why: "If the region fails, this failover leads nowhere. Other regions take over, if they have endpoints.",
    whatToDo: "If this failover is meant, start machines in that region. If not, name a region with endpoints.",
    cannotSee: "Machines of other clusters that define the same host.",
  },
  "single-zone-host": {
    title: "All endpoints of a service are in one zone",
    found: (facts) =>
      `${hostPhrase(facts)} has ${takenPhrase(evidenceCount(facts, "machines"), evidenceCount(facts, "pods"))}, all of them in ${evidenceText(facts, "zone")}.`,
    why: "If that zone fails, this object gives callers no endpoint.",
    whatToDo: "If the service must survive that, start machines or Pods in a second zone.",
    cannotSee: "Endpoints of other clusters, and of other objects with the same host name. Zones that fail together.",
  },
  "place-without-effect": {
    title: "Locality has no effect on a service",
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
    whatToDo:
      "Write the region, zone and subzone of each machine into spec.locality of its entry. For new machines, set topology.istio.io/locality with dots in spec.metadata.labels of the group. istiod before 1.29 reads the label istio-locality instead.",
    cannotSee: "The places of these machines. A failoverPriority without locality labels.",
  },
  "locality-lost": {
    title: "A machine has no locality, and its group has one",
    found: (facts) => `${firstName(facts)} has no locality, but its group ${evidenceText(facts, "group")} has ${evidenceText(facts, "meant")}.`,
    why: "Locality load balancing does not know the place of this machine.",
    whatToDo:
      "If the machine is there, write that locality into spec.locality of its entry. If not, write its own. For new machines, set topology.istio.io/locality with dots in spec.metadata.labels of the group. istiod before 1.29 reads the label istio-locality instead.",
    cannotSee: "The place of the machine: the template has one locality for all machines of the group.",
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
    why: "An empty part equals an empty part: the machine counts as near to others without it.",
    whatToDo: "Write all parts from the region on.",
    cannotSee: "Which region or zone is meant.",
  },
  "zone-in-two-regions": {
    title: "One zone is in two regions",
    found: (facts) =>
      `Zone ${evidenceText(facts, "zone")} stands under ${listOf(evidenceList(facts, "regions"))}, with ${plural(evidenceCount(facts, "machines"), "machine")}.`,
    why: "Zones are compared within a region only: machines of one zone under two regions are as far apart for callers as two regions.",
    whatToDo:
      "If a region is wrong, correct spec.locality or the locality label of its entries. Correct it in the groups' labels, the bundles or the Nodes, too.",
    cannotSee: "Clouds in which one name of a zone stands for different places in two regions.",
  },
  "region-without-zone": {
    title: "A locality is a region without a zone",
    found: (facts) => `Istio reads ${evidenceText(facts, "region")} as a region without a zone, for ${plural(evidenceCount(facts, "machines"), "machine")}.`,
    why: "Istio splits a locality at slashes, and a label also at dots. The first part is the region.",
    whatToDo: "If a region is meant, do nothing. If a zone is meant, write the region before it.",
    cannotSee: "If the name is one of a region or of a zone.",
  },
  "zone-as-region": {
    title: "The zone of a Node is written as a region",
    found: (facts) => {
      const regions = evidenceList(facts, "regions").map((region) => region || "no region");
      return `Istio reads ${evidenceText(facts, "region")} as a region, for ${plural(evidenceCount(facts, "machines"), "machine")}. Nodes have it as a zone of ${listOf(regions)}.`;
    },
    why: "Callers in that zone treat these machines as another region. With failover, they come last.",
    whatToDo: "If the zone is meant, write the region before it. Write it into the locality, or its label, of the group and the entry.",
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
    whatToDo: "If these callers are to reach it, add a locality with endpoints to `to`. Or start machines in one that it names. Or remove this `from`.",
    cannotSee: "Machines of other clusters, DestinationRules in a caller's own namespace, and if any caller runs there.",
  },
};
