import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ProviderSignIn } from "@/components/session/provider-sign-in";
import { ProxySignIn } from "@/components/session/proxy-sign-in";
import { SignInForm } from "@/components/session/sign-in-form";
import { TurnedAway } from "@/components/session/turned-away";
import { isReturnPathWithinCookieLimit, parseSignInNote, safeReturnPath } from "@/lib/contract/answers/session";
import type { SearchParams } from "@/lib/contract/url/page-query";
import { NOT_CHECKED, SIGN_IN_NOTES, TURNED_AWAY } from "@/lib/format/session-words";
import { isUnchecked } from "@/lib/server/access/unchecked-clusters";
import { turnAway, visitorPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Sign in" };

export default visitorPage(async ({ viewer, refusal, runtime, request, from: address }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const params = await searchParams;
  const way = safeReturnPath(params.from);
  const told = parseSignInNote(params.note);
  const isHeld = viewer !== null && isUnchecked(viewer, way);
  const unchecked = isHeld ? NOT_CHECKED.detail : refusal?.status === 503 ? refusal.detail : null;
  const name = viewer?.identity.name ?? null;
  const { signIn, readOnly } = runtime.config;
  if (signIn.kind === "proxy") {
    if (unchecked !== null)
      return <TurnedAway refusal="unchecked" isUnchecked title={TURNED_AWAY.unchecked} detail={unchecked} link={{ href: way, text: TURNED_AWAY.again }} />;
    if (viewer === null) return turnAway(runtime.signIn, refusal, address);
    return <ProxySignIn from={way} name={name ?? ""} signOutUrl={signIn.signOutUrl} />;
  }
  if (runtime.signIn.cookies === null) notFound();
  const { provider } = runtime.signIn;
  if (provider === undefined)
    return <SignInForm from={way} name={name} unchecked={unchecked} note={told === "long-link" ? SIGN_IN_NOTES[told] : null} mayWrite={!readOnly} />;
  const kept = provider.problemOf(request);
  const refused = kept ?? (told === "not-begun" ? SIGN_IN_NOTES[told] : null);
  const note = told === "long-link" || !isReturnPathWithinCookieLimit(way) ? SIGN_IN_NOTES["long-link"] : null;
  const problem = refused ?? unchecked ?? provider.problem();
  const code = refused === null ? "unchecked" : kept === null ? "not-begun" : "provider-refused";
  const trouble = problem === null ? null : ({ refusal: code, problem, isUnchecked: refused === null } as const);
  const { host } = provider;
  return <ProviderSignIn from={way} {...{ name, trouble, note, host }} signOutAddress={provider.signOutAddress()} mayWrite={!readOnly} />;
});
