const TLS_REASONS: ReadonlyMap<string, string> = new Map([
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["CERT_NOT_YET_VALID", "its certificate is not valid yet"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is self-signed and not trusted by the kubeconfig"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate comes from an authority that the kubeconfig does not trust"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its certificate comes from an authority that the kubeconfig does not trust"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "its certificate comes from an authority that the kubeconfig does not trust"],
  ["UNABLE_TO_GET_ISSUER_CERT", "its certificate comes from an authority that the kubeconfig does not trust"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another host name"],
]);

const NETWORK_REASONS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "it refuses the connection"],
  ["ECONNRESET", "it cut the connection"],
  ["EPIPE", "it cut the connection"],
  ["UND_ERR_SOCKET", "the connection was cut"],
  ["ENOTFOUND", "its host name is not known"],
  ["EAI_AGAIN", "its host name could not be looked up"],
  ["EHOSTUNREACH", "there is no route to it"],
  ["ENETUNREACH", "there is no route to it"],
  ["ETIMEDOUT", "it does not answer"],
  ["UND_ERR_CONNECT_TIMEOUT", "it does not answer"],
]);

/** Is it a code of a certificate that is not accepted, with words of its own? */
export function isTlsError(code: string): boolean {
  return TLS_REASONS.has(code);
}

/** Is it a code of a connection that does not come about or was cut, with words of its own? */
export function isNetworkError(code: string): boolean {
  return NETWORK_REASONS.has(code);
}

/** Why there is no connection, by the code of Node.js, OpenSSL or undici: "it refuses the connection". */
export function connectionWords(code: string): string {
  return TLS_REASONS.get(code) ?? NETWORK_REASONS.get(code) ?? `no connection (${code})`;
}
