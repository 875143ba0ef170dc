import { language } from '../../i18n/areas/language.ts';
import { afterLocale } from '../../shared/locale.ts';
import { BRAND } from '../../shared/brand.ts';
import { PHONES, type Phone } from '../../shared/connection/address.ts';
import { paths } from '../../shared/paths.ts';
import { readKept, removeAllKept } from '../kept-store.ts';
import { h, icon, ICONS } from './dom.ts';
import { helpSection, savedHelp } from './help-view.ts';
import { codes, type Held, heldOf, nameOf, ticket } from './kept-view.ts';
import './offline.css';
import { guide } from './guide.ts';
import { choice, stepList } from './steps.ts';
import { rememberedLocale, rememberLocale, type Words, wordsIn } from './words.ts';

/**
 * The offline document. The service worker serves it under the requested URL when the network fails; `/offline` opens
 * it at any time. It shows the stored eSIMs, and its only requests check whether the network is back.
 */
const DOCUMENT = paths.offline();
const AT_ITS_OWN_ADDRESS = location.pathname === DOCUMENT;

/** `away`: there is a network, but the server does not answer. */
type Reach = 'offline' | 'away' | 'online';

const bar = document.getElementById('bar')!;
const main = document.getElementById('main')!;
const status = document.getElementById('status')!;
const languageButton = document.getElementById('language') as HTMLButtonElement;

let words = wordsIn(rememberedLocale());
let reach: Reach = navigator.onLine ? (AT_ITS_OWN_ADDRESS ? 'online' : 'away') : 'offline';
let held: Held[] = [];
let chosen = 0;
let phone: Phone = /Android/.test(navigator.userAgent) ? 'android' : 'iphone';
let removed = false;

const say = (text: string) => {
  status.textContent = text;
};

function draw(): void {
  const { locale, t } = words;
  document.documentElement.lang = locale;
  document.title = `${t('title')} · ${BRAND}`;
  document.getElementById('skip')!.textContent = t('skip');
  const next = afterLocale(locale);
  languageButton.textContent = language[next].name;
  languageButton.lang = next;
  const pick = held[chosen];
  const helpPlace = h('section', { class: 'off-help' });
  const shown = words;
  drawBar();
  main.replaceChildren(
    h(
      'div',
      { class: 'wrap off' },
      h('div', { class: 'off-main' }, ...(pick ? arrival(words, pick) : nothingKept(words))),
      pick ? keptSection(words, pick) : null,
      helpPlace,
    ),
  );
  // The eSIMs are shown without waiting for the help.
  void help.then((articles) => {
    if (words !== shown) return;
    // A visitor who keeps nothing has no help either, and misses none.
    if (pick || articles.length > 0) helpPlace.replaceWith(helpSection(words, articles, location.pathname));
    else helpPlace.remove();
  });
}

function drawBar(): void {
  const { t } = words;
  const savedAt = held
    .map(({ order }) => order.savedAt)
    .toSorted()
    .at(-1);
  const when = savedAt === undefined ? undefined : words.when(savedAt);
  const text =
    when === undefined
      ? t(reach === 'online' ? 'bar.onlineEmpty' : reach === 'away' ? 'bar.slowEmpty' : 'bar.offline')
      : t(reach === 'online' ? 'bar.online' : reach === 'away' ? 'bar.slow' : 'bar.saved', { when });
  bar.classList.toggle('off-bar--online', reach === 'online');
  bar.replaceChildren(
    h(
      'div',
      { class: 'wrap' },
      icon(reach === 'online' ? ICONS.check : ICONS.offline, 20),
      h('span', {}, text),
      reach !== 'offline' &&
        h(
          'a',
          { class: 'link', href: AT_ITS_OWN_ADDRESS ? paths.home() : location.href },
          t(reach === 'online' ? 'bar.open' : 'nothing.retry'),
        ),
    ),
  );
}

