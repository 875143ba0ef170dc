import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { offerOfflinePage, whenStaying } from '../../offline/register-worker.ts';
import { watchTyping } from '../../offline/typed-fields.ts';
import { useRootData } from '../../root-data.ts';
import { loadChunk } from '../../session/load-chunk.ts';

/** Imported only where stored eSIMs, notices or the installed app exist; a failed import must not disturb the page. */
const LookAfter = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const { LookAfter: loaded } = await loadChunk(() => import('./look-after.tsx'));
    return { default: loaded };
  } catch {
    return { default: () => null };
  }
});

/** True in a browser with stored eSIMs or notices, or in the installed app. */
function hasOfflineParts(): boolean {
  try {
    if (['cairn_kept', 'cairn_push'].some((name) => localStorage.getItem(name) !== null)) return true;
  } catch {
    // Storage can be forbidden.
  }
  return matchMedia('(display-mode: standalone)').matches;
}

/** Maintains the offline copy once the page is loaded; for most visitors only the empty offline page. */
export function AfterLoad() {
  const { offlinePage } = useRootData();
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!hasOfflineParts()) return offlinePage ? whenStaying(offerOfflinePage) : undefined;
    watchTyping();
    const timer = setTimeout(() => setWanted(true), IDLE_MS);
    return () => clearTimeout(timer);
  }, [offlinePage]);
  return wanted ? (
    <Suspense fallback={null}>
      <LookAfter />
    </Suspense>
  ) : null;
}

/** After hydration, so that neither delays the other. */
const IDLE_MS = 1_000;
