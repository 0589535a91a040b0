import fc from "fast-check";
import type { Sent } from "@/e2e/ask";
import { drawnFrom } from "@/e2e/proof-extent";
import { POLICY } from "@/e2e/viewers/cells";
import { METHODS, type Question, questionsOf } from "@/e2e/viewers/questions";
import type { Thing } from "@/e2e/viewers/world";
import { BUNDLE_ASKED, COMMAND_NAMES, previewAsked, SENT_COMMANDS, severalAsked } from "@/lib/testing/sent-commands";

/** What of an object its commands ask for. */
export interface Target extends Thing {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** The route by which commands are given, and the command in its address. */
export const COMMANDS = "/api/c/[cluster]/commands/[command]/[namespace]/[name]";
const commandIn = (address: string) => COMMAND_NAMES.find((name) => address.includes(`/commands/${name}/`));

/** Bodies that a page of ours would send to an address: each would change something where it may. */
export function properBodies({ of, address }: Pick<Question, "of" | "address">, target: Omit<Target, "kind">): readonly unknown[] {
  const command = commandIn(address);
  if (command !== undefined) {
    const input = SENT_COMMANDS[command].input(target);
    return [true, false].map((dryRun) => ({ dryRun, resourceVersion: target.resourceVersion, input }));
  }
  if (of === "/api/impact") return [severalAsked(target)];
  return of.includes("/bundles/")
    ? [BUNDLE_ASKED, { ...BUNDLE_ASKED, seconds: null, form: "files" }]
    : [{ views: [] }, severalAsked(target), previewAsked(target)];
}

const anyText = fc.oneof(fc.string(), fc.constantFrom("", "__proto__", "constructor", "\u0000", "../../secrets", "a".repeat(5_000)));
/** Bodies that nobody sends who means well: other shapes of the proper ones, and no JSON at all. */
function fuzzedBodies(bodies: readonly unknown[]): fc.Arbitrary<string> {
  const proper = fc.constantFrom(...bodies);
  const turned = fc.tuple(proper, anyText, fc.jsonValue()).map(([body, key, value]) => JSON.stringify({ ...(body as object), [key]: value }));
  const broken = fc.tuple(proper, fc.nat(400)).map(([body, at]) => JSON.stringify(body).slice(0, at));
  return fc.oneof({ weight: 6, arbitrary: proper.map((body) => JSON.stringify(body)) }, { weight: 3, arbitrary: turned }, broken, fc.json(), anyText);
}

/** What a body goes with: the type that it claims, and tricks by which some servers take one method for another. */
const someHeaders = fc.tuple(
  fc.constantFrom(
    "application/json",
    "application/json",
    "application/json; charset=utf-8",
    "application/merge-patch+json",
    "text/plain",
    "multipart/form-data",
  ),
  fc.constantFrom({}, {}, {}, ...["x-http-method-override", "x-http-method", "x-method-override"].map((name) => ({ [name]: "DELETE" })), {
    "next-action": "a".repeat(40),
  }),
);

/** As a page of ours sends it, without a trick. */
const AS_A_PAGE: readonly [type: string, trick: Readonly<Record<string, string>>] = ["application/json", {}];

/** How much is tried, the same for the same seed. */
export interface Extent {
  /** Bodies for each route and method, which its addresses share. */
  readonly bodies: number;
  /** Of requests that carry none, and of pages, so many for each address. */
  readonly reads: number;
  /** Of each route and page so many of its addresses, drawn by the seed; all where this is not said. */
  readonly addresses?: number;
  /** Only addresses that write on a server that may. */
  readonly onlyWriting?: boolean;
  readonly seed: number;
}

/** Every question; of the route of commands, one for each command that is declared, about an object of its kind, and one for a name that is none. */
function questionsToTry(groups: readonly Target[], entries: readonly Target[]): readonly Question[] {
  return questionsOf({ groups, entries }).flatMap((question) => {
    if (question.of !== COMMANDS) return [question];
    const named = (command: string, address = question.address) => ({ ...question, address: address.replace("/set-expected-size/", `/${command}/`) });
    const [, cluster = "", namespace = ""] = /\/c\/([^/]+)\/commands\/[^/]+\/([^/]+)\//.exec(question.address) ?? [];
    const entry = entries.find((one) => one.cluster === cluster && one.namespace === namespace);
    const ofEntry = question.address.replace(/[^/]+$/, entry?.name ?? "none");
    return [...COMMAND_NAMES.map((command) => named(command, command.includes("workloadentry") ? ofEntry : question.address)), named("no-such-command")];
  });
}

/** Every route and page of the build by every method; what would be right is among it. */
export function attemptsOf(groups: readonly Target[], entries: readonly Target[], origin: string, extent: Extent): readonly Sent[] {
  const questions = questionsToTry(groups, entries).filter(({ of }) => extent.onlyWriting !== true || POLICY[of] === "nobody");
  const routeOf = ({ of, address }: Question) => (of === COMMANDS ? (commandIn(address) ?? of) : of);
  return [...new Set(questions.map(routeOf))].flatMap((route, at) => {
    const ofRoute = questions.filter((question) => routeOf(question) === route);
    const asked = drawnFrom(ofRoute, extent.addresses ?? ofRoute.length, extent.seed + at);
    return asked.flatMap((question, turn) => {
      const { address, isRoute } = question;
      const target = [...entries, ...groups].find(({ namespace, name }) => address.includes(`/${namespace}/${name}`)) ?? groups[0];
      if (target === undefined) throw new Error("There is nothing to write to.");
      const proper = properBodies(question, target);
      const numRuns = Math.max(Math.ceil(extent.bodies / asked.length), extent.reads);
      const drawn = fc.sample(fc.tuple(fuzzedBodies(proper), someHeaders), { numRuns, seed: extent.seed + at * 1_000 + turn });
      const right = POLICY[question.of] !== "nobody" ? [] : proper.map((body) => [JSON.stringify(body), AS_A_PAGE] as const);
      return METHODS.flatMap((method) => {
        const isBodiless = method === "GET" || method === "HEAD";
        return [...(method === "POST" ? right : []), ...(isBodiless || !isRoute ? drawn.slice(0, extent.reads) : drawn)].map(([body, [type, trick]]) => ({
          ...{ method, path: address, headers: { origin, "sec-fetch-site": "same-origin", "content-type": type, ...trick } },
          ...(!isBodiless && { body }),
        }));
      });
    });
  });
}
