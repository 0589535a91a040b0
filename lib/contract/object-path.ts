import type { FindingObject } from "@/lib/domain/findings/rule";
import { pagePaths } from "./paths";

/** The page of an object that a finding names; null where it has none. */
export function objectPath(cluster: string, { kind, namespace, name }: FindingObject): string | null {
  switch (kind) {
    case "WorkloadEntry":
      return pagePaths.entry(cluster, namespace, name);
    case "WorkloadGroup":
      return pagePaths.group(cluster, namespace, name);
    case "Service":
    case "ServiceEntry":
      return pagePaths.host(cluster, kind, namespace, name);
    default:
      return null;
  }
}
