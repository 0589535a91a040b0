import { createApiServer } from "@/lib/sandbox/apiserver/api-server";
import type { KubeObject } from "@/lib/sandbox/apiserver/kube-object";
import { istioWebhook } from "@/lib/sandbox/webhook/istio-webhook";
import { type Asked, put } from "./asking";
import { Client } from "./client";
import { compare } from "./compare";
import { Normaliser } from "./normalise";
import { loadQuestions, type Question } from "./questions";
import { questionsFolder } from "./record";
import type { Outcome } from "./run";
import type { RecordedResponse } from "./transcripts";

const users = [
  { name: "admin", token: "admin-token", groups: ["system:masters"], uid: "uid-admin" },
  { name: "nobody", token: "nobody-token", groups: [""], uid: "uid-nobody" },
];

/** The server that was asked lets service accounts alone read of the issuer; the one of the transcripts everybody who has a name. */
const issuerDiscovery: KubeObject = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRoleBinding",
  metadata: { name: "system:service-account-issuer-discovery" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:service-account-issuer-discovery" },
  subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "system:serviceaccounts" }],
};

/** Puts every question to a fresh sandbox server, area beside area, and compares its answers with the real ones. */
export async function runQuestions(root: string): Promise<Outcome[]> {
  const areas = [...loadQuestions(questionsFolder(root))];
  return (await Promise.all(areas.map(([area, questions]) => runArea(area, questions)))).flat();
}

async function runArea(area: string, questions: readonly Question[]): Promise<Outcome[]> {
  // Where the real server had a control plane beside it, its webhook was asked too.
  const server = await createApiServer({ users, ...(area === "webhook" ? { webhook: istioWebhook } : {}) });
  server.storage.seed(issuerDiscovery);
  const client = new Client(server.url, server.caPem, null);
  const asked: Asked = {
    client,
    tokens: new Map(users.map(({ name, token }) => [name, token])),
    compact: () => Promise.resolve(server.storage.compactLists()),
  };
  try {
    const outcomes: Outcome[] = [];
    for (const question of questions) {
      const difference = differenceOf(question, await put(question, asked));
      outcomes.push({ interaction: { number: question.number, title: question.title, area: `asked: ${area}` }, difference });
    }
    return outcomes;
  } finally {
    client.close();
    await server.close();
  }
}

function differenceOf({ steps }: Question, answers: ReadonlyArray<RecordedResponse | null>): string | null {
  const normalisers = { recorded: new Normaliser(), own: new Normaliser() };
  for (const [index, { response }] of steps.entries()) {
    const answer = answers[index] ?? null;
    if (response === undefined || answer === null) continue;
    const difference = compare(response, answer, normalisers, steps.length > 1 ? `step ${index + 1} ` : "");
    if (difference !== null) return difference;
  }
  return null;
}
