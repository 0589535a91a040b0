import { encoded } from "./paths";

/** Pages of Kiali, under the address where it is reached. */
export const kialiPaths = {
  mesh: (base: string) => `${base}/console/mesh`,
  service: (base: string, namespace: string, name: string) => `${base}/console/namespaces/${encoded(namespace)}/services/${encoded(name)}`,
};

/** An address as it can be linked to: of http or https, without a password, a query or a fragment, and without a slash at its end; null = it is none. */
export function linkedBase(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, origin, pathname, search, hash } = new URL(text);
  if ((protocol !== "https:" && protocol !== "http:") || username !== "" || password !== "" || search !== "" || hash !== "") return null;
  return `${origin}${pathname}`.replace(/\/+$/, "");
}
