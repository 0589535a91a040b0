import type { PodPlace } from "@/lib/sandbox/istiod/istiod-pods";

/** A cloud's region as machines see it: its network, its zones and the addresses it hands out. */
export interface Cloud {
  readonly region: string;
  readonly network: string;
  readonly zones: readonly string[];
  /** Second byte of its 10.x addresses. */
  readonly addressBlock: number;
}

export const aws: Cloud = { region: "eu-central-1", network: "aws-frankfurt", zones: ["eu-central-1a", "eu-central-1b", "eu-central-1c"], addressBlock: 20 };
export const gcp: Cloud = { region: "europe-west3", network: "gcp-frankfurt", zones: ["europe-west3-a", "europe-west3-b", "europe-west3-c"], addressBlock: 40 };
/** The network without a gateway. */
export const azure: Cloud = {
  region: "germanywestcentral",
  network: "azure-frankfurt",
  zones: ["germanywestcentral-1", "germanywestcentral-2", "germanywestcentral-3"],
  addressBlock: 60,
};

const subnetsPerZone = 80;
const hostsPerSubnet = 250;

/** Hands out addresses: each zone has its own range of subnets, and none is given twice. */
export class AddressBook {
  readonly #used = new Map<string, number>();

  next(cloud: Cloud, zone: string): string {
    const count = this.#used.get(zone) ?? 0;
    this.#used.set(zone, count + 1);
    const subnet = Math.floor(count / hostsPerSubnet);
    // A big fleet runs out of a zone's subnets and goes on in the next block.
    const block = cloud.addressBlock + Math.floor(subnet / subnetsPerZone);
    const third = cloud.zones.indexOf(zone) * subnetsPerZone + (subnet % subnetsPerZone);
    return `10.${block}.${third}.${(count % hostsPerSubnet) + 4}`;
  }
}

/** The cluster's nodes: on two of the clouds, with the zones their Pods take over. */
export const nodes: readonly PodPlace[] = [aws, gcp].flatMap((cloud, position) =>
  cloud.zones.map((zone, index) => ({
    node: position === 0 ? `ip-10-20-200-${11 + index}.${cloud.region}.compute.internal` : `gke-mesh-pool-1-7c2f${index}d9a-x${index}kq`,
    region: cloud.region,
    zone,
    ip: `10.${100 + position}.${index}.10`,
  })),
);
