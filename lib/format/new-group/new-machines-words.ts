import { sentence } from "@/lib/format/text/sentence";

/** How the machines of a new group will stand to a host, as the server has it. `because`: why they are not called, "" where they are. */
interface Standing {
  readonly stand: "answers" | "silent" | "not-taken";
  readonly because: string;
  readonly ports: readonly { readonly name: string; readonly number: number; readonly port: number | null; readonly because: string }[];
}

/** One sentence about the machines of a new group; `warn` = callers do not reach them by it. */
export interface NewMachinesLine {
  readonly tone: "plain" | "warn";
  readonly text: string;
  /** The port that the sentence is about, and the port of the machines that its calls go to; null = none. */
  readonly port?: { readonly number: number; readonly target: number | null };
}

/** What a host does with the machines of the group that is made with it, and where each of its ports ends on them. */
export function newMachinesWords({ stand, because, ports }: Standing): readonly NewMachinesLine[] {
  if (stand === "not-taken") return [{ tone: "warn", text: sentence(`It does not take the machines of the new group: ${because}`) }];
  if (stand === "silent") return [{ tone: "warn", text: sentence(`It takes the machines of the new group, and sends them no calls: ${because}`) }];
  const taken =
    "It takes the machines of the new group once they register, and sends them calls once they report healthy, or at once where nothing checks them.";
  return [{ tone: "plain", text: taken }, ...ports.map(portLine)];
}

function portLine({ name, number, port, because }: Standing["ports"][number]): NewMachinesLine {
  const calls = `Calls to port ${number}${name === "" ? "" : ` (${name})`}`;
  const about = { port: { number, target: port } };
  if (port === null) return { tone: "warn", text: sentence(`${calls} reach none of them: ${because}`), ...about };
  return { tone: "plain", text: `${calls} go to port ${port} of each machine (${because}).`, ...about };
}

/** Where the text of the group that is made with a host says no group. */
export function unreadGroupWords(reason: string): string {
  return `The description of the group cannot be read, so whether its machines are taken is not known. ${sentence(reason)}`;
}
