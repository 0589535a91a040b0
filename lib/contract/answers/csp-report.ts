import * as z from "zod/mini";

const text = z.nullish(z.string());
const line = z.nullish(z.number());

/** A violation of a page's policy as a browser sends it by `report-uri` (Content Security Policy 3, 5.3). */
const ByAddress = z.object({
  "csp-report": z.object({
    ...{ "document-uri": text, "effective-directive": text, "violated-directive": text, "blocked-uri": text, "source-file": text },
    "line-number": line,
  }),
});

/** Violations as a browser sends them by `report-to` (Reporting API 1, 3.6): several at once, mixed with other kinds of reports. */
const ByEndpoint = z
  .array(
    z.object({
      type: z.string(),
      body: z.nullish(z.object({ documentURL: text, effectiveDirective: text, blockedURL: text, sourceFile: text, lineNumber: line })),
    }),
  )
  .check(z.maxLength(100));

/** A browser's report to this server, in either format. */
export const CspReport = z.union([ByAddress, ByEndpoint]);
export type CspReport = z.infer<typeof CspReport>;

/** One violation as the browser reports it. Its texts are untrusted: any client can send them. */
export interface CspViolation {
  readonly page: string;
  readonly directive: string;
  readonly blocked: string;
  readonly file: string;
  readonly line: number | null;
}

/** Returns the violations in a report of a browser. */
export function cspViolationsOf(report: CspReport): readonly CspViolation[] {
  if (!Array.isArray(report)) {
    const told = report["csp-report"];
    const directive = told["effective-directive"] ?? told["violated-directive"] ?? "";
    return [
      {
        ...{ page: told["document-uri"] ?? "", directive, blocked: told["blocked-uri"] ?? "" },
        ...{ file: told["source-file"] ?? "", line: told["line-number"] ?? null },
      },
    ];
  }
  return report.flatMap(({ type, body }) => {
    if (type !== "csp-violation" || !body) return [];
    const { documentURL, effectiveDirective, blockedURL, sourceFile, lineNumber } = body;
    return [{ page: documentURL ?? "", directive: effectiveDirective ?? "", blocked: blockedURL ?? "", file: sourceFile ?? "", line: lineNumber ?? null }];
  });
}
