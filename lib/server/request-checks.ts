import { headers } from "next/headers";
import { forbidden, redirect, unauthorized } from "next/navigation";
import { decodeObjectParams, type ObjectParams } from "@/lib/contract/url/page-query";
import { pagePaths } from "@/lib/contract/url/paths";
import { shownText } from "@/lib/format/shown-text";
import { inCluster } from "@/lib/format/text/cluster";
import { requireFromHere, requireViewer } from "@/lib/server/access/require-viewer";
import { clustersAsked, isUnchecked, requireChecked } from "@/lib/server/access/unchecked-clusters";
import type { Asking, SignedIn, SignIn } from "@/lib/server/access/viewer";
import { caughtUp } from "@/lib/server/fleet/caught-up";
import { handled } from "@/lib/server/http/handler";
import { ADDRESS_HEADER } from "@/lib/server/http/inbound-headers";
import { requireOwnPage, requireReport } from "@/lib/server/http/own-page";
import { Refusal } from "@/lib/server/http/problem";
import { getRuntime, type Runtime } from "./runtime";

/** The viewer of a page, and the runtime of the process. */
export interface Asked {
  readonly viewer: SignedIn;
  readonly runtime: Runtime;
}

/** The same for a route, with the request and the segments of its address. */
export interface RouteAsked<Params> extends Asked {
  readonly request: Request;
  readonly params: Params;
}

interface RouteContext<Params> {
  readonly params: Promise<Params>;
}

/** Marks a wrapped route or page with its check. `Symbol.for`, because Next.js loads this module several times in a process. */
const REQUEST_CHECK = Symbol.for("stolos.request-check");
type RequestCheck = "viewer" | "visitor";

/**
 * Wraps a route: checks the origin of the request, then the viewer, and calls `work` after all due evaluations of the fleet.
 * Every export of a route uses it, except health routes and sign-in (`app/request-checks.test.ts`).
 */
export function viewerRoute<Params = Readonly<Record<string, never>>>(work: (asked: RouteAsked<Params>) => unknown) {
  const answer = (request: Request, { params }: RouteContext<Params>): Promise<Response> =>
    handled(request, async () => {
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

/** Wraps a page: redirects to the sign-in if the viewer is unknown or cannot be checked. */
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

/** Redirects to the sign-in. Behind a proxy that signs users in, it answers 401 or 403 with a page that shows the reason. */
export function turnAway({ kind }: SignIn, refusal: Refusal | null, from: string): never {
  if (kind !== "proxy" || refusal?.status === 503) redirect(pagePaths.signIn(from));
  if (refusal?.status === 401) unauthorized();
  forbidden();
}

/** The viewer of a page that needs no sign-in, or the reason why there is none. */
export interface Visit {
  readonly viewer: SignedIn | null;
  readonly refusal: Refusal | null;
  readonly runtime: Runtime;
  /** The requested address. */
  readonly from: string;
  readonly request: Asking;
}

/** Wraps a page or layout that needs no sign-in: the sign-in page, and the frame around it. It shows nothing of the fleet. */
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

/** Wraps a route that needs no sign-in, but a request from a page of this server: sign-in and sign-out. */
export function visitorRoute(work: VisitorWork) {
  return openRoute(requireOwnPage, work);
}

/** Wraps a route for reports that browsers send about pages of this server. It needs no sign-in and changes nothing. */
export function reportRoute(work: VisitorWork) {
  return openRoute(requireReport, work);
}

function openRoute(requireOrigin: typeof requireOwnPage, work: VisitorWork) {
  const answer = (request: Request): Promise<Response> =>
    handled(request, async () => {
      const runtime = await getRuntime();
      requireFromHere(runtime, request, requireOrigin);
      return work({ request, runtime });
    });
  return marked(answer, "visitor");
}

/** Wraps the callback from an OpenID provider. It answers top-level navigation only, and no frame, image or script of another site. */
export function returnRoute(work: (asked: { readonly request: Request; readonly runtime: Runtime }) => unknown) {
  const answer = (request: Request): Promise<Response> =>
    handled(request, async () => {
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

/** The check of a wrapped route or page; null if it is not wrapped. */
export function requestCheckOf(exported: unknown): RequestCheck | null {
  return typeof exported === "function" && REQUEST_CHECK in exported ? (exported[REQUEST_CHECK] as RequestCheck) : null;
}

function marked<Answer extends object>(answer: Answer, check: RequestCheck): Answer {
  return Object.assign(answer, { [REQUEST_CHECK]: check });
}
