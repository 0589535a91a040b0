import { parseGatewayAddress } from "@/lib/domain/bundle/gateway-address";
import { gatewayProblemWords } from "@/lib/format/bundle-words";

/** Where a value was typed that is of the viewer's own, as a phrase. */
export function ownFactWords(): string {
  return "typed by you in the first step of a new group";
}

/** What is wrong with a fact of the mesh that somebody typed, "" = nothing that can be told here. */
export function ownFactProblem({ fact, value }: { readonly fact: "clusterId" | "trustDomain" | "gateway"; readonly value: string }): string {
  if (fact !== "gateway") return "";
  const read = parseGatewayAddress({ address: value, way: "custom-host", resolved: "" });
  return "code" in read ? gatewayProblemWords(read.code) : "";
}
