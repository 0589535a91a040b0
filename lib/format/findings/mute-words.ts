import type { MuteAnnotationResource } from "@/lib/domain/findings/mutable-object";
import { type Mute, OBJECT_MUTE_KEY } from "@/lib/domain/findings/mute";
import type { Zone } from "@/lib/format/clock";
import { DAY_MS } from "@/lib/format/text/duration";
import { formatMoment } from "@/lib/format/time-ticks";

/** For how long something may be muted: always for a time, never for good. */
export const MUTE_SPANS = [
  { word: "a day", ms: DAY_MS },
  { word: "a week", ms: 7 * DAY_MS },
  { word: "30 days", ms: 30 * DAY_MS },
  { word: "90 days", ms: 90 * DAY_MS },
] as const;

/** That something is muted, until when and why. `now` in milliseconds. */
export function mutedWords({ what, reason, until }: Mute, now: number, zone: Zone): string {
  if (what === OBJECT_MUTE_KEY)
    return `Muted for everybody by the object's annotation stolos.dev/mute-findings, until ${formatMoment(until, now, zone)}: ${reason}`;
  const whole = what.startsWith("rule:") ? "Muted with its rule" : "Muted";
  return `${whole} until ${formatMoment(until, now, zone)}: ${reason}`;
}

/** What muting for oneself does. */
export function muteForMeWords(): string {
  return "For you, in this browser. It still counts, and stands at the end of its rule.";
}

/** What muting for everybody does, and how long it lasts. */
export function muteForAllWords({ resource }: { readonly resource: MuteAnnotationResource }): string {
  const where =
    "Kept at the object as the annotation stolos.dev/mute-findings: everybody sees it so. All that this rule finds about the object is muted; it still counts, and stands at the end of its rule.";
  return resource === "workloadentries" ? `${where} An entry that istiod makes anew comes without it, and its findings are shown again.` : where;
}

/** The annotation says something that is no list of mutes: it mutes nothing, and is not overwritten unseen. */
export function unreadableMutesWords(): string {
  return 'The annotation stolos.dev/mute-findings of the object cannot be read, and mutes nothing. It should be a JSON list such as [{"code": "STL301", "until": "2027-01-31T00:00:00Z", "reason": "known"}]. Edit its YAML.';
}
