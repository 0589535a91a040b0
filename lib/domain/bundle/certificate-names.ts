import type { Fact } from "@/lib/domain/fact";
import { gatewayOf, type NameWay } from "./gateway-address";

/** The names of istiod's certificate besides its own, such as istiod.istio-system.svc. */
export interface CertificateNames {
  /** Null = not known here. */
  readonly names: readonly string[] | null;
  readonly source: string;
}

/** Reads `ISTIOD_CUSTOM_HOST`: names with commas, taken as they are (docs/istio.md#istiod-address). */
export function certificateNamesOf(customHosts: Fact<string>): CertificateNames {
  const { source } = customHosts;
  if (customHosts.kind !== "known") return { names: null, source };
  return { names: customHosts.value.split(",").filter((name) => name !== ""), source };
}

/** Does a machine that asks for istiod by this name take its certificate? A star stands for one part of a name. Null = not known. */
export function certificateHas({ names }: Pick<CertificateNames, "names">, name: string): boolean | null {
  const asked = comparable(name);
  return names === null ? null : names.some((one) => comparable(one) === asked || comparable(one) === asked.replace(/^[^.]+/, "*"));
}

/** How the name of a gateway is used unless somebody chooses: a machine asks for istiod by it only where istiod's certificate is known to have it. */
export function usualWay(address: string, names: Pick<CertificateNames, "names">): NameWay {
  const read = gatewayOf({ address, way: "custom-host", resolved: "" });
  return "kind" in read && read.kind === "name" && certificateHas(names, read.name) === true ? "custom-host" : "resolved";
}

function comparable(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
