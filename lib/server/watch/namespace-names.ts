import type { NamespaceName } from "@/lib/server/kube/parse/namespace";
import type { FleetSink } from "./fleet-sink";
import type { SeenObjects } from "./mesh-places";
import type { Rights } from "./rights";
import { WorldTable } from "./world-table";

/** The namespaces of one cluster: its own list where that may be read, else those in which machines may be read. */
export interface NamespaceNames {
  readonly sink: WorldTable<NamespaceName>;
  /** The cluster's own list as far as known; empty where it may not be read. */
  listed(rights: Rights | null): readonly string[];
  /** The namespaces themselves, or why they cannot be seen. */
  seen(rights: Rights | null): SeenObjects<NamespaceName>;
  /** Tells the names if they differ from the last ones told; answers whether they did. */
  update(rights: Rights): boolean;
}

export function createNamespaceNames(cluster: string, fleet: FleetSink, changed: () => void): NamespaceNames {
  const sink = new WorldTable<NamespaceName>(cluster, changed);
  let told = "";

  function listed(rights: Rights | null): readonly string[] {
    return rights?.get("namespaces") === "all" ? [...sink.values()].map((one) => one.name).sort() : [];
  }

  return {
    sink,
    listed,
    seen(rights) {
      if (rights?.get("namespaces") !== "all") return { seen: null, why: "this account may not list namespaces" };
      if (sink.replaced() === 0) return { seen: null, why: "namespaces have not been read yet" };
      return { seen: sink.values(), where: "namespaces" };
    },
    update(rights) {
      const whole = rights.get("namespaces") === "all";
      if (whole && sink.replaced() === 0) return false;
      const names = whole ? listed(rights) : readable(rights);
      const key = JSON.stringify([names, whole]);
      if (key === told) return false;
      told = key;
      fleet.namespaces(cluster, names, !whole);
      return true;
    },
  };
}

function readable(rights: Rights): readonly string[] {
  const scopes = [rights.get("workloadentries"), rights.get("workloadgroups")];
  return [...new Set(scopes.flatMap((scope) => (scope === undefined || scope === "all" ? [] : scope)))].sort();
}
