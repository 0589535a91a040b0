import type { NetworkGateway } from "@/lib/domain/selection/world";
import { isName } from "./facts";

/** A second reading of an entry without an address, from `docs/istio.md`. It shares no code with `lib/domain/networks/empty-address`. */
interface NaiveEntry {
  readonly network: string;
  readonly isMarked: boolean;
}

type NaiveAnswer = "gateway" | "nothing" | "empty-address";

/** One caller's answer: without any gateway an empty address; else a gateway, for marked entries of other networks; else nothing. */
function answer({ network, isMarked }: NaiveEntry, caller: string, gateways: readonly NetworkGateway[]): NaiveAnswer {
  if (gateways.length === 0) return "empty-address";
  const leads = gateways.some((one) => one.network === network && one.port > 0);
  return network !== "" && caller !== network && leads && isMarked ? "gateway" : "nothing";
}

/** The outcome by the resolution of the services. DNS services get the gateway IP addresses of `meshNetworks`, and possibly other gateways. */
export function naiveOutcome(
  entry: NaiveEntry,
  caller: string,
  gateways: readonly NetworkGateway[],
  resolution: "list" | "dns",
): ReturnType<typeof answer> | "not-known" {
  const all = answer(entry, caller, gateways);
  if (resolution === "list") return all;
  const sure = answer(
    entry,
    caller,
    gateways.filter(({ cluster, address }) => cluster === "" && !isName(address)),
  );
  return sure === all ? all : "not-known";
}
