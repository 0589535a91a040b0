import type { NewMachinesPreview } from "@/lib/contract/answers/preview";
import { missesOnlyByLabels, newMachineEndpointSnapshot } from "@/lib/domain/preview/new-machines";
import { asText, asUntypedObject, fieldValue } from "@/lib/domain/preview/values";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { ExclusionReason } from "@/lib/domain/selection/reasons";
import { documentWords } from "@/lib/format/document-words";
import { unreadGroupWords } from "@/lib/format/new-group/new-machines-words";
import { portRuleWords } from "@/lib/format/port-rule-words";
import { reasonWords } from "@/lib/format/reason-words";
import { meshOf } from "@/lib/server/hosts/mesh-of";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";
import type { SeenPlace } from "./candidates";
import { readDocument } from "./read-document";

/** How the machines of a group that is made with a Service or a ServiceEntry will stand to it; a sentence where the group's text says no group. */
export function tryNewGroup(
  place: SeenPlace,
  selector: MeshService,
  text: string,
): { readonly newMachines: NewMachinesPreview } | { readonly missing: string } {
  const read = readDocument(text);
  if (!("value" in read)) return { missing: unreadGroupWords(documentWords(read)) };
  const kind = asText(fieldValue(read.value, "kind"));
  if (kind !== "WorkloadGroup") return { missing: unreadGroupWords(`Its kind is ${kind === "" ? "missing" : kind}, not WorkloadGroup.`) };
  const metadata = fieldValue(read.value, "metadata");
  const [name, namespace] = [asText(fieldValue(metadata, "name")), asText(fieldValue(metadata, "namespace")) || place.namespace];
  const raw = { ...asUntypedObject(read.value), metadata: { ...asUntypedObject(metadata), name, namespace } };
  const group = parseWorkloadGroup(raw, { uid: "", resourceVersion: "", namespace, name }, place.cluster);
  if (group.unreadable !== null) return { missing: unreadGroupWords(group.unreadable) };
  const { is: stand, reasons, ports } = newMachineEndpointSnapshot(selector, group, meshOf(place.fleet.worldOf(place.cluster)).settings, place.mode);
  const told = selector.ports.flatMap((port, at) => {
    const found = ports[at];
    return found === undefined ? [] : [{ name: port.name, number: port.number, port: found.port, because: portRuleWords(found, port) }];
  });
  const why = { because: reasons.map(reasonWords).join("; "), reasons: reasons.map(({ code }) => code), pairs: reasons.flatMap(differingPairs) };
  return { newMachines: { stand, ...why, isByLabels: missesOnlyByLabels(reasons), ports: told } };
}

function differingPairs(reason: ExclusionReason) {
  return reason.code === "labels-differ" ? reason.pairs.map((pair) => ({ ...pair })) : [];
}
