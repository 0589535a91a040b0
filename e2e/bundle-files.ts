import type { Page } from "@playwright/test";

/** The files of a bundle as its page shows them, by name. */
export async function shownFiles(page: Page): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const name of ["cluster.env", "mesh.yaml", "hosts", "root-cert.pem"]) {
    const file = page.getByRole("group").filter({ has: page.locator("summary").getByText(name, { exact: true }) });
    files[name] = (await file.locator("pre").textContent()) ?? "";
  }
  return { ...files, "istio-token": (await page.getByRole("region", { name: "istio-token" }).locator("pre").textContent()) ?? "" };
}
