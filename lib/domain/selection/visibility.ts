import { usualBehaviour } from "@/lib/domain/mesh/istiod-behaviours";
import type { Definition } from "./definitions";
import type { MeshSettings } from "./mesh";

/** Who may call what is exported so: all namespaces, or those named (docs/istio.md#exportto). Nobody = an empty list. */
export type Audience = "all" | readonly string[];

/** The settings that decide the namespaces that may call a service. */
export type ExportMesh = Pick<MeshSettings, "serviceExportTo" | "istioVersion" | "otherVersions" | "supposed">;

/** `exportTo` as istiod lists services by it: `*` anywhere wins, else `~` anywhere hides, `.` is the own namespace; empty = the default of the mesh. */
export function audienceOf(definition: Pick<Definition, "namespace" | "origin">, mesh: ExportMesh): Audience {
  const written = exportToOf(definition, mesh);
  if (written.includes("*")) return "all";
  if (written.includes("~")) return [];
  return [...new Set(written.map((one) => (one === "." ? definition.namespace : one)))];
}

/** May a namespace call it? Where one definition is asked for by name, istiod lets a named namespace in even beside `~`. */
export function isVisibleTo(definition: Pick<Definition, "namespace" | "origin">, namespace: string, mesh: ExportMesh): boolean {
  const written = exportToOf(definition, mesh);
  return written.includes("*") || (written.includes(".") && definition.namespace === namespace) || written.includes(namespace);
}

/**
 * A namespace that may call a service: its own, else the first that `exportTo` names, else its own. For rules without a viewer, which take the default caller
 * by the service alone: a Sidecar can still hide the service there.
 */
export function callingNamespace(definition: Pick<Definition, "namespace" | "origin">, mesh: ExportMesh): string {
  const audience = audienceOf(definition, mesh);
  const { namespace } = definition;
  return audience === "all" || audience.includes(namespace) ? namespace : ([...audience].sort()[0] ?? namespace);
}

/** Before 1.30.3 a default with `.` is `.` alone, and one without `.` and `*` exports nothing. */
function exportToOf({ origin }: Pick<Definition, "origin">, mesh: ExportMesh): readonly string[] {
  const { serviceExportTo } = mesh;
  if (origin.exportTo.length > 0) return origin.exportTo;
  if (serviceExportTo.length === 0) return ["*"];
  if (usualBehaviour("countsNamedDefaultExports", mesh)) return serviceExportTo;
  return serviceExportTo.includes(".") ? ["."] : serviceExportTo.includes("*") ? ["*"] : ["~"];
}
