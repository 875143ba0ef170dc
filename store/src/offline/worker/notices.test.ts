import { describe, expect, test, vi } from 'vitest';
import { noticeIn, openNotice, showNotice } from './notices.ts';

const NOTICE = {
  title: 'France eSIM',
  body: 'Ready.',
  lang: 'en',
  tag: 'topic',
  navigate: 'https://shop.example/orders/1',
};
const dataOf = (value: unknown) => ({ json: () => value });

describe('a push in the service worker', () => {
  test('is a notice of our version, and nothing else', () => {
    expect(noticeIn(dataOf({ web_push: 8030, notification: NOTICE }))).toEqual(NOTICE);
    for (const other of [null, 'text', { web_push: 1, notification: NOTICE }, { web_push: 8030 }])
      expect(noticeIn(dataOf(other))).toBeNull();
    expect(
      noticeIn({
        json: () => {
          throw new SyntaxError();
        },
      }),
    ).toBeNull();
    expect(noticeIn(null)).toBeNull();
  });

  test('shows a notification with the tag of its topic', async () => {
    const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>(async () => undefined);
    await showNotice({ showNotification }, NOTICE);
    await showNotice({ showNotification }, null);
    expect(showNotification.mock.calls).toEqual([
      [NOTICE.title, expect.objectContaining({ body: 'Ready.', tag: 'topic', data: NOTICE.navigate })],
    ]);
  });
});

describe('a tap on a notification', () => {
  const windowAt = (url: string) => ({ url, focus: vi.fn<() => Promise<void>>(async () => undefined) });
  const windowsOf = (...open: ReturnType<typeof windowAt>[]) => ({
    matchAll: async () => open,
    openWindow: vi.fn<(url: string) => Promise<void>>(async () => undefined),
  });

  test('focuses the window that shows the page', async () => {
    const there = windowAt('https://shop.example/orders/1?from=mail#line-2');
    const windows = windowsOf(windowAt('https://shop.example/'), there);
    await openNotice(windows, 'https://shop.example', NOTICE.navigate);
    expect(there.focus).toHaveBeenCalledOnce();
    expect(windows.openWindow).not.toHaveBeenCalled();
  });

  test('opens the page where no window has it, and never another site', async () => {
    const windows = windowsOf(windowAt('https://shop.example/'));
    await openNotice(windows, 'https://shop.example', NOTICE.navigate);
    for (const other of ['https://evil.example/', 'javascript:alert(1)', undefined, 7])
      await openNotice(windows, 'https://shop.example', other);
    expect(windows.openWindow.mock.calls).toEqual([[NOTICE.navigate]]);
  });
});
