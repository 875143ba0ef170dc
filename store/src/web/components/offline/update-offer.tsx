import { useEffect, useState, useSyncExternalStore } from 'react';
import { SHELL_PREFIX } from '../../../offline/worker/shell.ts';
import { Button } from '../../../ui/button.tsx';
import { workerSettled } from '../../offline/keep-order.ts';
import { isTextTyped, onTyping } from '../../offline/typed-fields.ts';
import { useTranslation } from '../../translation.tsx';

/** Interval at which an open page checks for a new version. */
const ASK_MS = 60 * 60_000;

/**
 * Offers a reload once a new version of the site exists. The page never reloads by itself, and nothing is offered while
 * typed input would be lost.
 */
export function UpdateOffer() {
  const { t } = useTranslation();
  const [dismissed, setDismissed] = useState(false);
  const isNew = useNewVersion();
  const typed = useSyncExternalStore(onTyping, isTextTyped, () => false);
  return (
    <div role="status" aria-live="polite">
      {isNew && !typed && !dismissed && (
        <div className="update-offer">
          <span>{t('update.text')}</span>
          <Button size="sm" onClick={() => location.reload()}>
            {t('update.reload')}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setDismissed(true)}>
            {t('update.later')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The build of this page (vite.config.ts). */
declare const __BUILD__: string;

/**
 * True once the newest service worker has another build than this page. The worker is updated first, because a page
 * that has just been loaded may itself be the newer one. Its cache is named after its build; with the kill switch it
 * has none.
 */
function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    let left = false;
    async function compare() {
      const registration = await navigator.serviceWorker?.getRegistration();
      if (!registration) return;
      await registration.update();
      // A new worker removes the cache of the previous one.
      await workerSettled(registration.installing ?? registration.waiting ?? registration.active);
      const shells = (await caches.keys()).filter((name) => name.startsWith(SHELL_PREFIX));
      if (!left && shells.length > 0 && !shells.includes(SHELL_PREFIX + __BUILD__)) setIsNew(true);
    }
    // Without a network there is no new version.
    const look = () => void compare().catch(() => undefined);
    const seen = () => document.visibilityState === 'visible' && look();
    look();
    const timer = setInterval(look, ASK_MS);
    document.addEventListener('visibilitychange', seen);
    navigator.serviceWorker?.addEventListener('controllerchange', look);
    return () => {
      left = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
      navigator.serviceWorker?.removeEventListener('controllerchange', look);
    };
  }, []);
  return isNew;
}
