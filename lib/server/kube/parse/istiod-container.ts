import type { LimitSettings } from "@/lib/domain/mesh/connection-limits";
import { parseGoDuration } from "@/lib/domain/mesh/go-values";
import { hasBehaviourInVersions } from "@/lib/domain/mesh/istiod-behaviours";
import { ISTIOD_SETTINGS } from "@/lib/domain/mesh/istiod-settings";
import type { IstiodEnvironment } from "@/lib/domain/mesh/mesh-facts";
import { isUntypedObject } from "@/lib/domain/preview/values";
import { anyText, at, field, list, text } from "./json";

const AGE_FLAG = "--keepaliveMaxServerConnectionAge";
/** A release, or a build of one: its suffix decides what it can do (`releasesOf`). */
const VERSION = /^v?(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?:[-.+_][\w.+-]{1,60}?)??)(?:-(?:distroless|debug))?$/;
const GRACE_VARIABLE = "PILOT_WORKLOAD_ENTRY_GRACE_PERIOD";
const SETTING_NAMES = Object.values(ISTIOD_SETTINGS).map(({ name }) => name);

/**
 * Reads the connection limits from the arguments and variables of the `discovery` container, else of the first one. Undefined = there is no container. The labels
 * of the Pod can show the version.
 */
export function connectionTimesOf(podSpec: unknown, labels: unknown): LimitSettings {
  const container = discoveryOf(list(field(podSpec, "containers")));
  if (container === undefined) return { maxConnectionAgeMs: undefined, gracePeriodMs: undefined };
  return { maxConnectionAgeMs: ageOf(wordsOf(container), versionOf(container, labels)), gracePeriodMs: graceOf(list(field(container, "env"))) };
}

/** The settings of the same container, and its version; `labels` are those of the Pod. */
export function istiodToldBy(podSpec: unknown, labels: unknown): IstiodEnvironment {
  const container = discoveryOf(list(field(podSpec, "containers")));
  const revision = text(field(labels, "istio.io/rev")) || variableOf(container, "REVISION") || "default";
  return { revision, version: versionOf(container, labels), settings: settingsOf(container) };
}

/** The item named `discovery`, else the first. */
export function discoveryOf(items: readonly unknown[]): unknown {
  return items.find((item) => isUntypedObject(item) && field(item, "name") === "discovery") ?? items.find(isUntypedObject);
}

/** The tag of the image, else the label that Istio's chart sets. A digest alone shows none. Images of one release differ by a suffix; other suffixes stay. */
function versionOf(container: unknown, labels: unknown): string | null {
  const [, tag = ""] = /:([^:/@]+)(?:@[^@]*)?$/.exec(text(field(container, "image")).replace(/@sha256:.*$/, "")) ?? [];
  const told = [tag, text(field(labels, "app.kubernetes.io/version"))].map((one) => VERSION.exec(one)?.[1]);
  return told.find((one) => one !== undefined) ?? null;
}

/** Of each setting that is named its text; null where it comes from elsewhere. */
function settingsOf(container: unknown): Readonly<Record<string, string | null>> {
  const words = wordsOf(container);
  const isSetFromElsewhere = list(field(container, "envFrom")).length > 0;
  const told = SETTING_NAMES.flatMap((name): (readonly [string, string | null])[] => {
    const value = name.startsWith("--") ? flagOf(words, name) : variableOf(container, name);
    if (value !== undefined) return [[name, value]];
    return isSetFromElsewhere && !name.startsWith("--") ? [[name, null]] : [];
  });
  return Object.fromEntries(told);
}

/** The text of a variable; null = from a field, a ConfigMap or a Secret, undefined = not named. Of equal names the last one holds. */
function variableOf(container: unknown, name: string): string | null | undefined {
  const variable = list(field(container, "env")).findLast((one) => field(one, "name") === name);
  if (variable === undefined) return undefined;
  return field(variable, "valueFrom") === undefined ? text(field(variable, "value")) : null;
}

/** The last value of a flag; undefined = not given. */
function flagOf(words: readonly string[], flag: string): string | undefined {
  let told: string | undefined;
  for (const [index, word] of words.entries()) {
    if (word === flag) told = words[index + 1] ?? "";
    else if (word.startsWith(`${flag}=`)) told = word.slice(flag.length + 1);
  }
  return told;
}

function wordsOf(container: unknown): readonly string[] {
  return [...list(field(container, "command")), ...list(field(container, "args"))].map(anyText);
}

/**
 * Null = unlimited: without the flag (`pkg/keepalive/options.go`, Infinity), and with 0, which gRPC replaces by its default, infinity
 * (grpc-go `internal/transport/http2_server.go`, NewServerTransport). istiod does not start with a negative age (`ValidateMaxServerConnectionAge`). Before 1.31,
 * 0 also is the limit of istiod's sweep: 0 stays 0, so that the entries of connected machines count as leaked.
 */
function ageOf(words: readonly string[], version: string | null): number | null | undefined {
  const told = flagOf(words, AGE_FLAG);
  if (told === undefined) return null;
  const ms = parseGoDuration(told);
  if (ms === null || ms < 0) return undefined;
  return ms === 0 && hasBehaviourInVersions("keepsEntriesWithoutMaximumAge", [version]) !== false ? null : ms;
}

function graceOf(variables: readonly unknown[]): number | undefined {
  const variable = variables.findLast((one) => field(one, "name") === GRACE_VARIABLE);
  const ms = parseGoDuration(text(at(variable, "value")));
  return ms === null || ms < 0 ? undefined : ms;
}
