/** A message to this device, as the server writes it (declarative web push, version 8030). */
export type Notice = { title: string; body: string; lang: string; tag: string; navigate: string };

/** The notice in the data of a push; null for anything else: the browser then shows words of its own. */
export function noticeIn(data: { json(): unknown } | null): Notice | null {
  if (!data) return null;
  try {
    const { web_push: version, notification } = data.json() as { web_push: unknown; notification: Notice };
    return version === 8030 && notification.title ? notification : null;
  } catch {
    return null;
  }
}

/** Shows it. One with the same tag takes the place of an older one. */
export async function showNotice(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  notice: Notice | null,
): Promise<void> {
  if (!notice) return;
  const { title, body, lang, tag, navigate } = notice;
  await registration.showNotification(title, {
    body,
    lang,
    dir: 'ltr',
    tag,
    icon: '/icons/icon-192.png',
    data: navigate,
  });
}

type Window = { url: string; focus(): Promise<unknown> };
type Windows = {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Window[]>;
  openWindow(url: string): Promise<unknown>;
};

/** Shows the page of a notice: in the window that has it open, else in a new one. Only pages of this site. */
export async function openNotice(windows: Windows, origin: string, navigate: unknown): Promise<void> {
  const page = typeof navigate === 'string' ? URL.parse(navigate, origin) : null;
  if (page?.origin !== origin) return;
  const open = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find(({ url }) => new URL(url).pathname === page.pathname);
  await (there ? there.focus() : windows.openWindow(page.href));
}
