import { qrDrawing } from '../../shared/qr-drawing.ts';
import type { KeptEsim, KeptOrder } from '../kept.ts';
import { h, icon, ICONS, qrCode } from './dom.ts';
import type { Words } from './words.ts';

/** One kept eSIM with its order. */
export type Held = { order: KeptOrder; esim: KeptEsim };

/** All stored eSIMs, usable ones first, then newest order first. */
export function heldOf(orders: readonly KeptOrder[], now = Date.now()): Held[] {
  const isUsable = ({ esim }: Held) => ['installed', 'active', 'ready'].includes(stateOf(esim, now));
  return orders
    .toSorted((a, b) => b.orderedAt.localeCompare(a.orderedAt))
    .flatMap((order) => order.esims.map((esim) => ({ order, esim })))
    .toSorted((a, b) => Number(isUsable(b)) - Number(isUsable(a)));
}

const TONES = { installed: 'success', active: 'info', ready: 'info', used: 'neutral', over: 'neutral' } as const;

function stateOf(esim: KeptEsim, now: number): keyof typeof TONES {
  if (esim.planState === 'finished') return 'used';
  if (esim.planState === 'expired' || (esim.validUntil !== null && Date.parse(esim.validUntil) <= now)) return 'over';
  if (esim.planState === 'active') return 'active';
  return esim.installed ? 'installed' : 'ready';
}

/** What tells one eSIM from another: the name that its owner gave it, or else its destination. */
export const nameOf = ({ locale }: Words, { name, ownName }: KeptEsim): string => ownName ?? name[locale];

/** The plan, and the data that was left when it was stored. */
export function ticket(words: Words, { order, esim }: Held): HTMLElement {
  const { t } = words;
  const state = stateOf(esim, Date.now());
  return h(
    'article',
    { class: 'ticket off-ticket' },
    h(
      'div',
      { class: 'off-ticket-head' },
      flag(esim),
      h('h3', { class: 'h-card' }, nameOf(words, esim)),
      h('span', { class: `chip chip--${TONES[state]}` }, h('i', { class: 'dot' }), t(`kept.${state}`)),
    ),
    esim.ownName != null && h('p', { class: 'small muted' }, esim.name[words.locale]),
    amount(words, order, esim),
    esim.apn !== null && h('p', { class: 'small muted' }, `APN: ${esim.apn}`),
    h('p', { class: 'small muted' }, t('kept.order', { number: order.number })),
  );
}

function amount(words: Words, order: KeptOrder, esim: KeptEsim): HTMLElement {
  const { t } = words;
  const plan = h('b', { class: 'strong tnum' }, esim.unlimited ? t('kept.unlimited') : words.data(esim.dataMb));
  if (esim.planState === 'not_active')
    return h('p', { class: 'small' }, plan, `, ${t('kept.fromFirst', { days: words.days(esim.days) })}`);
  // The usage is as old as the wholesaler's last answer before the copy was stored.
  const known = esim.usageAt !== null && esim.usageAt < order.savedAt ? esim.usageAt : order.savedAt;
  const left = h('b', { class: 'strong tnum' }, words.data(esim.remainingMb));
  const facts = esim.unlimited ? [plan] : [left, ` ${t('kept.left', { when: words.when(known) })}`];
  if (esim.validUntil !== null) facts.push(`, ${t('kept.until', { date: words.date(esim.validUntil) })}`);
  return h('p', { class: 'small' }, ...facts);
}

/** The flag as an image, which executes no code. */
function flag({ flagSvg }: KeptEsim): HTMLElement | null {
  if (flagSvg === null) return null;
  const url = URL.createObjectURL(new Blob([flagSvg], { type: 'image/svg+xml' }));
  return h('img', { class: 'flag', src: url, alt: '', width: 40, height: 30, onLoad: () => URL.revokeObjectURL(url) });
}

/** The QR code and the values for manual entry. */
export function codes(words: Words, { esim }: Held, say: (text: string) => void): HTMLElement {
  const { t } = words;
  const destination = esim.name[words.locale];
  const fields = [
    [t('kept.smdp'), esim.smdpAddress],
    [t('kept.activation'), esim.activationCode],
    ...(esim.confirmationCode === null ? [] : [[t('kept.confirmation'), esim.confirmationCode]]),
    [t('kept.lpa'), esim.lpa],
  ] as const;
  return h(
    'section',
    { class: 'card off-codes' },
    h('h3', { class: 'h-card' }, t('kept.codes', { destination })),
    h('div', { class: 'qr-box' }, qrCode(qrDrawing(esim.lpa), t('kept.qr', { destination })) as unknown as Node),
    ...fields.map(([label = '', value = '']) =>
      h(
        'div',
        { class: 'copy' },
        h('div', {}, h('small', {}, label), h('code', {}, ...breakable(value))),
        copyButton(words, label, value, say),
      ),
    ),
    h('p', { class: 'small muted' }, t('kept.once')),
  );
}

/** A code may break after a `$`, the separator of its parts, before it breaks inside one. */
function breakable(code: string): (HTMLElement | string)[] {
  return code.split(/(?<=\$)/).flatMap((part, index) => (index === 0 ? [part] : [h('wbr', {}), part]));
}

function copyButton({ t }: Words, label: string, value: string, say: (text: string) => void): HTMLElement {
  const show = (name: 'copy' | 'check') => button.replaceChildren(icon(ICONS[name], 20));
  const button = h('button', {
    type: 'button',
    class: 'icon-btn',
    'aria-label': t('kept.copy', { what: label }),
    onClick: () =>
      void navigator.clipboard.writeText(value).then(() => {
        say(t('kept.copied'));
        show('check');
        setTimeout(() => show('copy'), 2_000);
      }),
  });
  show('copy');
  return button;
}
