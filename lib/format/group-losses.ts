import type { GroupLatestLosses } from "@/lib/domain/statements/group";
import type { Zone } from "./clock";
import { suddenPhrase } from "./losses-sentence";
import { listOf } from "./text/lists";
import { pluralWord } from "./text/numbers";

/** Returns the rest of a sentence after the group's name: "lost six machines within two seconds at 03:12:24, all in zone eu-central-1a". */
export function groupLostPhrase(statement: GroupLatestLosses, now: number, zone: Zone): string {
  const { lost, zone: place, replica } = statement;
  const shared = [place === null ? "" : `in zone ${place}`, replica === null ? "" : `held by ${replica}`].filter((part) => part !== "");
  const common = lost < 2 || shared.length === 0 ? "" : `, ${lost === 2 ? "both" : "all"} ${listOf(shared)}`;
  return `lost ${pluralWord(lost, "machine")} ${suddenPhrase(statement, now, zone)}${common}`;
}
