import type { PageViewer } from "@/lib/contract/session";
import { Refusal } from "@/lib/server/http/problem";
import { log } from "@/lib/server/log";
import { bearerOf } from "./token";
import type { Asking, SignedIn, SignIn } from "./viewer";
import { viewerDigest } from "./viewer-digest";

/** Whoever asks, as a page may know it. */
export function pageViewer(viewer: SignedIn): PageViewer {
  return { ...viewer.identity, id: viewerDigest(viewer) };
}

/** Keeps a token in the browser that brings it, once the clusters have said whom it stands for. Refuses what they do not take. */
export async function keepSession(signIn: SignIn, typed: string): Promise<Response> {
  const { cookies } = signIn;
  if (cookies === null) throw new Refusal(404, "Not there", "This server asks nobody to sign in.");
  const token = bearerOf(`Bearer ${typed.trim()}`);
  if (token === null) throw new Refusal(422, "No token", "This is no bearer token: it has letters, digits and - . _ ~ + / only, and 6,144 at most.", "token");
  const viewer = await signIn.viewerOf({ headers: new Headers({ authorization: `Bearer ${token}` }) });
  log("info", "audit", { command: "sign-in", name: pageViewer(viewer).name, outcome: "done" });
  return answer(Response.json(pageViewer(viewer)), cookies.keep(token));
}

/** Takes the token away from the browser and ends its streams. */
export function endSession(signIn: SignIn, request: Asking): Response {
  signIn.signOut(request);
  const response = new Response(null, { status: 204, headers: { "Clear-Site-Data": '"cache"' } });
  return answer(response, signIn.cookies?.forget() ?? []);
}

function answer(response: Response, cookies: readonly string[]): Response {
  response.headers.set("Cache-Control", "no-store");
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}
