import { formatCountdown } from "./text/duration";
import { listOf } from "./text/lists";

/** How long a token still lives; `leftMs` at or below 0 = it is over. */
export function tokenLifeWords(leftMs: number): string {
  return leftMs <= 0 ? "ended: make another" : `ends in ${formatCountdown(leftMs)}`;
}

/** An archive that the browser has now. `leftMs`: how long its token still lives, null = it has none. */
export function handedWords({ name, leftMs }: { readonly name: string; readonly leftMs: number | null }): string {
  if (leftMs === null) return `${name} was handed to your browser, without a token.`;
  return `${name} was handed to your browser. Its token is nowhere else, and ${leftMs <= 0 ? "has ended: make another" : tokenLifeWords(leftMs)}.`;
}

/** Who must give which right, where the viewer may not make tokens. `missing`: which verbs, without the last full stop. */
export function noTokenWords({ missing }: { readonly missing: string }): string {
  return `You may not make tokens. ${missing}. The files come without one; whoever may runs the command below.`;
}

/** The first line of the page. */
export function bundleHeadline({ group, machines }: { readonly group: string; readonly machines: number }): { readonly strong: string; readonly rest: string } {
  return {
    strong: machines === 1 ? "Five files" : `Five files for each of ${machines} machines`,
    rest: `let ${machines === 1 ? "a machine" : "them"} join ${group}.`,
  };
}

/** What may be typed as the revision of istiod. `revisions`: those that can be seen; `source`: what names the one in the field, "" = nothing. */
export function revisionHint({ revisions, source }: { readonly revisions: readonly string[]; readonly source: string }): string {
  const seen = revisions.length === 0 ? "no istiod can be seen from here" : `here: ${listOf(revisions)}`;
  return `${source === "" ? "" : `${source}; `}empty: the one without a name; ${seen}`;
}

/** Where the forms for many machines are. `isShown`: the files are on the page. */
export function formsWords({ isShown }: { readonly isShown: boolean }): string {
  const where = isShown ? "stands with each machine's files" : "comes with each machine's files, on this page or in the archive";
  return `User data for cloud-init ${where}; Ansible's inventory has the files of each machine. No machine may have another's address, and none of these holds a token.`;
}

/** What a machine needs later, as a word and its sentence. */
export const TOMORROW: readonly { readonly when: string; readonly what: string }[] = [
  { when: "A reboot", what: "Nothing. The agent keeps its certificate, which lives for a day, and renews it while it runs." },
  { when: "Off for more than a day", what: "A new token in /var/run/secrets/tokens/istio-token, then systemctl restart istio. The other files stay." },
  {
    when: "A machine made by autoscaling",
    what: "A token of its own when it starts: let what starts machines run the command above. A token in an image or in user data is readable, and ends.",
  },
  { when: "The group is changed", what: "Nothing changes on machines: the files are a copy. Make them anew for labels, ports and the probe." },
  {
    when: "The token got out",
    what: "Delete the service account and make it again: its tokens fail within seconds, certificates already given last until they end.",
  },
];
