import * as z from "zod/mini";
import { NAME_WAYS } from "@/lib/domain/bundle/gateway-address";

/** What was typed or pasted is kept, also where it is longer than what can be sent. */
const Text = z.string().check(z.maxLength(1_000_000));
const Machine = z.object({ id: z.number(), name: Text, internalIp: Text, externalIp: Text, labels: Text, locality: Text });

/**
 * What a viewer typed into the form of a group's files: only what differs from what was read, so that what is read anew shows. It stays in the browser and
 * holds no secret.
 */
export const BundleTyped = z.object({
  /** The revision that the mesh was read for; missing = that of the group. */
  readFor: z.optional(Text),
  revision: z.optional(Text),
  clusterId: z.optional(Text),
  trustDomain: z.optional(Text),
  meshId: z.optional(Text),
  rootCertificate: z.optional(Text),
  gateway: z.optional(z.object({ address: z.optional(Text), way: z.optional(z.enum(NAME_WAYS)), resolved: z.optional(Text) })),
  account: z.optional(Text),
  captureDns: z.optional(z.boolean()),
  autoRegister: z.optional(z.boolean()),
  machines: z.optional(z.readonly(z.array(Machine))),
  list: z.optional(Text),
  minutes: z.optional(z.number()),
});
export type BundleTyped = z.infer<typeof BundleTyped>;
