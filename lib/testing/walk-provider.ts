import { Agent, fetch } from "undici";

/** A browser at the provider's own pages: its cookies, and the name that is typed there. */
export interface ProviderVisit {
  /** Goes to this address, signs in where asked, and follows the provider up to the address that leads away from it. */
  goTo(address: string): Promise<URL>;
  close(): Promise<void>;
}

/** Signs in as `user` at the provider with this certificate, as a person's browser does. */
export function visitProvider(ca: string, user: string): ProviderVisit {
  const agent = new Agent({ connect: { ca } });
  const jar = new Map<string, string>();
  const ask = async (url: URL, body?: URLSearchParams): Promise<{ readonly next: URL | null; readonly status: number; readonly text: string }> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { dispatcher: agent, redirect: "manual", headers: { cookie }, ...(body !== undefined && { method: "POST", body }) });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = answer.headers.get("location");
    return { next: location === null ? null : new URL(location, url), status: answer.status, text: await answer.text() };
  };
  return {
    goTo: async (address) => {
      const { origin } = new URL(address);
      for (let at = new URL(address), steps = 0; steps < 12; steps++) {
        if (at.origin !== origin) return at;
        const shown = await ask(at);
        const isForm = shown.text.includes('name="user"');
        const answer = isForm ? await ask(at, new URLSearchParams({ user })) : shown;
        if (answer.next === null) throw new Error(`the provider answered ${answer.status} at ${at.pathname}: ${answer.text.slice(0, 500)}`);
        at = answer.next;
      }
      throw new Error("the provider leads in circles");
    },
    close: () => agent.close(),
  };
}
