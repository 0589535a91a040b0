import * as z from "zod/mini";

const Text = z.string().check(z.maxLength(1_000_000));

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
