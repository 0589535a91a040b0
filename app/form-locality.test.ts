import { expect, it } from "vitest";
import { placeGroup, readGroup } from "@/lib/client/group-text";
import { editYaml } from "@/lib/client/yaml-text";
import { localityLost } from "@/lib/domain/findings/localities/names";
import { bundleLabelsWithCanonical, entryFromGroupAndBundleLabels } from "@/lib/domain/preview/new-machines";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";
import { aMachine, evidenceOfAll } from "@/lib/testing/finding-cases";
import { aMesh } from "@/lib/testing/selection";

/** A machine of a group from the form New group. Its agent reports an empty locality, which overwrites that of the template (docs/istio.md#registered-locality). */
const TEXT = `apiVersion: networking.istio.io/v1
kind: WorkloadGroup
metadata:
  name: web
  namespace: shop
spec:
  metadata:
    labels:
      app: web
  template:
    serviceAccount: web-vm
`;

function foundOn(text: string | null): unknown {
  const group = parseWorkloadGroup(readGroup(text ?? "", "shop", null).value, { uid: "u", namespace: "shop", name: "web", resourceVersion: "1" }, "prod-eu");
  const { specLabels, metadataLabels } = entryFromGroupAndBundleLabels(group, bundleLabelsWithCanonical(group));
  const machine = aMachine("vm", { namespace: "shop", registrationGroup: "web", locality: "", specLabels, metadataLabels });
  return evidenceOfAll(localityLost, { groups: [group], entries: [machine], mesh: { settings: aMesh({ istioVersion: "1.31.0" }), doubts: [] } });
}

it("finds no lost locality on a machine whose group has the locality from the form", () => {
  expect(foundOn(placeGroup(TEXT, readGroup(TEXT, "shop", null).value, "eu/eu-a"))).toEqual([]);
  expect(foundOn(editYaml(TEXT, ["spec", "template", "locality"], "eu/eu-a"))).toEqual([{ group: "web", meant: "eu/eu-a" }]);
});
