import type { Page } from "@playwright/test";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { BUTTON, FIELD } from "./labels";
import { type TriedDocument, triedDocuments } from "./prediction-documents";
import { someOf } from "./proof-extent";

test.use({ houseOptions: "writing" });

/** The sandbox's API server takes of a Service what a real one refuses: it checks fields, types and names of the kinds of Istio, and of these the names and ports alone. */
const KNOWN_DIFFERENCES: readonly string[] = [
  "spec.unknown=1",
  "unknown=1",
  'spec.ports=[{"name":"a","port":"80"}]',
  'spec.ports=[{"name":"a","port":80},{"name":"a","port":81}]',
  'spec.ports=[{"name":"Bad_Port","port":80}]',
  'spec.type="SOMETHING"',
  'spec.selector={"a b":"c"}',
  'metadata.labels={"team":"a"} spec.selector={"a b":"c"}',
  'spec.type="SOMETHING" spec.ports=[{"name":"a","port":65535}]',
  'spec.selector={"a b":"c"} spec.type="SOMETHING"',
].map((title) => `Service ${title}: predicted refused, answered taken`);

/** What the page predicts and what the API server, with the webhook, answers: taken or refused. */
async function verdicts(page: Page, origin: string, { kind, object }: TriedDocument): Promise<{ readonly predicted: string; readonly answered: string }> {
  const text = JSON.stringify(object);
  const headers = { origin, "content-type": "application/json" };
  const preview = await page.request.post(`${origin}/api/preview`, { headers, data: { cluster: "sandbox", text } });
  const { notes } = (await preview.json()) as { readonly notes: readonly { readonly level: string }[] };
  const command = `/api/c/sandbox/commands/try-new-${kind.toLowerCase()}/shop/tried`;
  const tried = await page.request.post(`${origin}${command}`, { headers, data: { dryRun: true, resourceVersion: "", input: { text } } });
  const answered = tried.status() === 200 ? "taken" : tried.status() === 422 ? "refused" : `${tried.status()} ${await tried.text()}`;
  return { predicted: notes.some(({ level }) => level === "refuses") ? "refused" : "taken", answered };
}

/** More than 300 documents, of which `npm test` tries some. */
test("on documents of each kind the prediction is the API server's answer, but where that is the sandbox's own", async ({ page, house, complaints }) => {
  test.setTimeout(180_000);
  complaints.claim(/status of 4\d\d/);
  await page.goto("/sign-in");
  await page.getByLabel(FIELD.token).fill(new Cluster(house.kubeconfigOf("team-shop")).token);
  await page.getByRole("button", { name: BUTTON.signIn }).click();
  await expect(page).not.toHaveURL(/sign-in/);
  const documents = triedDocuments();
  expect(documents.length).toBeGreaterThan(300);
  const isKnownOf = (tried: readonly TriedDocument[]) => KNOWN_DIFFERENCES.filter((known) => tried.some(({ title }) => known.startsWith(`${title}: `)));
  expect(isKnownOf(documents), "each known difference is one of these documents").toEqual(KNOWN_DIFFERENCES);
  const tried = someOf(documents, 120);
  const differing: string[] = [];
  for (const document of tried) {
    const { predicted, answered } = await verdicts(page, house.address, document);
    if (predicted !== answered) differing.push(`${document.title}: predicted ${predicted}, answered ${answered}`);
  }
  expect(differing).toEqual(isKnownOf(tried));
});
