import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ProviderSignIn } from "@/components/session/provider-sign-in";
import { SignInForm } from "@/components/session/sign-in-form";
import type { SearchParams } from "@/lib/contract/page-query";
import { wayBack } from "@/lib/contract/session";
import { visitorPage } from "@/lib/server/access/door";

export const metadata: Metadata = { title: "Sign in" };

export default visitorPage(async ({ viewer, refusal, runtime, request }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  if (runtime.signIn.cookies === null) notFound();
  const { from } = await searchParams;
  const name = viewer?.identity.name ?? null;
  const { provider } = runtime.signIn;
  if (provider !== undefined) {
    const problem = provider.problemOf(request) ?? (refusal?.status === 503 ? refusal.detail : null);
    return <ProviderSignIn from={wayBack(from)} name={name} problem={problem} host={provider.host} signOutAddress={provider.signOutAddress()} />;
  }
  return <SignInForm from={wayBack(from)} name={name} unchecked={refusal?.status === 503 ? refusal.detail : null} />;
});
