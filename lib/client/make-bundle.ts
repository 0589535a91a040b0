import { Problem, type ProblemCode } from "@/lib/contract/answers/answers";
import { type BundleRequest, GeneratedBundles, TOKEN_EXPIRES_HEADER } from "@/lib/contract/answers/bundle";
import { apiPaths } from "@/lib/contract/url/paths";
import { heardStatus } from "./signed-out";

/** What came of asking for files: the files, an archive, or a refusal with the field at fault ("" = none in particular). */
export type BundleOutcome =
  | { readonly kind: "files"; readonly made: GeneratedBundles }
  | { readonly kind: "archive"; readonly blob: Blob; readonly name: string; readonly expiresAt: number | null }
  | { readonly kind: "refused"; readonly problem: string; readonly field: string; readonly code?: ProblemCode | undefined };

interface BundlePlace {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** Asks for the files of machines. Never throws. The answer holds a token where one was asked for: it stays with whoever called, and nowhere else. */
export async function makeBundle({ cluster, namespace, name }: BundlePlace, request: BundleRequest): Promise<BundleOutcome> {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch(apiPaths.bundle(cluster, namespace, name), { method: "POST", headers, body: JSON.stringify(request), cache: "no-store" });
    heardStatus(response.status);
    if (response.ok && request.form === "archive") {
      const expires = response.headers.get(TOKEN_EXPIRES_HEADER);
      return {
        kind: "archive",
        blob: await response.blob(),
        name: fileNameIn(response) ?? `${namespace}-${name}.tar.gz`,
        expiresAt: expires === null ? null : Number(expires),
      };
    }
    const body: unknown = await response.json();
    const made = GeneratedBundles.safeParse(body);
    if (response.ok && made.success) return { kind: "files", made: made.data };
    const problem = Problem.safeParse(body);
    if (problem.success) {
      const { detail, title, field = "", code } = problem.data;
      return { kind: "refused", problem: detail || title, field, ...(code !== undefined && { code }) };
    }
    return { kind: "refused", problem: `The server answered ${response.status}.`, field: "" };
  } catch (error) {
    return { kind: "refused", problem: `The server cannot be reached${error instanceof Error ? `: ${error.message}` : ""}.`, field: "" };
  }
}

/** The name that the server gave to the file. */
function fileNameIn({ headers }: Response): string | undefined {
  return /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1];
}
