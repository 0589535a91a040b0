import * as z from "zod/mini";
import type { SearchParams } from "@/lib/contract/url/page-query";
import type { Mute } from "@/lib/domain/findings/mute";
import { FieldError } from "./answers";
import { singleQueryValue } from "./preview";

/** Text that a viewer typed or pasted. The browser stores it even if it is too long to send. */
const Text = z.string().check(z.maxLength(1_000_000));

/** How callers reach the machines: not yet, by an existing service that selects them, or by one that is created with the group (as YAML). */
const DraftServiceChoice = z.discriminatedUnion("how", [
  z.object({ how: z.literal("none") }),
  z.object({ how: z.literal("existing"), kind: z.enum(["Service", "ServiceEntry"]), name: z.string() }),
  z.object({ how: z.literal("service"), text: Text }),
  z.object({ how: z.literal("serviceentry"), text: Text }),
]);
export type DraftServiceChoice = z.infer<typeof DraftServiceChoice>;

/** An object of a draft as it was sent, with the fields that the API server rejected. */
const RejectedDraftObject = z.object({ kind: z.enum(["ServiceAccount", "WorkloadGroup", "Service", "ServiceEntry"]), text: Text, causes: z.array(FieldError) });
export type RejectedDraftObject = z.infer<typeof RejectedDraftObject>;

/**
 * A group that does not exist yet, as the viewer typed it. It stays in the browser and contains no secret. The YAML is authoritative. The form reads and edits
 * it.
 */
export const GroupDraft = z.object({
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  /** The WorkloadGroup as YAML. */
  group: Text,
  /** True = the service account that the group names is created with it. */
  makeAccount: z.boolean(),
  reach: DraftServiceChoice,
  /** The texts of ways that the viewer began and then did not choose; missing = none. */
  setAside: z.optional(z.object({ service: z.optional(Text), serviceentry: z.optional(Text) })),
  /** The rejected objects of the last attempt; missing = none. */
  refusals: z.optional(z.array(RejectedDraftObject)),
  /** The group that was cloned, as it was then; missing = the draft began empty. */
  clonedFrom: z.optional(z.object({ name: z.string(), text: Text })),
});
export type GroupDraft = z.infer<typeof GroupDraft>;

/** The steps from nothing to a serving machine, in order. The last two are pages of the group, which exists by then. */
export const NEW_GROUP_STEPS = ["ready", "describe", "reach", "review", "bundle", "arrive"] as const;
export type NewGroupStep = (typeof NEW_GROUP_STEPS)[number];

/** The steps before the group exists. */
export type GroupDraftStep = Exclude<NewGroupStep, "bundle" | "arrive">;

/** The draft that an address names: `cluster=…&namespace=…&draft=…`. */
export interface GroupDraftAddress {
  readonly cluster: string;
  readonly namespace: string;
  readonly draft: string;
}

/** Formats a draft address as a query string without empty values. */
export function formatGroupDraftAddress(place: GroupDraftAddress): string {
  return new URLSearchParams(Object.entries(place).filter(([, value]) => value !== "")).toString();
}

/** Reads the draft that an address names; "" = the address has no such value. */
export function parseGroupDraftAddress(search: SearchParams): GroupDraftAddress {
  const [cluster, namespace, draft] = [search.cluster, search.namespace, search.draft].map((value) => singleQueryValue(value) ?? "");
  return { cluster: cluster ?? "", namespace: namespace ?? "", draft: draft ?? "" };
}

/** An edit of an object that is not applied yet. It stays in the browser and contains no secret. */
export const EditDraft = z.object({
  /** The uid of the edited object. Another object of the same name does not match. */
  uid: z.string(),
  /** The version on which the edit is based. */
  resourceVersion: z.string(),
  /** The editable part of that version, as YAML. */
  base: Text,
  /** The tool that manages the object and can revert edits; null = none is known. */
  owner: z.nullable(z.object({ tool: z.enum(["Argo CD", "Flux", "Helm"]), mark: z.string(), name: z.string() })),
  /** The edited YAML. */
  text: Text,
});
export type EditDraft = z.infer<typeof EditDraft>;

/** The browser stores at most this many mutes, and drops the oldest. */
const MOST = 500;
/** The mutes as a browser stores them. `until`: milliseconds. */
export const StoredMutes = z.object({
  format: z.literal(1),
  mutes: z.array(z.object({ what: z.string().check(z.maxLength(2048)), reason: z.string().check(z.maxLength(500)), until: z.number() })),
});

/** Reads the mutes that a browser stored. Unreadable text gives an empty list. */
export function parseMutes(text: string | null): readonly Mute[] {
  if (text === null) return [];
  try {
    const read = StoredMutes.safeParse(JSON.parse(text));
    return read.success ? read.data.mutes : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Formats the newest 500 mutes as the text that `parseMutes` reads. */
export function formatMutes(mutes: readonly Mute[]): string {
  return JSON.stringify({ format: 1, mutes: mutes.slice(-MOST) });
}
