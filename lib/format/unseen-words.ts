import type { UnseenReason } from "@/lib/domain/history/unseen-reason";
import { plural } from "./count";

/** Why nobody saw a kind of objects, or a source is not live, as a clause: "nothing was heard for 30 s". Never empty; texts in it may be a stranger's. */
export function unseenWords(reason: UnseenReason): string {
  switch (reason.code) {
    case "stopped":
      return "the recorder was stopped";
    case "not-running":
      return "the recorder was not running";
    case "not-begun":
      return "nothing was recorded yet";
    case "dropped":
      return "it is no longer watched";
    case "missed":
      return "something was missed";
    case "closed":
      return "the API server closed the stream";
    case "silent":
      return `nothing was heard for ${Math.round(reason.ms / 1_000)} s`;
    case "differs":
      return `${plural(reason.objects, "object")} ${reason.objects === 1 ? "differs" : "differ"} from the API server's list`;
    case "rolled-back":
      return `the API server's data went back in time (version ${reason.version} after ${reason.held})`;
    case "cut":
      return `the stream broke off (${reason.text})`;
    case "paused":
      return `the history was paused: ${reason.text}`;
    default:
      return reason.text || "why is not known";
  }
}
