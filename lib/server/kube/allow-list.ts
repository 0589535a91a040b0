/** What a client may do. In `read-only` nothing but reading and asking about access leaves the process; `read-write` adds what is listed here. */
export type ClientMode = "read-only" | "read-write";

const REVIEWS = new Set([
  "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
  "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
  "/apis/authorization.k8s.io/v1/subjectaccessreviews",
  "/apis/authentication.k8s.io/v1/tokenreviews",
  "/apis/authentication.k8s.io/v1/selfsubjectreviews",
]);

/** The one write there is: a group's own annotation is patched (its expected size). */
const GROUP = /^\/apis\/networking\.istio\.io\/v[a-z0-9]+\/namespaces\/[a-z0-9.-]+\/workloadgroups\/[a-z0-9][a-z0-9.-]*$/;

/** Thrown before a socket is used: a defect of the caller, never an answer. */
export class NotAllowed extends Error {
  override readonly name = "NotAllowed";
}

/** Throws unless the mode allows the request. `path` may carry a query. */
export function assertAllowed(mode: ClientMode, method: string, path: string): void {
  if (method === "GET") return;
  const [bare = ""] = path.split("?", 1);
  if (method === "POST" && REVIEWS.has(bare)) return;
  if (mode === "read-write" && method === "PATCH" && GROUP.test(bare)) return;
  throw new NotAllowed(`${method} ${bare} is not allowed in ${mode} mode`);
}
