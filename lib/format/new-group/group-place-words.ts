import { plural } from "@/lib/format/text/numbers";

/** What stands under a namespace: why no group can be made there, "" where one can. */
export const GROUP_PLACE_WORDS = {
  may: "",
  "missing-right": "The verb create on workloadgroups.networking.istio.io is missing there. The YAML can still be written here, and copied for Git.",
  "ruled-out": "The platform team's rules do not name this namespace.",
  "not-known": "The API server did not say.",
} as const;

/** How many namespaces are not in the list. */
export function unaskedPlacesWords({ unasked }: { readonly unasked: number }): string {
  return `${plural(unasked, "namespace")} more were not asked about: type the name of one.`;
}
