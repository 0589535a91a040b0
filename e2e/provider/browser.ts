import { type BrowserContext, expect, type Page } from "@playwright/test";
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
  await expect(page.getByRole("heading", { name: "Sign in to Stolos." })).toBeVisible();
  await page.getByRole("button", { name: /^Sign in at localhost:/ }).click();
  await page.getByLabel("User").fill(user);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(`${address}${path}`);
}

/** What a page says while its stream is. */
export const live = (page: Page) => page.getByText(/^live ·/);

/** How many tokens the provider was asked for. */
export const renewals = ({ provider }: ProviderWorld) => provider.asked.filter((one) => one === "POST /token").length;

/** The cookies that hold a session. */
export async function sessionCookies(context: BrowserContext) {
  return (await context.cookies()).filter(({ name, value }) => name.includes("stolos-session") && value !== "");
}
