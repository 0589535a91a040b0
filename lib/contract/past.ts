import { formatMoment } from "./history-window";

/** The same address at another moment; null = now. Only addresses of this site are changed. `window` is added where the address has none. */
export function withAt(href: string, at: number | null, window = ""): string {
  if (!href.startsWith("/") || href.startsWith("//") || href.startsWith("/api/")) return href;
  const [, path = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  const params = new URLSearchParams(query);
  params.delete("at");
  if (window !== "" && !params.has("window")) params.set("window", window);
  // Colons are left as they are: a person reads this moment in the address.
  const words = [params.toString(), at === null ? "" : `at=${formatMoment(at)}`].filter((part) => part !== "").join("&");
  return `${path}${words === "" ? "" : `?${words}`}${hash}`;
}
