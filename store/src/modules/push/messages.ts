import { createHash } from 'node:crypto';
import { translator, type Translator } from '../../i18n/i18n.ts';
import type { Localized, Locale } from '../../shared/locale.ts';
import type { PushKind } from './kinds.ts';

const NAMES = {
  'esim-ready': 'ready',
  'data-75': 'data75',
  'data-90': 'data90',
  'data-100': 'data100',
  'ends-3d': 'ends3',
  'ends-1d': 'ends1',
  install: 'install',
} as const satisfies Record<PushKind, string>;

/** The words of a message: a title, and one sentence. */
export function pushWords(kind: PushKind, place: Localized, locale: Locale): { title: string; body: string } {
  const t: Translator = translator(locale);
  const name = NAMES[kind];
  return {
    title: t(`push.messages.${name}.title`, { destination: place[locale] }),
    body: t(`push.messages.${name}.text`),
  };
}

/**
 * Names what a message is about, for the push service and the device: a newer message with the same topic replaces an
 * older one. A hash, because the push service sees it.
 */
export const topicOfPush = (kind: PushKind, esimId: string): string =>
  createHash('sha256').update(`${kind}:${esimId}`).digest('base64url').slice(0, 32);

/**
 * The message as JSON of declarative web push, which browsers that know it show without our service worker. The service
 * worker of the others reads the same (`offline/worker/notices.ts`).
 */
export const payloadOf = (message: { title: string; body: string; tag: string; url: string; locale: Locale }): string =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: message.title,
      body: message.body,
      lang: message.locale,
      dir: 'ltr',
      tag: message.tag,
      navigate: message.url,
    },
  });
