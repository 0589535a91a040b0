import { truncateText } from "@/lib/domain/object/clean-text";
import { shownText } from "@/lib/format/shown-text";
import { withoutSecrets } from "@/lib/server/without-secrets";

const AT_MOST = 300;

/** What somebody else wrote (a name, an address, a reason), as a line of the audit may have it: at most 300 characters, no secret, nothing that nobody sees. */
export function loggedText(text: string): string {
  return shownText(withoutSecrets(truncateText(text, AT_MOST)));
}
