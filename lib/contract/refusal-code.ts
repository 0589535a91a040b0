/** Reasons for a refused sign-in, as codes. `user-not-allowed`: a proxy named a user for whom this server may not speak. */
const REFUSAL_CODES = [
  "not-signed-in",
  "not-begun",
  "not-allowed",
  "user-not-allowed",
  "may-not-impersonate",
  "no-token",
  "too-many-attempts",
  "provider-refused",
  "unchecked",
  "unreachable",
  "other",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

const BY_STATUS: Readonly<Record<number, RefusalCode>> = {
  401: "not-signed-in",
  403: "not-allowed",
  422: "no-token",
  429: "too-many-attempts",
  502: "provider-refused",
  503: "unchecked",
};

/** The code of a refusal of which only the status is known; null = no answer came. */
export function refusalOfStatus(status: number | null): RefusalCode {
  return status === null ? "unreachable" : (BY_STATUS[status] ?? "other");
}
