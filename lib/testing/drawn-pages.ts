import { readdirSync } from "node:fs";
import { act, render } from "@testing-library/react";
import { Children, isValidElement, type ReactElement, type ReactNode } from "react";

type Search = Readonly<Record<string, string>>;
type Draw = (props: { readonly params: Promise<Search>; readonly searchParams: Promise<Search>; readonly children: ReactNode }) => Promise<ReactElement>;

/** The address that a test's `next/navigation` returns. */
export interface DrawnAddress {
  path: string;
  search: string;
}

const ROUTES = readdirSync("app/api", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("/route.ts"))
  .map((path) => `/api/${path.replace(/\/route\.ts$/, "")}`);
/** Turns of the event loop without a request after which a page is complete, and the most turns. */
const [QUIET_TURNS, MOST_TURNS] = [8, 400];
const TURN_MS = 5;
let open = 0;

/** Takes the place of `fetch` in a document: the app's own routes answer. */
export async function fetchFromRoutes(input: string, init: RequestInit = {}): Promise<Response> {
  open += 1;
  try {
    return await answerOf(new URL(input, "http://localhost"), init);
  } finally {
    open -= 1;
  }
}

/** The answer of the route for an address. */
export async function answerOf(url: URL, init: RequestInit): Promise<Response> {
  const parts = url.pathname.split("/");
  const matches = (route: string) => {
    const names = route.split("/");
    return names.length === parts.length && names.every((name, at) => name === parts[at] || /^\[\w+\]$/.test(name));
  };
  const route = ROUTES.filter(matches).sort((a, b) => a.split("[").length - b.split("[").length)[0];
  if (route === undefined) throw new Error(`No route answers ${url.pathname}.`);
  const names = route.split("/");
  const params = Object.fromEntries(names.flatMap((name, at) => (name.startsWith("[") ? [[name.slice(1, -1), parts[at]]] : [])));
  const { [init.method ?? "GET"]: handler } = await import(/* @vite-ignore */ `${process.cwd()}/app${route}/route.ts`);
  const request = new Request(url.href, init);
  // A document may not set this header, which a browser adds.
  request.headers.get = (name) => (name === "sec-fetch-site" ? "same-origin" : Headers.prototype.get.call(request.headers, name));
  return handler(request, { params: Promise.resolve(params) });
}

/** Waits until the page has no open request. */
export async function settled(): Promise<void> {
  let quiet = 0;
  for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, TURN_MS)));
    quiet = open === 0 ? quiet + 1 : 0;
  }
}

/** Draws a page of the app inside its layout and waits for its requests. `path`: its file below `app`, without the ending. */
export async function drawPage(address: DrawnAddress, path: string, params: Search, search: Search): Promise<Element> {
  address.path = `/${path.replace(/\/?page$/, "").replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? "")}`;
  address.search = `${new URLSearchParams(search)}`;
  const load = async (file: string): Promise<{ readonly default: Draw }> => import(/* @vite-ignore */ `${process.cwd()}/app/${file}.tsx`);
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(search) };
  const children = await (await load(path)).default({ ...props, children: null });
  const layout = await (await load("layout")).default({ ...props, children });
  const body = (layout.props as { children: ReactElement<{ children: ReactNode }> }).children.props.children;
  // React runs no script that it renders itself.
  render(Children.toArray(body).filter((part) => !isValidElement(part) || part.type !== "script"));
  await settled();
  return document.body;
}
