import type { Phone } from '../../shared/connection/address.ts';
import type { KeptEsim } from '../kept.ts';
import { h, icon, ICONS } from './dom.ts';
import type { Words } from './words.ts';

/** The settings that bring a traveller online, for one eSIM on one kind of phone. */
export function stepList(words: Words, phone: Phone, esim: KeptEsim): HTMLElement {
  const { s } = words;
  const group = phone === 'iphone' ? 'onIphone' : 'onAndroid';
  const values = { destination: esim.name[words.locale], apn: esim.apn };
  const steps = ['line', 'roaming', 'data', ...(esim.apn === null ? [] : (['apn'] as const)), 'wait'] as const;
  return h(
    'ol',
    { class: 'off-steps' },
    ...steps.map((step) =>
      h(
        'li',
        {},
        h('b', {}, s(`${group}.${step}`)),
        h('span', {}, s(`${group}.${step}Text`, values)),
        menuPath(s(`${group}.${step}Path`, values)),
      ),
    ),
  );
}

/** `Settings > Mobile Data` with arrows between the words. */
export function menuPath(text: string): HTMLElement {
  const parts = text.split(' > ');
  return h(
    'div',
    { class: 'off-path' },
    ...parts.flatMap((part, at) => [...(at === 0 ? [] : [icon(ICONS.next, 14)]), h('span', {}, part)]),
  );
}

/** Buttons with one selected. */
export function choice<T extends string>(
  label: string,
  options: readonly { value: T; text: string }[],
  chosen: T,
  onChoose: (value: T) => void,
): HTMLElement {
  const buttons = options.map(({ value, text }) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': value === chosen ? 'true' : 'false',
        onClick: (event) => {
          for (const button of buttons) button.setAttribute('aria-pressed', String(button === event.currentTarget));
          onChoose(value);
        },
      },
      text,
    ),
  );
  return h('div', { class: 'seg', role: 'group', 'aria-label': label }, ...buttons);
}
