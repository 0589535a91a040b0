"use client";

import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";

interface KeyboardShortcutsProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const KEYS: readonly (readonly [where: string, keys: readonly (readonly [keys: readonly string[], does: string])[]])[] = [
  [
    "Everywhere",
    [
      [["/"], "find a machine, group, address, host, replica, zone"],
      [["Ctrl K", ":"], "command palette; :we, :wg and :ns work as in k9s, :log is the activity"],
      [["t"], "go to a time"],
      [["?"], "this sheet"],
      [["Esc"], "close what is open; from a machine or a group, back to its row in the list"],
    ],
  ],
  [
    "In a table",
    [
      [["j", "k"], "next and previous row"],
      [["Enter"], "open; then n and p lead to the next and previous of the same list"],
      [["y"], "open its YAML"],
      [["c"], "copy its name"],
      [["x", "X"], "select it, or all between it and the one selected before, where rows can be selected"],
    ],
  ],
  [
    "In the fleet strip",
    [
      [["→"], "from a group's name to its first cell"],
      [["←", "→", "↑", "↓"], "from cell to cell"],
      [["Enter"], "open the machine"],
    ],
  ],
];

/** Dialog with all keyboard shortcuts. */
export function KeyboardShortcuts({ open, onClose }: KeyboardShortcutsProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <div className="grid gap-x-8 gap-y-5 p-4 pb-5 desk:grid-cols-2">
        {KEYS.map(([where, keys]) => (
          <section key={where}>
            <h3 className="pb-1.5 text-xs text-ink-3">{where}</h3>
            <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1.5">
              {keys.map(([names, does]) => (
                <div key={does} className="contents">
                  <dt className="flex items-start gap-1">
                    {names.map((name) => (
                      <Kbd key={name}>{name}</Kbd>
                    ))}
                  </dt>
                  <dd className="text-ink-2">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
