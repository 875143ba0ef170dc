import { useEffect, useState, useSyncExternalStore } from 'react';
import { SHELL_PREFIX } from '../../../offline/worker/shell.ts';
import { Button } from '../../../ui/button.tsx';
import { workerSettled } from '../../offline/keep-order.ts';
import { isTextTyped, onTyping } from '../../offline/typed-fields.ts';
import { useTranslation } from '../../translation.tsx';

/** How often an open page asks whether there is a new version. */
const ASK_MS = 60 * 60_000;

/**
 * Offers to reload once a new version of the site is there. The page is never reloaded by itself, and while something typed would be
 * lost, nothing is offered either.
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
 * True once the newest service worker is of another build than this page. The worker is asked for first: a page that has just
 * come from the network may itself be the newer one. Its cache is named after its build; with the kill switch it has none.
 */
function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    let left = false;
    async function compare() {
      const registration = await navigator.serviceWorker?.getRegistration();
      if (!registration) return;
      await registration.update();
      // The one that takes over removes the cache of the one before.
      await workerSettled(registration.installing ?? registration.waiting ?? registration.active);
      const shells = (await caches.keys()).filter((name) => name.startsWith(SHELL_PREFIX));
      if (!left && shells.length > 0 && !shells.includes(SHELL_PREFIX + __BUILD__)) setIsNew(true);
    }
    // Without a network nothing is newer.
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
