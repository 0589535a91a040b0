import { expect, type Page } from "@playwright/test";
import type { Complaints } from "./fixtures";

/** Signs in with a token, as a person does who pastes it; `address`: of another dashboard than the house's. */
export async function signIn(page: Page, complaints: Complaints, token: string, address = ""): Promise<void> {
  // Whoever is not signed in yet is told so.
  complaints.claim(/status of 401/);
  await page.goto(`${address}/sign-in`);
  await page.getByLabel("Token of the cluster").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/sign-in/);
}
