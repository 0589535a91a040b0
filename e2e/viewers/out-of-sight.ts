import { type Answered, ask, type Sent, withoutRequestId } from "@/e2e/ask";
import { headersOf } from "./matrix";
import type { Person } from "./world";
import type { AskedWrite, Target } from "./writes";

/** Does this person see nothing of the place that is asked about? */
export function isOutOfSight(person: Person, { sent, about }: AskedWrite): boolean {
  const isOfCluster = !sent.path.includes(`/${about.namespace}`) && sent.body?.includes(about.uid) !== true;
  if (isOfCluster) return !person.clusters.includes(about.cluster);
  return (["group", "entry", "pod"] as const).every((kind) => !person.sees({ kind, ...about }));
}

const NOTHING = { namespace: "no-such-namespace", name: "no-such-thing", uid: "00000000-0000-4000-8000-000000000000" };

/** What does not exist: in a cluster that the person knows, else in a cluster that does not exist either. */
function nothingLike(about: Target, person: Person): Target {
  return { ...about, ...NOTHING, cluster: person.clusters.includes(about.cluster) ? about.cluster : "no-such-cluster" };
}

/** Asks the same about what is out of the person's sight and about what does not exist. Tells how the answers differ; null where they do not. */
export async function differenceOf(address: string, person: Person, { sent, sentAbout, about }: AskedWrite): Promise<string | null> {
  const nothing = nothingLike(about, person);
  const askAs = (one: Sent) => ask(address, { ...one, headers: { ...one.headers, ...headersOf(person) } });
  const [answer, ofNothing] = await Promise.all([askAs(sent), askAs(sentAbout(nothing))]);
  const [told, toldOfNothing] = [renamed(comparable(answer), about, nothing), comparable(ofNothing)];
  return told === toldOfNothing ? null : `${person.who}: ${sent.method} ${sent.path} is answered ${told}, and what does not exist ${toldOfNothing}`;
}

/** What of an answer may tell one thing from another: all but what is of the moment, and how long it is. */
function comparable({ status, headers, body }: Answered): string {
  const { date, "content-security-policy": policy, "content-length": length, "x-request-id": id, ...others } = headers;
  return JSON.stringify([status, others, withoutRequestId(body)]);
}

function renamed(text: string, about: Target, nothing: Target): string {
  return (["uid", "name", "namespace", "cluster"] as const).reduce((so, part) => so.replaceAll(about[part], nothing[part]), text);
}
