import { isPlannedEnd, type TransitionType } from "@/lib/domain/history/transition";
import { STATES, type State } from "@/lib/domain/verdict/verdict";
import { causeWords } from "./cause-words";
import { causeOf } from "./loss-words";
import { listedSource, nounOf } from "./source-words";
import { rowWord } from "./state-words";
import { formatNumber, plural } from "./text/numbers";

/** Stands in the second line of what is known of a finding that went with what it was about. */
export const GONE_WITH = "what it was about is gone";

/** What the words of a log line need of it. Strings in it may be a stranger's. */
export interface Happening {
  readonly type: TransitionType;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly detail: string;
  readonly count: number;
  readonly notBefore: number | null;
}

/** What happened, in a phrase that follows its subject's name: "turned Unhealthy", "went: disconnected and not back within the grace period". */
export function happenedPhrase({ type, kind, from, to, detail, count, notBefore }: Happening): string {
  const one = count === 1;
  switch (type) {
    case "appeared":
      return notBefore === null ? "registered" : `${one ? "was" : "were"} found registered`;
    case "ended":
      return `${one ? "was" : "were"} ${isPlannedEnd(causeOf(to) ?? "left") ? "taken away" : "lost"}: ${causeWords(to)}`;
    case "incarnation":
      return `${one ? "has" : "have"} a new entry under the old name`;
    case "connected":
      return `connected to ${to || "istiod"}`;
    case "disconnected":
      return `disconnected from ${from || "istiod"}`;
    case "renewed":
      return from === to || from === "" || to === ""
        ? `renewed ${one ? "its connection" : "their connections"} to ${to || "istiod"}`
        : `moved from ${from} to ${to}`;
    case "state":
      return `${wordOf(from)} → ${wordOf(to)}`;
    case "health":
      return to === ""
        ? `${one ? "reports" : "report"} no health any more`
        : to === "False"
          ? `failed ${one ? "its" : "their"} probe${suffix(detail)}`
          : `passed ${one ? "its" : "their"} probe`;
    case "message":
      return `probe message changed${suffix(detail)}`;
    case "serving":
      return to.startsWith("yes")
        ? "may get traffic from services that select it"
        : to === "unknown"
          ? "cannot be told to get traffic"
          : "gets no traffic any more";
    case "labels":
    case "place":
    case "spec":
      return `${type === "spec" ? "spec" : type} changed${suffix(everyField(detail))}`;
    default:
      return aroundPhrase({ type, kind, from, to, detail, one });
  }
}

/** What happened around the machines: groups, Services, replicas, the recorder. */
function aroundPhrase({ type, kind, from, to, detail, one }: Omit<Happening, "count" | "notBefore"> & { readonly one: boolean }): string {
  const object = nounOf(kind) ?? "object";
  switch (type) {
    case "group-created":
      return "group created";
    case "group-edited":
      return `group edited${suffix(everyField(detail))}`;
    case "group-deleted":
      return "group deleted";
    case "service-created":
    case "object-created":
      return `${object} created`;
    case "service-changed":
    case "object-changed":
      return `${object} changed${suffix(everyField(detail))}`;
    case "service-deleted":
    case "object-deleted":
      return `${object} deleted`;
    case "replica-came":
      return from !== "" && from !== to ? `changed its revision from ${from} to ${to}` : `came${to === "" ? "" : `, revision ${to}`}`;
    case "replica-went":
      return "is gone";
    case "replica-restarted":
      return "was started anew";
    case "finding-appeared":
      return `${one ? "finding" : "findings"} appeared: ${titleIn(detail) || from}`;
    case "finding-resolved":
      return `${hasGone(detail) ? "finding gone with what it was about" : one ? "finding resolved" : "findings resolved"}: ${titleIn(detail) || from}`;
    case "recorder-started":
      return "the recorder started";
    case "recorder-stopped":
      return "the recorder stopped";
    case "blind":
      return `${to === "" ? "a kind" : listedSource(to)} not seen${suffix(detail)}`;
    default:
      return type;
  }
}

/** Who it was that it happened to, where it was more than one: "6 machines". */
export function happenedWho({ kind, count }: Pick<Happening, "kind" | "count">): string {
  const noun = nounOf(kind);
  if (noun === undefined) return `${formatNumber(count)} times`;
  return noun.endsWith("y") ? plural(count, noun, `${noun.slice(0, -1)}ies`) : plural(count, noun);
}

/** A type as a filter says it. */
export function typeWord(type: TransitionType): string {
  return TYPE_WORDS[type] ?? type.replace("-", " ");
}

const TYPE_WORDS: Partial<Record<TransitionType, string>> = { ended: "gone", incarnation: "reused name", place: "locality, network", blind: "not seen" };

/** How bad a line is, for its mark: what is lost or failed, what is doubted or unknown, what is in doubt, or nothing. */
export function happenedState({ type, to }: Pick<Happening, "type" | "to">): State | null {
  if (type === "ended") return isPlannedEnd(causeOf(to) ?? "left") ? null : "vanished";
  if (type === "state") return STATES.find((state) => state === to) ?? null;
  if (type === "health") return to === "False" ? "unhealthy" : to === "True" ? "healthy" : null;
  if (type === "disconnected") return "disconnected";
  return type === "blind" || type === "recorder-stopped" ? "unverified" : null;
}

function wordOf(state: string): string {
  const known = STATES.find((one) => one === state);
  return known === undefined ? state || "new" : rowWord(known);
}

/** What a finding is called: the first line of what is known of it. */
function titleIn(detail: string): string {
  return detail.split("\n", 1)[0] ?? "";
}

function hasGone(detail: string): boolean {
  return detail.split("\n")[1] === GONE_WITH;
}

/** All fields that changed, one behind the other: none of them is a number that reads as machines. */
function everyField(detail: string): string {
  return detail.split("\n").join("; ");
}

function suffix(text: string): string {
  return text === "" ? "" : `: ${text}`;
}
