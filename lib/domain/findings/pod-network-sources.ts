import type { SourceName } from "@/lib/domain/source";
import type { FindingsWorld } from "./findings-world";

/** The sources that could show a network of Pods where none is known. */
export function podNetworkSources({ mesh }: FindingsWorld): readonly SourceName[] {
  return mesh.settings.podNetwork === "" ? ["namespaces"] : [];
}
