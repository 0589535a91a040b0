import { log, thrownFields } from "@/lib/server/log";
import { REQUEST_HEADER } from "./inbound-headers";

interface FailedPage {
  /** The pattern of its address, such as "/c/[cluster]/groups/[namespace]/[name]": the log has no names of objects. */
  readonly routePath: string;
  /** The headers of its request, as the page got them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Writes why a page could not be rendered. `digest`: what the page shows instead of the reason. */
export function logFailedPage(error: unknown, { routePath, headers }: FailedPage): void {
  const digest = error instanceof Error && "digest" in error ? { digest: String(error.digest) } : {};
  const { [REQUEST_HEADER]: id } = headers;
  log("error", "a page failed", { route: routePath, ...(id !== undefined && { request: String(id) }), ...digest, ...thrownFields(error) });
}
