import type { RootCertificateStatus } from "@/lib/domain/bundle/credentials";
import { formatDateTime } from "./clock";

/** What is wrong with the mesh's root certificate, "" = it holds. */
export function rootProblemWords(standing: RootCertificateStatus): string {
  switch (standing.kind) {
    case "holds":
      return "";
    case "unreadable":
      return "The root certificate is no certificate in PEM: with it no machine trusts istiod.";
    case "ended":
      return `The root certificate ended at ${formatDateTime(standing.until, "utc")}: with it no machine trusts istiod.`;
    case "not-yet":
      return `The root certificate holds from ${formatDateTime(standing.from, "utc")} on only: until then no machine trusts istiod.`;
  }
}

/** A root certificate in a few words: it is as long as a page. */
export function rootWords(standing: RootCertificateStatus): string {
  if (standing.kind === "unreadable") return "no PEM";
  return standing.kind === "not-yet"
    ? `PEM, holds from ${formatDateTime(standing.from, "utc")}`
    : `PEM, ${standing.kind === "holds" ? "holds until" : "ended at"} ${formatDateTime(standing.until, "utc")}`;
}
