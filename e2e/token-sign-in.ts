import { expect, type Page } from "@playwright/test";
import type { Complaints } from "./fixtures";
import { BUTTON, FIELD } from "./labels";

/** Signs in with a pasted token. `address`: of another dashboard; "" = that of the house. */
export async function signIn(page: Page, complaints: Complaints, token: string, address = ""): Promise<void> {
  // The server answers 401 before the sign-in.
  complaints.claim(/status of 401/);
  await page.goto(`${address}/sign-in`);
  await page.getByLabel(FIELD.token).fill(token);
  await page.getByRole("button", { name: BUTTON.signIn }).click();
  await expect(page).not.toHaveURL(/sign-in/);
}
