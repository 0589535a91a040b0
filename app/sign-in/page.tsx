import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ProviderSignIn } from "@/components/session/provider-sign-in";
import { SignInForm } from "@/components/session/sign-in-form";
import type { SearchParams } from "@/lib/contract/page-query";
import { wayBack } from "@/lib/contract/session";
import { NOT_CHECKED } from "@/lib/format/session-words";
import { visitorPage } from "@/lib/server/access/door";
import { isUnchecked } from "@/lib/server/access/unchecked-clusters";

export const metadata: Metadata = { title: "Sign in" };

export default visitorPage(async ({ viewer, refusal, runtime, request }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  if (runtime.signIn.cookies === null) notFound();
  const { from } = await searchParams;
  const name = viewer?.identity.name ?? null;
  const way = wayBack(from);
  const isHeld = viewer !== null && isUnchecked(viewer, way);
  const unchecked = isHeld ? NOT_CHECKED.detail : refusal?.status === 503 ? refusal.detail : null;
  const { provider } = runtime.signIn;
  if (provider === undefined) return <SignInForm from={way} name={name} unchecked={unchecked} />;
  const problem = provider.problemOf(request) ?? unchecked;
  return <ProviderSignIn from={way} name={name} problem={problem} host={provider.host} signOutAddress={provider.signOutAddress()} />;
});
