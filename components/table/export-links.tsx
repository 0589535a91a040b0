"use client";

import { useSearchParams } from "next/navigation";
import { buttonClass } from "@/components/ui/button";
import { apiPaths } from "@/lib/contract/url/paths";

interface ExportLinksProps {
  readonly what:
    | "entries"
    | "groups"
    | "findings"
    | "incidents"
    | "services"
    | "localities"
    | "networks"
    | "activity"
    | "losses"
    | "control-plane"
    | "rollout"
    | "audit";
  /** What the page asks beyond its address, such as the group whose machines they are. */
  readonly also?: Readonly<Record<string, string>>;
}

/** The list on screen as a file: all of its rows by the page's own query, not only those in sight. */
export function ExportLinks({ what, also = {} }: ExportLinksProps) {
  const params = new URLSearchParams(useSearchParams());
  params.delete("cols");
  for (const [key, value] of Object.entries(also)) params.set(key, value);
  return (["csv", "json"] as const).map((format) => (
    <a
      key={format}
      href={apiPaths.history("export", hrefOf(params, what, format))}
      download
      aria-label={`Export ${what} as ${format.toUpperCase()}`}
      className={buttonClass("quiet", "px-1.5")}
    >
      {format.toUpperCase()}
    </a>
  ));
}

function hrefOf(page: URLSearchParams, what: string, format: string): string {
  const params = new URLSearchParams(page);
  params.set("what", what);
  params.set("format", format);
  return params.toString();
}
