import { PHONE_KEY } from './devices/phone-key.ts';
import { LOCALE_KEY } from './locale.ts';
import { THEME_KEY } from './theme.ts';

/**
 * Everything that our pages store in a browser, as the privacy policy lists it. test/e2e/storage.spec.ts walks through
 * the store and checks that there is nothing else. Over https, names of cookies start with `__Host-`.
 */
export const BROWSER_STORAGE = [
  { name: 'language', kinds: ['cookie', 'local'], shown: LOCALE_KEY, pattern: new RegExp(`^${LOCALE_KEY}$`) },
  { name: 'theme', kinds: ['local'], shown: THEME_KEY, pattern: new RegExp(`^${THEME_KEY}$`) },
  { name: 'phone', kinds: ['local'], shown: PHONE_KEY, pattern: new RegExp(`^${PHONE_KEY}$`) },
  { name: 'device', kinds: ['cookie'], shown: 'cairn_device', pattern: /^(__Host-)?cairn_device$/ },
  { name: 'order', kinds: ['cookie'], shown: 'order_…', pattern: /^(__Host-)?order_[0-9a-f-]{36}$/ },
  { name: 'sessionCookie', kinds: ['cookie'], shown: 'cairn_session', pattern: /^(__Host-)?cairn_session$/ },
  {
    name: 'session',
    kinds: ['indexed', 'local', 'session'],
    shown: 'firebaseLocalStorageDb',
    pattern: /^firebaseLocalStorageDb$|^firebase:/,
  },
  {
    name: 'sharedDevice',
    kinds: ['session'],
    shown: 'cairn_shared_device',
    pattern: /^cairn_shared_device$/,
  },
  { name: 'kept', kinds: ['indexed', 'local'], shown: 'cairn-kept', pattern: /^cairn[-_]kept$/ },
  { name: 'push', kinds: ['local'], shown: 'cairn_push', pattern: /^cairn_push$/ },
  { name: 'shell', kinds: ['cache'], shown: 'cairn-shell-…', pattern: /^cairn-shell-/ },
  {
    name: 'signInSoftware',
    kinds: ['indexed'],
    shown: 'firebase-heartbeat-database',
    pattern: /^firebase-heartbeat-database$/,
  },
  {
    name: 'passkeyOffer',
    kinds: ['local'],
    shown: 'cairn_passkey_offer',
    pattern: /^cairn_passkey_offer$/,
  },
  { name: 'signInLink', kinds: ['local'], shown: 'cairn.signInLink', pattern: /^cairn\.signInLink$/ },
  { name: 'checkout', kinds: ['session'], shown: 'cairn_checkout…', pattern: /^cairn_checkout(_draft$| )/ },
  {
    name: 'scroll',
    kinds: ['session'],
    shown: 'react-router-scroll-positions',
    pattern: /^react-router-scroll-positions$/,
  },
] as const satisfies readonly {
  name: string;
  kinds: readonly ('cookie' | 'local' | 'session' | 'indexed' | 'cache')[];
  shown: string;
  pattern: RegExp;
}[];
