import { parse as parseYaml } from "yaml";
import { firstDifference } from "./difference";
import type { Normaliser } from "./normalise";
import type { RecordedResponse } from "./transcripts";

/** Where an answer differs from the recorded one, after `where`. Null when it does not. */
export function compare(
  recorded: RecordedResponse,
  answer: RecordedResponse,
  normalisers: { recorded: Normaliser; own: Normaliser },
  where: string,
): string | null {
  const isElided = recorded.body === "<elided>";
  const wanted = { status: recorded.status, headers: recorded.headers, body: isElided ? null : (recorded.events ?? bodyOf(recorded.body)) };
  const got = { status: answer.status, headers: answer.headers, body: isElided ? null : (answer.events ?? bodyOf(answer.body)) };
  const difference = firstDifference(normalisers.recorded.normalise(wanted), normalisers.own.normalise(got));
  return difference === null ? null : `${where}${difference}`;
}

function bodyOf(body: unknown): unknown {
  return typeof body === "string" && /^apiVersion: /.test(body) ? parseYaml(body) : (body ?? "");
}
