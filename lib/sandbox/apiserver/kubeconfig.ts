import { stringify } from "yaml";
import type { KeyPairPem } from "./pki";

/** How a user of a kubeconfig proves who they are. */
export type Credentials = { readonly kind: "token"; readonly token: string } | { readonly kind: "certificate"; readonly pair: KeyPairPem };

/** A kubeconfig with one context, named after the user, in YAML. */
export function kubeconfigText(url: string, caPem: string, user: string, credentials: Credentials): string {
  const secret =
    credentials.kind === "token"
      ? { token: credentials.token }
      : { "client-certificate-data": base64(credentials.pair.certificate), "client-key-data": base64(credentials.pair.key) };
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "sandbox", cluster: { server: url, "certificate-authority-data": base64(caPem) } }],
    users: [{ name: user, user: secret }],
    contexts: [{ name: `${user}@sandbox`, context: { cluster: "sandbox", user } }],
    "current-context": `${user}@sandbox`,
  });
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
