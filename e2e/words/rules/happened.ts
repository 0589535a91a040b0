import { WORDS } from "@/e2e/words/judged";
import type { Rule, Said } from "@/e2e/words/rule";
import { CLOCK_SLACK_MS, type Truth } from "@/e2e/words/truth";

const WORD = `(${WORDS.join("|")})`;

/** Lines of the log, and markers of what happened around the machines. */
export const HAPPENED: readonly Rule[] = [
  { says: `${WORD} → ${WORD}[ · {words}]` },
  { says: "(failed|fails) (its|their) probe: {words}", check: probeMessage },
  { says: "(failed|fails) (its|their) probe[ · {words}]" },
  { says: "{name}: still connected to {words}" },
  { says: "[{name} ]passed (its|their) probe[ again][ · {words}]" },
  { says: "[{words}, ]expected ({n} → {n}|{n}|unknown)", where: { region: /^(Since|Last)/ } },
  { says: "{name} is gone[; swept in {span}]", check: replicaGone },
  { says: "is gone · {words}", where: { path: /^\/activity/ }, check: replicasGone },
  { says: "is gone" },
  { says: "{n} replicas", where: { column: /^who$/ } },
  { says: "group deleted: {words}" },
  { says: "[{name} ]came, revision {name}" },
  { says: "istiod (rolled|replica gone|replica came){words}" },
  { says: "istiod (rolled|replica gone|replica came)" },
  { says: "{name}[ −{n}][ ×{n}][ +{n}][ ×{n}][, {words}]", where: { region: /^(Since|Last)/ } },
  { says: "{time} (istiod rolled|istiod replica gone|istiod replica came)[: {words}]" },
  { says: "{time} group deleted[: {words}]", check: someGroupWent },
  { says: "{time} istiod (rolled|replica gone|replica came), {time} istiod (rolled|replica gone|replica came)" },
  { says: "{name} · renewed {time}" },
  { says: "True · confirmed {time}" },
  { says: "uid {words}… · since [≤ ]{time}", undated: true },
  { says: "status code was not from {words}" },
  { says: "{words} since {time}[, (renewed|confirmed) {time}]" },
  // Nobody saw it begin: it was so when somebody looked first, or looked again.
  { says: "{words} at least since {time}[, (renewed|confirmed) {time}]", undated: true },
  { says: "for {span}, since {time}" },
  { says: "for at least {span}, seen since {time}" },
  { says: "left {span} ago; deleted in {span} unless it is back" },
  { says: "between {time} and {time}", undated: true },
  { says: "{words} by (owner reference|the annotation {words})" },
  { says: "(expected {n} is declared on the group|unknown: neither declared nor learned yet)" },
  { says: "no expected size is declared {words}" },
  { says: "no health report yet" },
  { says: "label istio.io/draining" },
  { says: "yes: {words}" },
  { says: "no: {words}" },
  { says: "istio.io/connectedAt {words}" },
  { says: "istio.io/workloadController {words}" },
  { says: "proxy.istio.io/health-checks-enabled {words}" },
  { says: "Healthy (True|False){words} · reported {words}" },
  { says: "Healthy (True|False) · reported {words}" },
  { says: "This machine fails its health check. Istio sends it no traffic.", check: fails },
  { says: "{words} is no whole number" },
  { says: "{name} (Update|Apply)[ of status] {words}" },
  { says: "(kubectl|istioctl|ssh) {words}" },
  { says: "topology.{words}={words}" },
  { says: "{name}={words}" },
  { says: "This machine is {words}[ to {name} for {span}].", where: { path: /^\/c\/[^/]+\/entries/ }, check: verdict },
  { says: "so it is sent to hosts that select it" },
  { says: "{n} unhealthy machine[s]: {words}" },
  { says: "{n} machine[s] (is|are) back", where: { region: /^Lost$/ } },
  { says: "{n} expected machine[s] (are|is) not registered.", check: notRegistered },
  { says: "{words} −{n}[: {words}]" },
  { says: "{n} machines of {name}" },
  { says: "{name} · {n} machines[ {words}]" },
  { says: "finding[s] (appeared|resolved): {words}" },
  { says: "finding gone with what it was about: {words}" },
  // The title of such a line: what was found, why it is told as gone, and the objects.
  { says: "{words}; what it was about is gone; {words}" },
  { says: "{n} finding[s]", where: { path: /^\/activity/ } },
  { says: "the recorder started" },
  { says: "(Service|ServiceEntry|DestinationRule|Sidecar|VirtualService|PeerAuthentication|AuthorizationPolicy) (created|changed|deleted)[: {words}]" },
];

