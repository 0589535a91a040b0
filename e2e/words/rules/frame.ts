import type { Rule, Said } from "@/e2e/words/rule";
import type { Truth } from "@/e2e/words/truth";

/** What stands around every page, and what a record says of itself. */
export const FRAME: readonly Rule[] = [
  { says: "live · {words}", check: fresh },
  { says: "Freshness: Live: proven current {words} ago." },
  // A wall display says it in words of its own.
  { says: "Live", where: { region: /^Freshness$/ } },
  { says: "as of {stamp}", where: { region: /^Freshness$/ }, undated: true, check: fresh },
  { says: "Namespaces: {words}" },
  { says: "Signed in as {words}.", check: isPerson },
  { says: "{n}", where: { region: /^Pages$/ } },
  { says: "{n} groups[, worst first]" },
  { says: "Last {n} minutes[: {words}]" },
  { says: "at most {n} of {n} not serving or in doubt, {time}" },
  { says: "{n} of {n} not serving or in doubt" },
  { says: "recorded since {time} · {words}" },
  { says: "Recorded since {time}." },
  { says: "Recorded since {time}: who vanished before is not known.[ {words}]" },
  { says: "{n} changes" },
  { says: "expected {n}: {n}, declared {words}" },
  { says: "What does {words} mean?" },
  { says: "last hour: {words}" },
  { says: "at least since {stamp}, when it was first seen so[; at most since {stamp}]", undated: true, check: firstSeen },
  { says: "Since the record began, {span} ago[: {words}]" },
  { says: "Nothing was recorded since the record began, {span} ago." },
  { says: "expected {words}" },
  { says: "expected: {words}" },
  { says: "{n} (istiod|changes){words}" },
  { says: "{n} change since the record began, {span} ago." },
  // The moment of the page itself, of what is due, and of whatever a tooltip tells whole.
  { says: "{stamp}", undated: true },
  { says: "expected unknown[: unknown]" },
  { says: "{n}:{n}", where: { region: /^Last / } },
  { says: "…{words}" },
  { says: "+{n}" },
  { says: "{n} (s|min|h|d) ago", where: { path: /^\/activity/ } },
  { says: "and {n} more: type {words}:…" },
  { says: "{n} of {n}", where: { region: /^Lost/ } },
  { says: "{n} / {n}", where: { region: /^(replica|zone|network|version|Lost)/ } },
  { says: "; of those that stayed {n} of {n}", where: { region: /^Lost/ } },
  { says: "What the {number} share, against the {n} that stayed:", where: { region: /^Lost/ } },
  { says: "{n} in the last {span}", where: { region: /^Lost/ } },
  { says: "(zone|network|replica|version|revision|account){words}", where: { region: /^Lost/ } },
  { says: "[{n} of ]{n} ·[ (newest|worst) first]" },
  // How lists are ordered.
  { says: "Worst first: {words}" },
  { says: "{words}…" },
  { says: "expected {n}" },
  { says: "No machines" },
  { says: "0 machines" },
  { says: "{words}, declared" },
  { says: ":{n}" },
  { says: "(http|https)://{words}" },
  { says: "This holds for sidecars. {words}" },
  { says: "(WorkloadGroup|WorkloadEntry)/{name}" },
  { says: "{name} in {name}" },
  { says: "{time} {name} gone[ −{n}][ +{n}]" },
  { says: "{time} istiod {name} gone[ −{n}][ +{n}]" },
  { says: "Nothing changed since the record began." },
  { says: "{n} more groups in trouble" },
  { says: "/{words}", where: { region: /^Probe/ } },
  { says: "{time} istiod replica (came|gone){words}" },
  { says: "{time} istiod replica (came|gone)" },
  { says: "{time} {name} gone: from here on nobody can vouch for the connection[; {time} istiod (rolled|replica gone|replica came){words}]" },
  { says: "(http|tcp|grpc|exec)[ :{n}]" },
  { says: "(http|tcp|grpc) {n}" },
  { says: "in {n}:{n}" },
  { says: "{n} s" },
  { says: "{n} in a row to fail, {n} in a row to recover" },
  { says: "{span} of {span} observed" },
  { says: "of {span} observed · {words}" },
  { says: "{time} to {time} {words} not seen: {words}", undated: true },
  { says: "{time} to {time} not recorded: {words}", undated: true },
  { says: "not recorded: {words}" },
  { says: "{n} (changes|change) in the last {words}" },
  { says: "{words}{n}", where: { path: /^\/activity/ } },
  { says: "No machine was lost since the record began, {time}." },
  { says: "No machine is known to have vanished in this window" },
  { says: "version {words}" },
];

/** No page is further behind than a silent stream is believed; durations are scaled in tests, so this is generous. */
function fresh({ statement: { text }, times: [asOf] }: Said, { readAt }: Truth): string | null {
  const seconds = asOf === undefined ? Number(/live · ([\d.]+) s/.exec(text)?.[1] ?? Number.NaN) : (readAt - asOf) / 1_000;
  return seconds <= 30 ? null : "nobody may call this live";
}

function isPerson({ statement: { text } }: Said, { asked }: Truth): string | null {
  return text === `Signed in as ${asked.person}.` ? null : `${asked.person} is signed in`;
}

/** It was seen so when somebody looked, which was not before the dashboard began; and it has not been so for longer than since something older. */
function firstSeen({ times: [seen = 0, longest] }: Said, truth: Truth): string | null {
  if (seen < truth.begun.from - 1_500 || seen > truth.readAt + 1_500) return "nobody looked then";
  return longest === undefined || longest <= seen ? null : "it can not be so for less long than it was seen";
}
