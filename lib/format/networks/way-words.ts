import type { NetworkPath } from "@/lib/domain/networks/path";
import type { UnreachableReason } from "@/lib/domain/networks/unreachable-reasons";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { have } from "@/lib/format/text/tense";

/** A way as it is told on the wire. */
export interface ToldWay {
  readonly kind: NetworkPath["kind"];
  readonly because: string;
  readonly isAssumed: boolean;
}

/** The machines of a network, and how many of them have no address. */
export interface WayMachines {
  readonly machines: number;
  readonly unaddressed: number;
}

const ADDRESS_GAPS = ["no-address", "no-address-here", "empty-address"] as const satisfies readonly UnreachableReason[];

/** The machines of a network that callers may call directly, and those without an address. */
export function wayMachines({
  machines,
  gaps,
}: {
  readonly machines: number;
  readonly gaps: Readonly<Partial<Record<UnreachableReason, number>>>;
}): WayMachines {
  return { machines, unaddressed: ADDRESS_GAPS.reduce((sum, gap) => sum + (gaps[gap] ?? 0), 0) };
}

/** How callers reach a network: one word, what is meant, and the tone that sets it apart; null = none. */
export interface WayWords {
  readonly word: string;
  readonly means: string;
  readonly tone: Tone | null;
}

const ASSUMED = " That AMBIENT_ENABLE_MULTI_NETWORK is as istiod has it by default is assumed.";

/** The way in a node of the graph, which is narrow: "called directly", or "148 of 149 directly". */
export function nodeWayWord(way: ToldWay, { machines, unaddressed }: WayMachines): string {
  const isDirect = way.kind === "unverified" || way.kind === "direct";
  return isDirect && unaddressed > 0 ? `${formatNumber(machines - unaddressed)} of ${formatNumber(machines)} directly` : wordsOf(way).word;
}

/** The words of a way. Counts the machines that callers can call directly if some of the network have no address (docs/istio.md#empty-address). */
export function wayWords(way: ToldWay, of: WayMachines = { machines: 0, unaddressed: 0 }): WayWords {
  const { word, means, tone } = wordsOf(way);
  const assumed = way.isAssumed ? `${means}${ASSUMED}` : means;
  if ((way.kind !== "unverified" && way.kind !== "direct") || of.unaddressed === 0) return { word, means: assumed, tone };
  const counted = `${formatNumber(of.machines - of.unaddressed)} of ${plural(of.machines, "machine")}`;
  const missing = `${plural(of.unaddressed, "machine")} ${have(of.unaddressed)} no address: callers get no usable address for ${of.unaddressed === 1 ? "it" : "them"}.`;
  return { word: `${word}: ${counted}`, means: `${assumed} ${missing}`, tone: tone ?? "warn" };
}

function wordsOf({ kind, because }: ToldWay): WayWords {
  switch (kind) {
    case "direct":
      return { word: "directly", means: DIRECT[because] ?? "", tone: null };
    case "gateways":
      return {
        word: "through a gateway",
        means: "Callers get the gateways in place of the machines. Gateways route to machines with an mTLS mark only.",
        tone: null,
      };
    case "unverified":
      return { word: "called directly", means: UNVERIFIED[because] ?? "", tone: "warn" };
    case "left-out":
      return { word: "left out", means: LEFT_OUT[because] ?? "", tone: "bad" };
    case "not-known":
      return { word: "not known", means: NOT_KNOWN[because] ?? "", tone: "blind" };
  }
}

const DIRECT: Readonly<Record<string, string>> = {
  "same-network": "In the same network everyone is called directly: that it works is assumed by Istio, and verified by nothing.",
  "machines-without-network": "Machines that name no network count as being in every one: they are called directly.",
};

const UNVERIFIED: Readonly<Record<string, string>> = {
  "no-gateway": "No gateway leads there: sidecars call the machines directly, and nothing here can verify that it works.",
  "no-gateway-in-mesh": "The mesh has no gateway at all: sidecars call every machine directly, and nothing here can verify that it works.",
};

const LEFT_OUT: Readonly<Record<string, string>> = {
  setting: "No gateway leads there, and istiod runs with AMBIENT_ENABLE_MULTI_NETWORK=true: sidecars are not sent these machines.",
  "no-address": "No machine there has an address, and no gateway leads there. Callers get no endpoint. Callers of DNS services can get an empty address.",
  ambient: "No gateway with HBONE leads there: in ambient mode callers elsewhere do not reach these machines.",
};

const NOT_KNOWN: Readonly<Record<string, string>> = {
  "empty-address": "No machine there has an address, and the mesh has no gateway. Callers get an empty address. The effect on their proxies was not measured.",
  "callers-not-known": "In which network the cluster's Pods are is not known: choose where callers are.",
  "gateways-not-visible": "No gateway into it is visible to you, and not all gateways are: whether it has one cannot be told.",
  "setting-not-visible":
    "No gateway leads there. Whether sidecars call the machines directly or leave them out is set by AMBIENT_ENABLE_MULTI_NETWORK of istiod, which cannot be seen.",
};
