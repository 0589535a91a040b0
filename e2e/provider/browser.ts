import { type BrowserContext, expect, type Page } from "@playwright/test";
import { freshness } from "@/e2e/alive";
import { BUTTON, FIELD } from "@/e2e/labels";
import { expectHeading } from "@/e2e/statements";
import { type ProviderWorld, PUBLIC_HOST } from "./world";

/** A browser that looks the public name of Stolos up on this machine, and takes the certificates of the world there. */
export const PROVIDER_BROWSER = {
  ...(process.env.STOLOS_CHROMIUM && { executablePath: process.env.STOLOS_CHROMIUM }),
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--ignore-certificate-errors", `--host-resolver-rules=MAP ${PUBLIC_HOST} 127.0.0.1`],
};

/** Streams end with a sign-in, and whoever has none is refused; replicas take turns, and know nothing of each other's streams. */
export const EXPECTED = /401 \(Unauthorized\)|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION|404 \(Not Found\).*\/(api\/live|favicon\.ico)/;

/** Signs in at the provider, by the sign-in that the page at `path` leads to, and comes back to it. */
export async function signIn(page: Page, { address }: ProviderWorld, user: string, path = "/entries"): Promise<void> {
  await page.goto(`${address}${path}`);
  await expectHeading(page, "sign-in", { through: "provider" });
  await signInButton(page).click();
  await page.getByLabel(FIELD.user).fill(user);
  await page.getByRole("button", { name: BUTTON.continue }).click();
  await expect(page).toHaveURL(`${address}${path}`);
}

/** The button that opens the provider: its name has the provider's host and port. */
export const signInButton = (page: Page) => page.getByRole("main").getByRole("button").first();

/** The freshness line of a page with a live stream. */
export const live = (page: Page) => freshness(page, "live");

/** The number of token requests at the provider. */
export const renewals = ({ provider }: ProviderWorld) => provider.asked.filter((one) => one === "POST /token").length;

/** The cookies that hold a session. */
export async function sessionCookies(context: BrowserContext) {
  return (await context.cookies()).filter(({ name, value }) => name.includes("stolos-session") && value !== "");
}
