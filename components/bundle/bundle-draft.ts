import type { BundleDefaults, BundleRequest } from "@/lib/contract/answers/bundle";
import { defaultGatewayNameUse, tokenLifetimeChoices } from "@/lib/domain/bundle/credentials";
import type { MachineInput } from "@/lib/domain/bundle/machine-choices";

/** What a person fills in; nothing of it is a secret. */
export interface BundleDraft extends Omit<BundleRequest, "form" | "seconds" | "machines"> {
  readonly minutes: number;
  readonly machines: readonly MachineDraft[];
  /** A list of machines that is not taken into the form yet. */
  readonly list: string;
}

/** A machine of the form: `id` stays while its name is typed. */
export type MachineDraft = BundleRequest["machines"][number] & { readonly id: number };

/** An empty line for one more machine of a group. */
export function aMachine(group: string, others: readonly MachineDraft[] = []): MachineDraft {
  const id = Math.max(0, ...others.map((other) => other.id)) + 1;
  return { id, name: `${group.slice(0, 240)}-${id}`, internalIp: "", externalIp: "", labels: "", locality: "" };
}

/** The machines after a list was taken: one that has a name of the list is as the list says, and the one that the form began with goes if nothing was typed for it. */
export function withListed(machines: readonly MachineDraft[], listed: readonly MachineInput[], group: string): readonly MachineDraft[] {
  const [only] = machines;
  const isUntouched = machines.length === 1 && only !== undefined && sameMachine(only, aMachine(group));
  const result = isUntouched ? [] : [...machines];
  for (const machine of listed) {
    const at = result.findIndex(({ name }) => name.trim() === machine.name);
    if (at >= 0) result[at] = { ...machine, id: result[at]?.id ?? 0 };
    else result.push({ ...machine, id: aMachine(group, result).id });
  }
  return result;
}

function sameMachine(one: MachineDraft, other: MachineDraft): boolean {
  return (Object.keys(one) as (keyof MachineDraft)[]).every((key) => one[key] === other[key]);
}

/** The form as it begins: what was read, for one machine. */
export function draftOf(start: BundleDefaults, group: string): BundleDraft {
  return {
    revision: start.revision,
    clusterId: start.clusterId.value,
    trustDomain: start.trustDomain.value,
    meshId: start.meshId.value,
    // The one that was read needs no second way over the wire.
    rootCertificate: "",
    gateway: { address: start.gateway.value, way: defaultGatewayNameUse(start.gateway.value, start.certificateNames), resolved: "" },
    account: start.account || "default",
    captureDns: true,
    autoRegister: true,
    machines: [aMachine(group)],
    list: "",
    minutes: tokenLifetimeChoices(start.rails.kind === "known" ? start.rails.rails.maxTokenSeconds : null).at(-1) ?? 0,
  };
}

/** The form after the mesh was read anew, as for another revision: what nobody typed over is what was read now. */
export function readAnew(draft: BundleDraft, before: BundleDefaults, after: BundleDefaults): BundleDraft {
  const value = (name: "clusterId" | "trustDomain" | "meshId") => (draft[name] === before[name].value ? after[name].value : draft[name]);
  const wayOf = ({ gateway, certificateNames }: BundleDefaults) => defaultGatewayNameUse(gateway.value, certificateNames);
  const gateway = {
    ...draft.gateway,
    address: draft.gateway.address === before.gateway.value ? after.gateway.value : draft.gateway.address,
    way: draft.gateway.way === wayOf(before) ? wayOf(after) : draft.gateway.way,
  };
  return { ...draft, clusterId: value("clusterId"), trustDomain: value("trustDomain"), meshId: value("meshId"), gateway };
}

/** The request that a form stands for; without a token where `withToken` is false. */
export function requestOf({ minutes, machines, list: _, ...draft }: BundleDraft, form: BundleRequest["form"], withToken: boolean): BundleRequest {
  return { ...draft, machines: machines.map(({ id: __, ...machine }) => machine), form, seconds: withToken ? minutes * 60 : null };
}
