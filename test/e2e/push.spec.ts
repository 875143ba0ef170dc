import type { Page } from '@playwright/test';
import { signIn } from '../browser/account-pages.ts';
import { expect, expectAccessible, type Language, LANGUAGES, test } from '../browser/browser.ts';
import { createAccount } from '../support/accounts.ts';
import { FULL, FULL_ONLY } from '../support/full.ts';
import { type PushServer, startPushServer, type TestSubscription } from '../support/push-service.ts';
import { bought } from '../support/shop.ts';
import { until } from '../support/wire.ts';

/**
 * Notices on devices. Chromium's own push service is on the internet, so `pushManager` subscribes at a local one, and the
 * test hands its messages to the real service worker, as the browser would. The headless browser shows no notifications and
 * denies the permission: both are replaced, and nothing else.
 */
let service: PushServer;
test.beforeAll(async () => {
  service = await startPushServer();
});
test.afterAll(() => service.close());

const WORDS = {
  en: {
    section: 'Notices on your devices',
    devices: 'Devices with notices',
    turnOn: 'Turn on',
    off: 'Push is off.',
    here: 'This device',
    on: 'Notices are on for this device.',
    since: /^Push is on since /,
    remove: /^Remove /,
    ready: 'Your France eSIM is ready',
    unsupported: 'This browser can’t show notices of websites. In a private window no browser can.',
    denied: 'This browser blocks notices of this site.',
    iphone: 'This iPhone or iPad',
    homeScreen: 'First to the home screen',
    turnOnNotices: 'Turn on notices',
    hint: /^Works as soon as you open /,
    stay: 'Stay with mail',
    guest: 'Notices on this device',
  },
  fr: {
    section: 'Notifications sur vos appareils',
    devices: 'Appareils avec notifications',
    turnOn: 'Activer',
    off: 'Notifications désactivées.',
    here: 'Cet appareil',
    on: 'Notifications activées sur cet appareil.',
    since: /^Notifications activées depuis le /,
    remove: /^Retirer /,
    ready: 'Votre eSIM France est prête',
    unsupported:
      'Ce navigateur ne peut pas afficher les notifications des sites. En navigation privée, aucun ne le peut.',
    denied: 'Ce navigateur bloque les notifications de ce site.',
    iphone: 'Cet iPhone ou iPad',
    homeScreen: 'D’abord sur l’écran d’accueil',
    turnOnNotices: 'Activer les notifications',
    hint: /^Possible dès que vous ouvrez /,
    stay: 'En rester à l’e-mail',
    guest: 'Notifications sur cet appareil',
  },
} satisfies Record<Language, unknown>;

/** Subscribes at the local push service, with a person who allows it when asked. */
async function subscribeHere(page: Page, subscription: TestSubscription): Promise<void> {
  await page.addInitScript((given) => {
    const KEY = 'test-push-key';
    const ALLOWED = 'test-push-allowed';
    Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.getItem(ALLOWED) ?? 'default' });
    Notification.requestPermission = async () => {
      sessionStorage.setItem(ALLOWED, 'granted');
      return 'granted';
    };
    const made = (key: string) => ({
      endpoint: given.endpoint,
      options: { applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer },
      toJSON: () => given,
      unsubscribe: async () => {
        sessionStorage.removeItem(KEY);
        return true;
      },
    });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const key = sessionStorage.getItem(KEY);
        return key === null ? null : made(key);
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        const key = btoa(String.fromCharCode(...applicationServerKey));
        sessionStorage.setItem(KEY, key);
        return made(key);
      },
    });
  }, subscription);
}

/** Delivers a message to the service worker of the page, as the browser does when its push service has one. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations;
      if (found) resolve(found.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await session.detach();
}

type Shown = { title: string; tag?: string; data?: unknown };

/** Records what the service worker shows. */
async function watchNotifications(page: Page): Promise<() => Promise<Shown[]>> {
  const [worker] = page.context().serviceWorkers();
  await worker!.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: Shown[] };
    scope.shown = [];
    scope.registration.showNotification = async (title, { tag, data } = {}) =>
      void scope.shown.push({ title, tag, data: data as unknown });
  });
  return () => worker!.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);
}

