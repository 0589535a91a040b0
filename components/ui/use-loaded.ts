import { useEffect, useEffectEvent, useState } from "react";
import { useLoadLater } from "./use-load-later";

/**
 * What is loaded when it is wanted, or once the page is settled; null before it is wanted and loaded. Where loading fails `onFailure` takes the wish back:
 * the next one asks anew. `load` must stay the same.
 */
export function useLoaded<T extends object>(load: () => Promise<T>, isWanted: boolean, onFailure: () => void): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  useLoadLater(load);
  const failed = useEffectEvent(onFailure);
  useEffect(() => {
    if (isWanted && loaded === null) load().then(setLoaded, () => failed());
  }, [load, isWanted, loaded]);
  return loaded;
}
