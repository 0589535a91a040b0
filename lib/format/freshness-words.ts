import { type Freshness, NO_CLUSTER, type PageFreshness } from "@/lib/domain/verdict/freshness";
import { formatDateTime, type Zone } from "./clock";
import { formatSpan } from "./text/duration";
import { sentence } from "./text/sentence";

/** Why nothing newer is shown of a cluster where it could not be checked what the viewer may see. */
export const RIGHTS_UNCHECKED = "what you may see could not be checked";

/** A banner above a page that is not live: what is the matter, what follows for what is shown, and the way out. */
export interface FreshnessBanner {
  readonly title: string;
  readonly sentence: string;
  readonly todo: string;
}

/** "live · 0.3 s", "stale · 48 s", "starting". */
function freshnessLine(freshness: PageFreshness, now: number): string {
  if (freshness.kind === "past") return "past";
  const word = freshness.kind === "catching-up" ? "catching up" : freshness.kind;
  const timeless = freshness.kind === "denied" || freshness.kind === "absent";
  return freshness.asOf === null || timeless ? word : `${word} · ${ageWords(now - freshness.asOf)}`;
}

/** The same for a reader who hears it. */
export function freshnessSentence(freshness: PageFreshness, now: number): string {
  if (freshness.kind === "live") return freshness.asOf === null ? "Live." : `Live: proven current ${ageWords(now - freshness.asOf)} ago.`;
  if (freshness.kind === "past") return `The past: as it was at ${formatDateTime(freshness.asOf, "utc")}.`;
  const banner = freshnessBanner(freshness, now, "utc");
  return banner === null ? "" : `${banner.title}. ${banner.sentence}`;
}

/** One source's line where it is listed: a page that has lost Stolos knows of none how fresh it is now. */
export function sourceLine(source: Freshness, page: PageFreshness, now: number): string {
  return page.kind === "stale" && page.lost === "stolos" ? `not known · ${ageWords(now - (page.asOf ?? now))}` : freshnessLine(source, now);
}

/** Explains the age in the top bar, above the list of the sources. */
export const PROOF_WORDS =
  "The age is that of the oldest list of workload entries, workload groups and istiod's Pods. Without Nodes, no machine is green. The age of a list with objects that you may not see is rounded up.";

/** What to say above a page; null while it is live. */
export function freshnessBanner(freshness: PageFreshness, now: number, zone: Zone): FreshnessBanner | null {
  // A page of the past says so itself: nothing is the matter.
  if (freshness.kind === "live" || freshness.kind === "past") return null;
  const reason = sentence(freshness.reason);
  const because = reason === "" ? "" : `${reason} `;
  const shown = freshness.asOf === null ? "Nothing can be shown so far." : `The last data is from ${formatDateTime(freshness.asOf, zone)}.`;
  switch (freshness.kind) {
    case "starting":
      return { title: "Starting", sentence: `${because}${shown}`, todo: "Stolos reads the first list. You need to do nothing." };
    case "catching-up":
      return { title: "Catching up", sentence: `${because}${shown}`, todo: "Stolos reads the list again. You need to do nothing." };
    case "stale":
      if (freshness.lost === "check") return uncheckedBanner(freshness.asOf, now, shown);
      return {
        title: "Not live",
        sentence: `${freshness.lost === "stolos" || freshness.failure === "tls" ? "" : silence(freshness.asOf, now)}${because}${shown}`,
        todo: freshness.lost === "stolos" ? LOST_STOLOS_TODO : `Stolos retries.${freshness.failure === "tls" ? "" : CHECK_NETWORK}`,
      };
    case "denied":
      return {
        title: NOT_OF_PERMISSIONS[freshness.failure ?? ""] ?? "Not allowed",
        sentence: `${because}${shown} Empty here means not visible, not none.`,
        todo: (freshness.failure ?? "") in NOT_OF_PERMISSIONS ? "" : "Ask an administrator of the cluster for the permission to list and watch these kinds.",
      };
    case "absent":
      return {
        title: "Not installed",
        sentence: `${because}${shown} This cluster does not have the kind.`,
        todo: "Install Istio's custom resources, or choose a context of a cluster that has them. Stolos notices them.",
      };
  }
}

/** Titles if no permission is missing. The way out is then part of the reason. */
const NOT_OF_PERMISSIONS: Readonly<Record<string, string>> = { [NO_CLUSTER]: "No cluster", unauthorized: "Credentials not accepted" };

function uncheckedBanner(asOf: number | null, now: number, shown: string): FreshnessBanner {
  const since = asOf === null ? "" : ` for ${formatSpan(now - asOf)}`;
  return {
    title: "Could not be checked",
    sentence: `The API server could not check your permissions${since}. ${shown} The page shows nothing newer until they are checked.`,
    todo: `Stolos retries, and this page then continues.${CHECK_NETWORK}`,
  };
}

const CHECK_NETWORK = " If it lasts, check the network path to the API server.";
const LOST_STOLOS_TODO = "The page reconnects by itself. If it lasts, check that Stolos runs and that this browser reaches it.";

function silence(asOf: number | null, now: number): string {
  return asOf === null ? "No data from the API server yet. " : `No update from the API server for ${formatSpan(now - asOf)}. `;
}

/** Tenths of a second at first, so that a live line is seen to live. */
function ageWords(ms: number): string {
  const age = Math.max(0, ms);
  return age < 10_000 ? `${(Math.floor(age / 100) / 10).toFixed(1)} s` : formatSpan(age);
}