/** Some machine reported these very words. */
function probeMessage({ statement: { text } }: Said, truth: Truth): string | null {
  const message = /probe: (.+)$/.exec(text)?.[1] ?? "";
  return [...messages(truth)].some((reported) => reported !== "" && message.startsWith(reported.slice(0, 40))) ? null : "no machine reported this";
}

function* messages(truth: Truth): Iterable<string> {
  for (const versions of truth.raw.histories("entry"))
    for (const { object } of versions) for (const { type, message = "" } of object.status?.conditions ?? []) if (type === "Healthy") yield message;
}

/** The istiod Pod of that name is not there. */
function replicaGone({ statement: { text } }: Said, truth: Truth): string | null {
  const name = text.split(" ")[0] ?? "";
  return truth.raw.at("pod", truth.readAt).some(({ metadata }) => metadata.name === name) ? `there is a Pod ${name}` : null;
}

/** Some group was deleted then. */
function someGroupWent({ times: [moment = 0] }: Said, truth: Truth): string | null {
  const ends = truth.raw.histories("group").flatMap((versions) => versions.filter(({ isLast }) => isLast).map(({ to }) => to));
  return ends.some((at) => at !== null && Math.abs(at - moment) <= CLOCK_SLACK_MS) ? null : "no group was deleted then";
}

/** Several replicas' ends told as one line: none of those that it names is there. */
function replicasGone({ statement: { text } }: Said, truth: Truth): string | null {
  const named = text.replace(/^.* · /, "").split(/,? (?:and )?/);
  const there = truth.raw.at("pod", truth.readAt).find(({ metadata }) => named.includes(metadata.name));
  return there === undefined ? null : `there is a Pod ${there.metadata.name}`;
}

/** "This machine is healthy. …": its state on its own page. */
function verdict({ statement: { text } }: Said, truth: Truth): string | null {
  const [, namespace, name] = /entries\/([^/]+)\/([^/?]+)/.exec(truth.page.path) ?? [];
  const replica = /connected to (\S+)/.exec(text)?.[1];
  const holds = truth.sometime((machines) =>
    machines.some(
      (one) =>
        one.namespace === namespace &&
        one.name === name &&
        (!text.includes("is healthy") || one.word === "Healthy") &&
        (replica === undefined || one.replica === replica),
    ),
  );
  return holds ? null : "it never was so";
}

function fails(_said: Said, truth: Truth): string | null {
  const [, namespace, name] = /entries\/([^/]+)\/([^/?]+)/.exec(truth.page.path) ?? [];
  return truth.sometime((machines) => machines.some((one) => one.namespace === namespace && one.name === name && one.word === "Unhealthy"))
    ? null
    : "it does not fail";
}

/** "2 expected machines are not registered": what the group declares, less those that are there. */
function notRegistered({ statement: { about }, counts: [missing] }: Said, truth: Truth): string | null {
  const [, namespace = "", name = ""] = about.split("/");
  const size = truth.sizeOf(namespace, name);
  if (size === null) return null;
  return truth.sometime((machines) => size - machines.filter((one) => one.namespace === namespace && one.group === name).length === missing)
    ? null
    : "never were so many missing";
}
