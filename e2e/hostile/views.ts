import { expect, type Page } from "@playwright/test";
import { groupPage } from "@/e2e/fleet";
import { PAYLOADS } from "./payloads";
import { goneName, NAMESPACE, nameOf } from "./plant";

/** A page that is looked at. Views of one name are one column of the table of what is seen where. */
export interface View {
  readonly name: string;
  readonly path: string;
  /** What more a person does there. */
  readonly more?: (page: Page) => Promise<unknown>;
}

const showYaml = async (page: Page) => {
  const yaml = page.getByRole("region", { name: "YAML" });
  await yaml.getByRole("button", { name: "Show" }).click();
  await expect(yaml).toContainText("apiVersion:");
};
/** A machine's Events are fetched when its page is open. */
const showEvents = async (page: Page) => {
  await expect(page.getByRole("region", { name: "Events" })).toContainText(/Warning|None/);
  await showYaml(page);
};
const untilRails = (page: Page) => expect(page.getByRole("main")).toContainText(/qR[nl]\d/);
const typeSearch = async (page: Page) => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type("hostile");
  await expect(page.getByRole("option").first()).toBeVisible();
};
/** Opens a dialog, which stays open while the page is looked at. */
const openDialog = (button: RegExp) => async (page: Page) => {
  await page.getByRole("button", { name: button }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
};

const LISTS = ["/groups", "/entries", "/services", "/findings", "/activity"];
const WHOLES = [
  ...["/", "/oncall", "/oncall?display=wall", "/networks", "/localities", "/localities?show=table", "/control-plane", "/audit"],
  ...["/localities?lost=set:hostile", "/services/preview", "/groups/new"],
];
const NEW_GROUP = ["", "/describe", "/reach", "/review"];

/** A payload where somebody sends an address that holds it. */
const typedOf = (payload: number) => encodeURIComponent(PAYLOADS[payload]?.(`typed-${payload}`) ?? "");
/** A moment at which all of it was there. */
const past = () => `?at=${new Date(Date.now() - 2_000).toISOString()}`;

/** All views, with everything in them: lists by parts of so many payloads, as far as a list draws at once; pages of one object for each payload. */
export function viewsOf(payloads: readonly number[], inAPart: number): readonly View[] {
  const digits = String(inAPart - 1).length;
  const parts = [...new Set(payloads.map((payload) => nameOf(payload).slice(0, -digits)))];
  const object = (name: string, path: (payload: number) => string, more?: View["more"]) =>
    payloads.map((payload) => ({ name, path: path(payload), ...(more && { more }) }));
  const machine = (payload: number) => `/c/sandbox/entries/${NAMESPACE}/${nameOf(payload)}`;
  const group = (payload: number) => groupPage(NAMESPACE, nameOf(payload));
  return [
    ...WHOLES.map((path) => ({ name: path, path })),
    ...LISTS.flatMap((path) => parts.map((part) => ({ name: path, path: `${path}?q=${part}` }))),
    ...LISTS.map((path) => ({ name: `${path}, past`, path: `${path}${past()}&q=hostile` })),
    { name: "/entries, gone", path: `/entries?q=${encodeURIComponent("state:vanished gone-")}` },
    { name: "search", path: "/", more: typeSearch },
    ...NEW_GROUP.map((step) => ({
      ...{ name: `new group${step}`, path: `/groups/new${step}?cluster=sandbox&namespace=${NAMESPACE}` },
      ...((step === "" || step === "/describe") && { more: untilRails }),
    })),
    ...object("machine", machine, showEvents),
    ...object("machine, past", (payload) => `${machine(payload)}${past()}`),
    ...object("machine, gone", (payload) => `/c/sandbox/entries/${NAMESPACE}/${goneName(payload)}`),
    ...object("drain", machine, openDialog(/^(Und|D)rain$/)),
    ...object("deletion", machine, openDialog(/^Delete$/)),
    ...object("group", group, showYaml),
    ...object("group, past", (payload) => `${group(payload)}${past()}`),
    ...object("group, gone", (payload) => groupPage(NAMESPACE, goneName(payload))),
    ...object("deletion of a group", group, openDialog(/^Delete$/)),
    ...object("size", group, openDialog(/change the expected size/i)),
    ...object("bundle", (payload) => `${group(payload)}/bundle`),
    ...object("arrival", (payload) => `${group(payload)}/arrive`),
    ...object("Service", (payload) => `/c/sandbox/services/${NAMESPACE}/${nameOf(payload)}`, showYaml),
    ...object("ServiceEntry", (payload) => `/c/sandbox/serviceentries/${NAMESPACE}/${nameOf(payload)}`, showEvents),
    ...object("filter", (payload) => `/entries?q=${typedOf(payload)}&ns=${typedOf(payload)}`),
    ...object("preview", (payload) => `/services/preview?from=sandbox/workloadgroups/${NAMESPACE}/${nameOf(payload)}`),
  ];
}
