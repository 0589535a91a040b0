import { parse } from "yaml";
import { isUntypedObject } from "@/lib/domain/preview/values";
import { tooDeepAt } from "@/lib/server/yaml-depth";
import { BeyondLimit, Unreadable } from "./proto-json";

/** Istio's own mesh configurations are some kilobytes; a longer text is not worth the time of a parser. */
const LONGEST_YAML = 64 * 1024;
/** Deeper than anything in a configuration of Istio. */
const DEEPEST = 60;
/** How often a text may repeat what it named once: enough for a person, too little for a bomb. */
const ALIASES_AT_MOST = 50;

/** YAML 1.1, which istiod reads: `yes` and `no` are truths there. An empty text is an empty object. */
export function configYaml(source: string, key: string): Readonly<Record<string, unknown>> {
  if (source.length > LONGEST_YAML) throw new BeyondLimit(`its key ${key} is longer than ${LONGEST_YAML} characters`);
  const value = readYaml(source, key);
  if (value === null || value === undefined) return {};
  if (!isUntypedObject(value)) throw new Unreadable(`its key ${key} is no object`);
  return value;
}

function readYaml(source: string, key: string): unknown {
  if (tooDeepAt(source, DEEPEST) !== null) throw new BeyondLimit(`its key ${key} is nested too deeply`);
  try {
    return parse(source, { version: "1.1", maxAliasCount: ALIASES_AT_MOST, uniqueKeys: false, logLevel: "error", prettyErrors: false });
  } catch (cause) {
    throw new Unreadable(`its key ${key} is not YAML`, { cause });
  }
}
