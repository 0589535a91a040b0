import { signedInName } from "@/lib/server/access/signed-in-name";
import type { SignIn } from "./viewer";

/** The user name in each cluster that a sign-in sends credentials to, of a viewer that it made. */
export function namesOf({ clusters = [] }: Pick<SignIn, "clusters">, { subject }: { readonly subject: string }): ReadonlyMap<string, string> {
  return new Map(clusters.map((cluster) => [cluster, signedInName(subject, cluster)]));
}

/** One name, as every cluster has it; null = nobody knows it. */
export function namesAt({ clusters = [] }: Pick<SignIn, "clusters">, name: string | null): ReadonlyMap<string, string> {
  return new Map(name === null ? [] : clusters.map((cluster) => [cluster, name]));
}
