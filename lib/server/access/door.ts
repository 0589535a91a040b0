import { headers } from "next/headers";
import { forbidden, redirect, unauthorized } from "next/navigation";
import { decodeObjectParams, type ObjectParams } from "@/lib/contract/url/page-query";
import { pagePaths } from "@/lib/contract/url/paths";
import { shownText } from "@/lib/format/shown-text";
import { inCluster } from "@/lib/format/text/cluster";
import { caughtUp } from "@/lib/server/fleet/caught-up";
import { handled } from "@/lib/server/http/handler";
import { ADDRESS_HEADER } from "@/lib/server/http/inbound-headers";
import { requireOwnPage, requireReport } from "@/lib/server/http/own-page";
import { Refusal } from "@/lib/server/http/problem";
import { getRuntime, type Runtime } from "@/lib/server/runtime";
import { requireFromHere, requireViewer } from "./door-questions";
import { clustersAsked, isUnchecked, requireChecked } from "./unchecked-clusters";
import type { Asking, SignedIn, SignIn } from "./viewer";

/** What a page is drawn with: whoever asks, and what the process holds. */
export interface Asked {
  readonly viewer: SignedIn;
  readonly runtime: Runtime;
}

/** The same of a route, with the request and the segments of its address. */
export interface RouteAsked<Params> extends Asked {
  readonly request: Request;
  readonly params: Params;
}

interface RouteContext<Params> {
  readonly params: Promise<Params>;
}

const MADE_BY_DOOR = Symbol.for("stolos.made-by-door");
type Made = "viewer" | "visitor";

/**
 * A route that begins with where the request comes from, which no route has to ask again, and with who asks: then `work` answers, about a fleet of
 * which all that fell due is evaluated.
 * Every export of a route is made by this; only the health routes and the sign-in are not.
 */
export function viewerRoute<Params = Readonly<Record<string, never>>>(work: (asked: RouteAsked<Params>) => unknown) {
  const answer = (request: Request, { params }: RouteContext<Params>): Promise<Response> =>
    handled(async () => {
      const runtime = await getRuntime();
      requireFromHere(runtime, request);
      const viewer = await requireViewer(runtime, request);
      const { signIn, refusedChanges } = runtime;
      const given = await params;
      refusedChanges.told({ request, signIn, viewer }, () => requireChecked(viewer, clustersAsked(request, given)));
      await caughtUp(runtime.fleet);
      return work({ request, params: given, viewer, runtime });
    });
  return marked(answer, "viewer");
}

/** A page that begins with who asks; whoever is not known, or cannot be checked, is led to the sign-in. Every page is made by this. */
export function viewerPage<Props, Drawn>(draw: (asked: Asked, props: Props) => Drawn | Promise<Drawn>) {
  const drawn = async (props: Props): Promise<Drawn> => {
    const { viewer, refusal, runtime, from } = await visit();
    if (viewer === null) return turnAway(runtime.signIn, refusal, from);
    // The sign-in says why, and leads back.
    if (isUnchecked(viewer, from)) return redirect(pagePaths.signIn(from));
    return draw({ viewer, runtime }, props);
  };
  return marked(drawn, "viewer");
}

/** Leads to the sign-in, or, where a proxy signs people in, answers 401 or 403 with the page that says why. */
export function turnAway({ kind }: SignIn, refusal: Refusal | null, from: string): never {
  if (kind !== "proxy" || refusal?.status === 503) redirect(pagePaths.signIn(from));
  if (refusal?.status === 401) unauthorized();
  forbidden();
}

/** What a page for anybody is drawn with: whoever asks, if that is known, and why it is not. */
export interface Visit {
  readonly viewer: SignedIn | null;
  readonly refusal: Refusal | null;
  readonly runtime: Runtime;
  /** The address that was asked for. */
  readonly from: string;
  readonly request: Asking;
}

/** A page or layout that is drawn for anybody: the sign-in, and the frame around it. It tells a visitor nothing of the fleet. */
export function visitorPage<Props, Drawn>(draw: (visit: Visit, props: Props) => Drawn | Promise<Drawn>) {
  return marked(async (props: Props): Promise<Drawn> => draw(await visit(), props), "visitor");
}

/** The title of the page of one object: "shop/checkout in prod-eu". A viewer with one cluster gets no cluster. */
export async function objectTitle(params: Promise<ObjectParams>, before = ""): Promise<{ readonly title: string }> {
  const { cluster, namespace, name } = decodeObjectParams(await params);
  const { viewer } = await visit();
  const isOneOfSeveral = viewer !== null && viewer.scope.knownClusters.size > 1;
  return { title: shownText(`${before}${namespace}/${name}${inCluster(cluster, isOneOfSeveral)}`) };
}

type VisitorWork = (asked: { readonly request: Request; readonly runtime: Runtime }) => unknown;

/** A change that anybody may ask for from a page of ours: signing in and out. */
export function visitorRoute(work: VisitorWork) {
  return openRoute(requireOwnPage, work);
}

/** What a browser reports by itself of a page of ours. Nobody has to be signed in, and nothing is changed. */
export function reportRoute(work: VisitorWork) {
  return openRoute(requireReport, work);
}

function openRoute(requireOrigin: typeof requireOwnPage, work: VisitorWork) {
  const answer = (request: Request): Promise<Response> =>
    handled(async () => {
      const runtime = await getRuntime();
      requireFromHere(runtime, request, requireOrigin);
      return work({ request, runtime });
    });
  return marked(answer, "visitor");
}

/** An address that a page of another site sends a browser to: back from the sign-in's provider. No frame, picture or script of such a page gets an answer. */
export function returnRoute(work: (asked: { readonly request: Request; readonly runtime: Runtime }) => unknown) {
  const answer = (request: Request): Promise<Response> =>
    handled(async () => {
      const wanted = request.headers.get("sec-fetch-dest");
      if (wanted !== null && wanted !== "document") throw new Refusal(403, "Not from here", "Open this address as a page.");
      return work({ request, runtime: await getRuntime() });
    });
  return marked(answer, "visitor");
}

async function visit(): Promise<Visit> {
  const [runtime, given] = await Promise.all([getRuntime(), headers()]);
  const from = given.get(ADDRESS_HEADER) ?? "/";
  try {
    const viewer = await runtime.signIn.viewerOf({ headers: given });
    await caughtUp(runtime.fleet);
    return { viewer, refusal: null, runtime, from, request: { headers: given } };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return { viewer: null, refusal: thrown, runtime, from, request: { headers: given } };
  }
}

/** For whom this answers, where the door made it: for viewers, or for anybody; null where it did not. */
export function madeByDoor(made: unknown): Made | null {
  return typeof made === "function" && MADE_BY_DOOR in made ? (made[MADE_BY_DOOR] as Made) : null;
}

function marked<Answer extends object>(answer: Answer, made: Made): Answer {
  return Object.assign(answer, { [MADE_BY_DOOR]: made });
}
