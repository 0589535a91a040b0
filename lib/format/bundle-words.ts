import type { BundleAdditionCode } from "@/lib/domain/bundle/bundle";
import type { GatewayProblem } from "@/lib/domain/bundle/gateway-address";
import { ISTIOD_PORT } from "@/lib/domain/bundle/istiod-address";
import type { MachineInputProblem, MachineListProblem } from "@/lib/domain/bundle/machine-choices";
import { MAX_OBJECT_NAME_LENGTH } from "@/lib/domain/object/kubernetes-object";
import { longNameWords } from "./finding-words";
import { sentence } from "./text/sentence";

/** The comment above a line of a bundle that istioctl would not write. */
export function additionWords(code: BundleAdditionCode): string {
  return `Added by Stolos: ${ADDITIONS[code]}`;
}

const ADDITIONS = {
  "gateway-name": "the gateway has a name; istiod's certificate must have it too (ISTIOD_CUSTOM_HOST).",
  "machine-labels": "labels of this machine alone.",
  "machine-locality": "the locality, as a label.",
  "gateway-resolved": "the address that the gateway's name had when this was made; write it anew when that changes.",
} as const satisfies Record<BundleAdditionCode, string>;

/** Whose rights something was read with. */
export type ReadBy = "viewer" | "server";

/** Where a value of a bundle was read. */
export function factSourceWords({ place, by }: { readonly place: string; readonly by: ReadBy }): string {
  return by === "viewer" ? place : `${place}, read with the server's own account`;
}

/** Why a value cannot be seen. `reason`: a sentence, or a phrase. */
export function unreadFactWords({ place, reason }: { readonly place: string; readonly reason: string }): string {
  return `${place} could not be read. ${sentence(reason)}`;
}

/** Of a value that could not be seen, beside a field in which it can be typed. */
export function typeItWords({ problem }: { readonly problem: string }): string {
  return `${problem} Type it, or ask whoever runs the mesh.`;
}

/** An object that is not there. */
export function absentWords({ place }: { readonly place: string }): string {
  return `There is no ${place}. Ask whoever runs the mesh.`;
}

/** An object that leaves a value open, as a phrase. */
export function emptyFactWords({ place, field }: { readonly place: string; readonly field: string }): string {
  return `${place} says nothing of it (${field})`;
}

export function noGatewayWords({ namespace }: { readonly namespace: string }): string {
  return `There is no Service with the label istio=eastwestgateway in ${namespace}: machines outside the cluster's network need an address at which they reach istiod.`;
}

/** Of a gateway that is there, such as one whose load balancer is not made yet. */
export function noGatewayAddressWords({ service }: { readonly service: string }): string {
  return `${service} has no address yet (status.loadBalancer): machines outside the cluster's network cannot reach istiod through it.`;
}

export function closedGatewayWords({ service }: { readonly service: string }): string {
  return `${service} has no port ${ISTIOD_PORT}, at which machines ask istiod: they do not reach it through this gateway.`;
}

/** A mesh configuration that could not be read: what is missing in the files then. `reason`: a sentence, or a phrase. */
export function noMeshWords({ place, reason }: { readonly place: string; readonly reason: string }): string {
  return `${place} could not be read, so what it sets for all proxies is missing in mesh.yaml. ${sentence(reason)}`;
}

/** What is wrong with the address of the gateway. */
export function gatewayProblemWords(code: GatewayProblem["code"]): string {
  if (code === "no-address") return "This is no IP address and no domain name, such as 203.0.113.10 or gateway.example.net.";
  return "Write the IP address that the name has now (dig +short NAME), or choose another way.";
}

/** A line to say beside the files. */
export function leftOutWords(keys: readonly string[]): string {
  return `${keys.join(", ")} of proxyMetadata: no name of a variable, so it stands in mesh.yaml only, not in cluster.env, which a shell reads.`;
}

/** A group that names no account: what that means, and whose token comes. */
export function noAccountWords({ account }: { readonly account: string }): string {
  return `The group names no service account: any account of the namespace may join it. Without the label security.istio.io/tlsMode: istio, callers send its machines plain text, unless a DestinationRule sets TLS. The token is one of ${account}.`;
}

export function noProbeWords(): string {
  return "The group has no probe, so its machines never say how they are: they get traffic as soon as they are connected.";
}

/** What is wrong with what was typed for a machine. */
export function choiceProblemWords({ code, text }: Pick<MachineInputProblem, "code" | "text">): string {
  const said = text === "" ? "Nothing" : `“${text}”`;
  switch (code) {
    case "no-name":
      return text.length > MAX_OBJECT_NAME_LENGTH
        ? sentence(longNameWords(text.length, MAX_OBJECT_NAME_LENGTH))
        : `${said} is no name: lower-case letters, digits, dots and dashes.`;
    case "no-ip":
      return `${said} is no IP address.`;
    case "two-addresses":
      return "A machine registers under one address: internal or external.";
    case "no-label":
      return `${said} is no label: write key=value, a value of at most 63 letters, digits, dots, dashes and underscores.`;
    case "no-locality":
      return `${said} is no locality: write region/zone/subzone, without dots, at most 63 characters in all.`;
  }
}

/** Of a root certificate with a private key beside it. */
export function privateKeyWords(): string {
  return "There is a private key in this text: paste the certificate alone. No machine needs the key, and it is not kept here.";
}

/** What is wrong with a list of machines, and on which line. */
export function listProblemWords({ line, code, text }: MachineListProblem): string {
  switch (code) {
    case "no-machine":
      return "There is no machine in the list.";
    case "name-twice":
      return `Line ${line}: there are two machines named ${text}.`;
    case "second-address":
      return `Line ${line}: “${text}” is a second address of one kind.`;
    case "second-locality":
      return `Line ${line}: “${text}” is a second locality.`;
    case "unknown-prefix": {
      const [prefix = "", value = ""] = text.split(/(?<=^[^:]*:)/);
      return `Line ${line}: the list has no prefix “${prefix}”. Write ${value || "the value"} alone.`;
    }
    default:
      return `Line ${line}: ${choiceProblemWords({ code, text })}`;
  }
}

/** A list with which there would be more machines than a bundle is made for at once. */
export function tooManyMachinesWords({ machines, most }: { readonly machines: number; readonly most: number }): string {
  return `With these there would be ${machines} machines; files are made for at most ${most} at once.`;
}
