import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import { connectionWords } from "./connection-words";
import { plural } from "./text/numbers";
import { verb } from "./text/tense";

/** Why nobody saw a kind of objects, or a source is not live, as a clause: "nothing was heard for 30 s". Never empty; texts in it may be a stranger's. */
export function unseenWords(reason: NotObservedReason): string {
  switch (reason.code) {
    case "stopped":
      return "the recorder was stopped";
    case "not-running":
      return "the recorder was not running";
    case "not-begun":
      return "nothing was recorded yet";
    case "dropped":
      return "it is no longer watched";
    case "removed":
      return "the cluster was not configured";
    case "missed":
      return "something was missed";
    case "closed":
      return "the API server closed the stream";
    case "silent":
      return `nothing was heard for ${Math.round(reason.ms / 1_000)} s`;
    case "differs":
      return `${plural(reason.objects, "object")} ${verb(reason.objects, "differ")} from the API server's list`;
    case "rolled-back":
      return `the API server's data went back in time (version ${reason.version} after ${reason.held})`;
    case "unauthorized":
      return "the API server does not accept the credentials (401)";
    case "no-connection":
      return `API server ${reason.server}: ${connectionWords(reason.error)}`;
    case "timed-out":
      return `the API server ${reason.part === "begin" ? "sent no answer" : "did not end its answer"} within ${Number((reason.ms / 1_000).toPrecision(2))} s`;
    case "answered":
      return reason.text || answeredWords(reason.status);
    case "not-installed":
      return `Istio's definitions are not installed: this cluster does not know ${reason.group}`;
    case "cut":
      return `the stream broke off (${reason.text})`;
    case "went-back":
      return `the stream went back in time at ${reason.text}`;
    case "stream-error":
      return `the API server reports an error in the stream: ${reason.text || "no reason given"}`;
    case "expired":
      return reason.text || "no reason given";
    case "internal":
      return `internal error: ${reason.text}`;
    case "paused":
      return `the history was paused: ${reason.text}`;
    default:
      return reason.text || "why is not known";
  }
}

/** A failure of which the API server says no more than its number. */
function answeredWords(status: number): string {
  if (status === 429) return "the API server asks to wait (429)";
  const redirects = status >= 300 && status < 400;
  return redirects ? `something between here and the API server answers with a redirection (${status}): a login page?` : `the API server answered ${status}`;
}
