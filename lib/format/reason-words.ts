import type { DifferingLabel, ExclusionReason } from "@/lib/domain/selection/reasons";
import { anyOf } from "@/lib/format/text/lists";

/** Why a selector does not take a machine, as a clause without a full stop; "it" is the selector, "the machine" the entry or Pod. Texts of objects stand in it verbatim. */
export function reasonWords(reason: ExclusionReason): string {
  switch (reason.code) {
    case "selector-of-other-revision":
      return `it is labelled istio.io/rev=${reason.found}, and istiod here is of revision ${reason.wanted}`;
    case "machine-of-other-revision":
      return `the machine is labelled istio.io/rev=${reason.found}, and istiod here is of revision ${reason.wanted}`;
    case "switched-off":
      return `istiod is told not to: ${reason.setting} is false`;
    case "no-selector":
      return "it selects nobody by labels";
    case "empty-selector":
      return `its selector has no labels, which selects nothing in ${reason.istioVersion === null ? "ambient mode" : `istiod ${reason.istioVersion}`}`;
    case "empty-selector-unknown":
      return emptySelectorWords(reason.versions);
    case "other-namespace":
      return `objects never select across namespaces: it is in ${reason.wanted}, the machine in ${reason.found}`;
    case "labels-differ":
      return reason.pairs.map(pairWords).join("; ");
    case "host-name-address":
    case "socket-address":
      return addressWords(reason);
    case "headless":
      return "a headless Service takes Pods only: its callers look up addresses themselves";
    case "resolution-none":
      return "resolution NONE sends callers no list: they connect where the application says";
    case "resolution-dynamic":
      return "resolution DYNAMIC_DNS sends callers no list: they look up what they are asked for";
    case "external-name":
      return `its type is ExternalName: it is another name for ${reason.externalName || "nothing"}, and takes nobody`;
    default:
      return stateWords(reason);
  }
}

type OfState = Extract<
  ExclusionReason,
  { code: "unhealthy" | "awaiting-first-probe" | "draining" | "pod-not-ready" | "pod-deleting" | "pod-without-address" | "pod-finished" }
>;

/** Reasons that come and go with the machine's state. */
function stateWords(reason: OfState): string {
  switch (reason.code) {
    case "unhealthy":
      return `its last report is Healthy=${reason.status}${reason.message === "" ? "" : `: ${reason.message}`}`;
    case "awaiting-first-probe":
      return "its health gate is on, and nothing has been reported yet";
    case "draining":
      return `it is being drained (its label says ${reason.value})`;
    case "pod-not-ready":
      return "the Pod is not ready";
    case "pod-deleting":
      return "the Pod is being deleted";
    case "pod-without-address":
      return "the Pod has no address yet";
    case "pod-finished":
      return `the Pod has ended: ${reason.phase}`;
  }
}

function emptySelectorWords(versions: readonly string[]): string {
  const istiod = versions.length === 0 ? "istiod" : `istiod ${anyOf(versions)}`;
  return `its selector has no labels: ${istiod} selects everything or nothing with it, which depends on its exact version`;
}

function pairWords({ key, wanted, found }: DifferingLabel): string {
  return found === null ? `no label ${key}, the selector wants ${wanted || '""'}` : `label ${key} is ${found || '""'}, the selector wants ${wanted || '""'}`;
}

function addressWords({ code, address, resolution }: Extract<ExclusionReason, { code: "host-name-address" | "socket-address" }>): string {
  const what = code === "host-name-address" ? "host name" : "socket";
  const taker = resolution === "Service" ? "for a Service" : `with resolution ${resolution}`;
  return `a ${what} (${address}) is no address ${taker}: only a ServiceEntry with resolution DNS takes it`;
}