/** How to get this eSIM online, for the current phone. */
function arrival(now: Words, pick: Held): HTMLElement[] {
  const { t, locale } = now;
  const { esim } = pick;
  const destination = esim.name[locale];
  const title = !esim.installed
    ? t('ready', { destination })
    : esim.offerSlug === 'global'
      ? t('landedAnywhere')
      : t('landed', { destination });
  const steps = h('div', {});
  const showSteps = () => steps.replaceChildren(stepList(now, phone, esim), guide(now, phone, pick, say));
  showSteps();
  return [
    h(
      'header',
      { class: 'off-head' },
      h('h1', { class: 'h-display' }, title),
      h('p', { class: 'lede' }, t(esim.installed ? 'installed' : 'notInstalled')),
    ),
    h(
      'div',
      {},
      h(
        'div',
        { class: 'off-choices' },
        held.length > 1 &&
          choice(
            t('which'),
            held.map((each, at) => ({ value: String(at), text: nameOf(now, each.esim) })),
            String(chosen),
            (value) => {
              chosen = Number(value);
              draw();
              main.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
            },
          ),
        choice(
          t('phone'),
          PHONES.map((value) => ({ value, text: t(value) })),
          phone,
          (value) => {
            phone = value;
            showSteps();
          },
        ),
      ),
      steps,
    ),
    h(
      'details',
      { class: 'card off-fold', open: !esim.installed },
      h('summary', {}, t('wifi.title'), icon(ICONS.more, 18)),
      h('p', {}, t('wifi.text')),
      h('p', {}, t('wifi.scan')),
    ),
  ];
}

function keptSection(now: Words, pick: Held): HTMLElement {
  const { t } = now;
  return h(
    'aside',
    { class: 'off-kept', 'aria-labelledby': 'kept' },
    h('h2', { class: 'h-sec', id: 'kept' }, t('kept.title')),
    ...held.map((each) => ticket(now, each)),
    codes(now, pick, say),
    h(
      'p',
      { class: 'small muted off-note' },
      icon(ICONS.shield, 18),
      h('span', {}, [t('kept.private'), pick.order.owner === null ? '' : t('kept.signOut')].filter(Boolean).join(' ')),
    ),
    removal(now),
  );
}

/** Needs two presses, because removed eSIMs cannot be loaded again without a network. */
function removal({ t }: Words): HTMLElement {
  const first = h('button', { type: 'button', class: 'btn btn--secondary', onClick: ask }, t('kept.remove'));
  const place = h('div', {}, first);
  function ask() {
    const yes = h(
      'button',
      { type: 'button', class: 'btn btn--danger', onClick: () => void remove() },
      t('kept.remove'),
    );
    const no = h('button', { type: 'button', class: 'btn btn--secondary', onClick: back }, t('kept.keep'));
    place.replaceChildren(h('p', {}, t('kept.removeAsk')), h('div', { class: 'off-choices' }, yes, no));
    no.focus();
  }
  function back() {
    place.replaceChildren(first);
    first.focus();
  }
  return place;
}

async function remove(): Promise<void> {
  await removeAllKept();
  held = [];
  removed = true;
  say(words.t('kept.removed'));
  draw();
  main.focus();
}

function nothingKept({ t }: Words): HTMLElement[] {
  return [
    h(
      'header',
      { class: 'off-head' },
      h('h1', { class: 'h-display' }, t(reach === 'online' ? 'nothing.title' : 'title')),
      (removed || reach !== 'online') && h('p', { class: 'lede' }, t(removed ? 'kept.removed' : 'nothing.lede')),
    ),
    h('div', { class: 'off-text' }, h('p', {}, t('nothing.text')), h('p', {}, t('nothing.next'))),
    reach === 'online'
      ? h(
          'div',
          { class: 'off-choices' },
          h('a', { class: 'btn', href: paths.profile() }, t('app.esims')),
          h('a', { class: 'btn btn--secondary', href: paths.help() }, t('app.help')),
        )
      : h('div', {}, h('a', { class: 'btn', href: location.href }, t('nothing.retry'))),
  ];
}

/** Checks whether the server answers now. */
async function look(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
  reach = answer?.ok ? 'online' : navigator.onLine ? 'away' : 'offline';
  drawBar();
}

languageButton.addEventListener('click', () => {
  words = wordsIn(afterLocale(words.locale));
  rememberLocale(words.locale);
  draw();
});
addEventListener('online', () => void look());
addEventListener('offline', () => {
  reach = 'offline';
  drawBar();
});

// Started before the eSIMs are read, used after them.
const help = savedHelp();
try {
  held = heldOf(await readKept());
} catch {
  // Storage can be forbidden: then there are no stored eSIMs.
}
draw();
if (navigator.onLine) void look();
