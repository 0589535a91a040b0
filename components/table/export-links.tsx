"use client";

import { useSearchParams } from "next/navigation";
import { buttonClass } from "@/components/ui/button";
import { apiPaths } from "@/lib/contract/url/paths";

/** A list that the server exports as CSV and JSON. */
export type ExportedList =
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

interface ExportLinksProps {
  readonly what: ExportedList;
  /** What the page asks beyond its address, such as the group whose machines they are. */
  readonly also?: Readonly<Record<string, string>>;
}

/** The list on screen as a file: all of its rows by the page's own query, not only those in sight. */
export function ExportLinks({ what, also }: ExportLinksProps) {
  const href = useExportHref(what, also);
  return (["csv", "json"] as const).map((format) => (
    <a key={format} href={href(format)} download aria-label={`Export ${what} as ${format.toUpperCase()}`} className={buttonClass("quiet", "px-1.5")}>
      {format.toUpperCase()}
    </a>
  ));
}

/** Returns the address of the list of this page as a file: with the query of the page, and `also` as further parameters. */
export function useExportHref(what: ExportedList, also: Readonly<Record<string, string>> = {}): (format: "csv" | "json") => string {
  const search = useSearchParams();
  return (format) => {
    const params = new URLSearchParams(search);
    params.delete("cols");
    for (const [key, value] of Object.entries({ ...also, what, format })) params.set(key, value);
    return apiPaths.history("export", params.toString());
  };
}
