import * as z from "zod/mini";
import type { SearchParams } from "@/lib/contract/url/page-query";
import type { Mute } from "@/lib/domain/findings/mute";
import { FieldCause } from "./answers";
import { onlyText } from "./preview";

/** What was typed or pasted is kept, also where it is longer than what can be sent. */
const Text = z.string().check(z.maxLength(1_000_000));

/** How callers reach the machines: not yet, by a host that is there and selects them, or by one that is made with the group (as YAML). */
const Reach = z.discriminatedUnion("how", [
  z.object({ how: z.literal("none") }),
  z.object({ how: z.literal("existing"), kind: z.enum(["Service", "ServiceEntry"]), name: z.string() }),
  z.object({ how: z.literal("service"), text: Text }),
  z.object({ how: z.literal("serviceentry"), text: Text }),
]);
export type Reach = z.infer<typeof Reach>;

/** An object of a draft as it was sent, and which of its fields were refused. */
const RefusedObject = z.object({ kind: z.enum(["ServiceAccount", "WorkloadGroup", "Service", "ServiceEntry"]), text: Text, causes: z.array(FieldCause) });
export type RefusedObject = z.infer<typeof RefusedObject>;

/** A group that is not made yet, as its viewer typed it. It stays in the browser and holds no secret. The YAML is the truth; the form reads and edits it. */
export const Draft = z.object({
  id: z.string(),
  cluster: z.string(),
  namespace: z.string(),
  /** The WorkloadGroup as YAML. */
  group: Text,
  /** Is the service account that the group names made with it? */
  makeAccount: z.boolean(),
  reach: Reach,
  /** The texts of ways that were begun and are not chosen now; missing = there are none. */
  setAside: z.optional(z.object({ service: z.optional(Text), serviceentry: z.optional(Text) })),
  /** What was refused of its objects when they were last tried; missing = nothing. */
  refusals: z.optional(z.array(RefusedObject)),
  /** The group that it was made like, as it was then; missing = it began empty. */
  clonedFrom: z.optional(z.object({ name: z.string(), text: Text })),
});
export type Draft = z.infer<typeof Draft>;

/** The steps from nothing to a machine that serves, in their order. The last two are pages of the group, which is there by then. */
export const NEW_GROUP_STEPS = ["ready", "describe", "reach", "review", "bundle", "arrive"] as const;
export type NewGroupStep = (typeof NEW_GROUP_STEPS)[number];

/** The steps that come before the group is there. */
export type DraftStep = Exclude<NewGroupStep, "bundle" | "arrive">;

/** Which draft an address means: `cluster=…&namespace=…&draft=…`. */
export interface DraftAddress {
  readonly cluster: string;
  readonly namespace: string;
  readonly draft: string;
}

/** Spells a place as the query of an address; what is empty is left out. */
export function formatDraftAddress(place: DraftAddress): string {
  return new URLSearchParams(Object.entries(place).filter(([, value]) => value !== "")).toString();
}

/** Reads the place that an address names; "" = it does not say. */
export function parseDraftAddress(search: SearchParams): DraftAddress {
  const [cluster, namespace, draft] = [search.cluster, search.namespace, search.draft].map((value) => onlyText(value) ?? "");
  return { cluster: cluster ?? "", namespace: namespace ?? "", draft: draft ?? "" };
}

/** An edit of an object that is not applied yet. It stays in the browser and holds no secret. */
export const EditDraft = z.object({
  /** The object that was read, and no other of its name. */
  uid: z.string(),
  /** The version that the edit is of. */
  resourceVersion: z.string(),
  /** What of that version can be edited, as YAML. */
  base: Text,
  /** The tool that keeps the object as it wants it; null = none is known. */
  owner: z.nullable(z.object({ tool: z.enum(["Argo CD", "Flux", "Helm"]), mark: z.string(), name: z.string() })),
  /** What was typed. */
  text: Text,
});
export type EditDraft = z.infer<typeof EditDraft>;

/** The browser stores at most this many mutes, and drops the oldest. */
const MOST = 500;
export const StoredMutes = z.object({
  format: z.literal(1),
  mutes: z.array(z.object({ what: z.string().check(z.maxLength(2048)), reason: z.string().check(z.maxLength(500)), until: z.number() })),
});

/** Reads what a browser kept; nothing where it cannot be read. */
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

export function formatMutes(mutes: readonly Mute[]): string {
  return JSON.stringify({ format: 1, mutes: mutes.slice(-MOST) });
}