for (const language of LANGUAGES.filter((each) => FULL || each === 'en')) {
  const words = WORDS[language];

  test.describe(`[${language}]`, () => {
    test.use({ language });

    test('a traveller turns notices on, sees that an eSIM is ready, and turns them off, by keyboard', async ({
      page,
      world,
    }) => {
      const device = service.device();
      await subscribeHere(page, device);
      const account = await createAccount(world.app);
      await signIn(page, account, language);
      await page.goto('/profile/notices');
      const section = page.getByRole('region', { name: words.section });
      await expect(section.getByText(words.off)).toBeVisible();
      // Permission is asked after a tap only.
      expect(await page.evaluate(() => Notification.permission)).toBe('default');
      await expectAccessible(page);
      await section.getByRole('button', { name: words.turnOn }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(words.on)).toBeVisible();
      await expect(section.getByText(words.here)).toBeVisible();
      await expect(section.getByText(words.since)).toBeVisible();
      await expect(section.getByRole('list', { name: words.devices })).toBeFocused();
      const stored = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name === 'cairn_push'));
      expect(await stored()).toEqual(['cairn_push']);
      await expectAccessible(page);

      const { order } = await bought(
        world.app,
        { email: account.email },
        { authorization: `Bearer ${account.idToken}` },
      );
      const [message] = await until(() => service.messagesTo(device).length > 0 && service.messagesTo(device), {
        what: 'the message arrives',
      });
      expect(service.faults).toEqual([]);
      const shown = await watchNotifications(page);
      await deliver(page, message!.text);
      await expect
        .poll(shown)
        .toEqual([{ title: words.ready, tag: message!.topic, data: `${world.app.url}/orders/${order.id}` }]);

      // It stays on after a reload.
      await page.reload();
      await expect(section.getByText(words.here)).toBeVisible();
      await section.getByRole('button', { name: words.remove }).focus();
      await page.keyboard.press('Enter');
      await expect(section.getByText(words.off)).toBeVisible();
      expect(await page.evaluate(() => sessionStorage.getItem('test-push-key'))).toBeNull();
      expect(await stored()).toEqual([]);
    });

    test('a browser that can’t, that blocks, or an iPhone that is not on the home screen says what to do', async ({
      page,
      world,
    }) => {
      await signIn(page, await createAccount(world.app), language);
      const section = page.getByRole('region', { name: words.section });
      await page.addInitScript(() => {
        const state = sessionStorage.getItem('test-ability');
        Object.defineProperty(Notification, 'permission', { get: () => (state === 'denied' ? 'denied' : 'default') });
        if (state === 'none' || state === 'iphone') Reflect.deleteProperty(window, 'PushManager');
        if (state === 'iphone') Object.defineProperty(navigator, 'standalone', { value: false });
      });
      const open = async (state: string) => {
        await page.evaluate((value) => sessionStorage.setItem('test-ability', value), state);
        await page.goto('/profile/notices');
      };
      await open('none');
      await expect(section.getByText(words.unsupported)).toBeVisible();
      await expect(section.getByRole('button', { name: words.turnOn })).toHaveCount(0);

      await open('denied');
      await expect(section.getByText(words.denied)).toBeVisible();
      await expect(section.getByRole('button', { name: words.turnOn })).toHaveCount(0);
      await expectAccessible(page);

      await open('iphone');
      await expect(section.getByText(words.iphone)).toBeVisible();
      await section.getByRole('button', { name: words.turnOn }).click();
      await expect(section.getByRole('heading', { name: words.homeScreen })).toBeVisible();
      const button = section.getByRole('button', { name: words.turnOnNotices });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(words.hint);
      await expectAccessible(page);
      await section.getByRole('button', { name: words.stay }).click();
      await expect(section.getByRole('heading', { name: words.homeScreen })).toBeHidden();
    });

    test('a guest turns notices on for one order, on its page', FULL_ONLY, async ({ page, world }) => {
      const device = service.device();
      await subscribeHere(page, device);
      const buyer = await bought(world.app);
      const [name = '', value = ''] = buyer.cookie.split('=');
      await page.context().addCookies([{ name, value, url: world.app.url, httpOnly: true }]);
      await page.goto(`/orders/${buyer.order.id}`);
      await expect(page.getByRole('heading', { name: words.guest })).toBeVisible();
      await page.getByRole('button', { name: words.turnOn, exact: true }).click();
      await expect(page.getByText(words.on)).toBeVisible();
      await expectAccessible(page);
      const answer = await page.request.get(`/api/push/devices?order=${buyer.order.id}`);
      expect(((await answer.json()) as { devices: unknown[] }).devices).toHaveLength(1);
    });
  });
}
