import type { ContainerPort, SelectablePod } from "@/lib/domain/selection/objects";
import { flawOf } from "@/lib/server/kube/parse/flaw";
import { at, field, list, text } from "@/lib/server/kube/parse/json";
import { METADATA_SHAPE, timeOf } from "@/lib/server/kube/parse/metadata";
import { readyOf } from "@/lib/server/kube/parse/ready";
import { describedOf, type Unreadable, wholeOf } from "./described";

const SHAPE = [
  ...METADATA_SHAPE,
  { path: ["spec"], shape: "an object" },
  { path: ["spec", "containers"], shape: "a list" },
  { path: ["spec", "initContainers"], shape: "a list" },
  { path: ["status"], shape: "an object" },
  { path: ["status", "conditions"], shape: "a list" },
] as const;

/** A Pod as the API server sent it, as far as selectors and clients look at it (docs/istio.md#ready-pods). */
export function parseSelectablePod(raw: unknown): SelectablePod | Unreadable {
  const unreadable = flawOf(raw, SHAPE);
  if (unreadable !== null) return { unreadable };
  return {
    ...describedOf(raw),
    address: text(at(raw, "status", "podIP")),
    ...otherAddressesOf(raw),
    phase: text(at(raw, "status", "phase")),
    ready: readyOf(raw)?.status === "True",
    deletingAt: timeOf(at(raw, "metadata", "deletionTimestamp")),
    node: text(at(raw, "spec", "nodeName")),
    serviceAccount: text(at(raw, "spec", "serviceAccountName")),
    ports: portsOf(field(raw, "spec")),
  };
}

function otherAddressesOf(raw: unknown): Pick<SelectablePod, "otherAddresses"> {
  const [, ...others] = list(at(raw, "status", "podIPs")).map((one) => text(field(one, "ip")));
  return others.length === 0 ? {} : { otherAddresses: others.slice(0, MOST_ADDRESSES) };
}

/** Kubernetes allows one address of each family. */
const MOST_ADDRESSES = 1;

/** Of containers, then of those init containers that go on running. */
function portsOf(spec: unknown): readonly ContainerPort[] {
  const sidecars = list(field(spec, "initContainers")).filter((container) => field(container, "restartPolicy") === "Always");
  return [...list(field(spec, "containers")), ...sidecars].flatMap((container) =>
    list(field(container, "ports")).map((port) => ({
      name: text(field(port, "name")),
      port: wholeOf(field(port, "containerPort")),
      protocol: text(field(port, "protocol")) || "TCP",
    })),
  );
}
