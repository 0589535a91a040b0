import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import type { MeshSettingsWithDoubts } from "@/lib/domain/mesh/mesh-settings";
import type { World } from "@/lib/domain/mesh/world";
import { meshInSight } from "@/lib/server/hosts/mesh-of";
import { HostReads } from "./host-reads";
import { READ } from "./reads";

/** One cluster of a fleet as a scope sees it, for rules about one subject: it notices what is read of it. */
export class FleetFindingsWorld extends HostReads implements FindingsWorld {
  get mesh(): MeshSettingsWithDoubts {
    this.notice(READ.mesh | READ.gateways | READ.places);
    return meshInSight(this.parts.fleet.worldOf(this.cluster), this.parts.scope);
  }

  get world(): World {
    return this.parts.world;
  }

  placesInUse() {
    this.notice(READ.inUse);
    return this.parts.usage.places();
  }

  networksInUse() {
    this.notice(READ.inUse);
    return this.parts.usage.networks();
  }

  controllersInUse() {
    this.notice(READ.inUse);
    return this.parts.usage.controllers();
  }

  zonesInUse() {
    this.notice(READ.namesInUse);
    return this.parts.usage.zones();
  }

  networkNames() {
    this.notice(READ.namesInUse);
    return this.parts.usage.networkNames();
  }

  proxyNetworks() {
    this.notice(READ.namesInUse);
    return this.parts.usage.proxyNetworks();
  }
}
