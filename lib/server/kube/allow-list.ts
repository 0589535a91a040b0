/** What a client may do. In `read-only` nothing but reading and asking about access leaves the process. */
export type ClientMode = "read-only" | "read-write";

const REVIEWS = new Set([
  "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
  "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
  "/apis/authorization.k8s.io/v1/subjectaccessreviews",
  "/apis/authentication.k8s.io/v1/tokenreviews",
  "/apis/authentication.k8s.io/v1/selfsubjectreviews",
]);

/** Thrown before a socket is used: a defect of the caller, never an answer. */
export class NotAllowed extends Error {
  override readonly name = "NotAllowed";
}

/** Throws unless the mode allows the request. `path` may carry a query. */
export function assertAllowed(mode: ClientMode, method: string, path: string): void {
  if (mode === "read-write" || method === "GET") return;
  const [bare = ""] = path.split("?", 1);
  if (method === "POST" && REVIEWS.has(bare)) return;
  throw new NotAllowed(`${method} ${bare} is not allowed in read-only mode`);
}
