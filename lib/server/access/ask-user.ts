import type { Clock } from "@/lib/server/clock";
import { createKubeClient } from "@/lib/server/kube/client";
import type { ClusterContext } from "@/lib/server/kube/cluster-context";
import { type ReviewedUser, reviewUser } from "@/lib/server/kube/review-subject";
import { tokenContext } from "@/lib/server/kube/token-context";

/** Whom a cluster takes a token for: somebody, nobody, or it could not be asked. */
export type AskedUser = { readonly cluster: string; readonly skewMs: number | null } & (
  | { readonly kind: "known"; readonly user: ReviewedUser }
  | { readonly kind: "rejected" }
  | { readonly kind: "failed" }
);

/** Asks a cluster, once, whom a token stands for. `skewMs`: its clock minus ours in milliseconds. Never rejects. */
export async function askUser(context: ClusterContext, token: string, clock: Clock): Promise<AskedUser> {
  const client = createKubeClient({ context: tokenContext(context, token), clock });
  try {
    const answer = await reviewUser(client);
    const told = { cluster: context.cluster, skewMs: client.skewMs() };
    if (answer.ok) return { ...told, kind: "known", user: answer.value };
    return { ...told, kind: answer.error.kind === "unauthorized" ? "rejected" : "failed" };
  } finally {
    await client.close();
  }
}
