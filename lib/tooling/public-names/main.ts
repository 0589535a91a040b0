import { readFileSync, writeFileSync } from "node:fs";
import { collectNames } from "./collect";
import { DOCUMENT_FILE, documentText } from "./document";
import { frozenNames, frozenVersions } from "./frozen-names";
import { formatList, frozenProblems, LIST_FILE, listProblems, parseList, withNewNames } from "./name-list";
import { SETTINGS_DOCUMENT, withSettingTables } from "./setting-names";

const { names, problems: unreadable } = await collectNames(process.cwd());
const listed = parseList(readFileSync(LIST_FILE, "utf8"));
const isWriting = process.argv.includes("--write");
const next = isWriting ? withNewNames(names, listed) : listed;
if (isWriting) {
  writeFileSync(LIST_FILE, formatList(next));
  writeFileSync(DOCUMENT_FILE, documentText(next));
  writeFileSync(SETTINGS_DOCUMENT, withSettingTables(readFileSync(SETTINGS_DOCUMENT, "utf8")));
  process.stdout.write(
    `${next.length - listed.length} new names in ${LIST_FILE}, which has ${next.length}. ${DOCUMENT_FILE} and the tables of ${SETTINGS_DOCUMENT} are written.\n`,
  );
}
const problems = [...unreadable, ...listProblems(names, next), ...frozenVersions().flatMap((version) => frozenProblems(frozenNames(version), version, next))];
process.stdout.write(problems.length === 0 ? "The public names of the code are those of the list.\n" : `${problems.join("\n")}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
