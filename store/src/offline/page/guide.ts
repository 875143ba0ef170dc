import type { Phone } from '../../shared/connection/address.ts';
import {
  type Answer,
  type End,
  nextOf,
  type Progress,
  QUESTIONS,
  type Step,
  stepsOf,
  withAnswer,
} from '../../shared/connection/diagnosis.ts';
import { formatAlternatives } from '../../i18n/format.ts';
import type { KeptEsim } from '../kept.ts';
import { factsOfKept } from '../kept-facts.ts';
import { h, icon, ICONS } from './dom.ts';
import type { Held } from './kept-view.ts';
import { menuPath } from './steps.ts';
import type { Words } from './words.ts';

/**
 * "No connection?" without a network: the steps of the site's page, as far as they go, from what the copy knows. Where the
 * traveller is decides nothing that the copy could show, so it is not asked.
 */
export function guide(words: Words, phone: Phone, { esim }: Held, say: (text: string) => void): HTMLElement {
  const { s } = words;
  let progress: Progress = NOTHING;
  const place = h('div', { class: 'off-guide-step' });

  function show(): void {
    const next = nextOf(factsOfKept(esim), progress);
    const again = () => follow(NOTHING);
    const answer = (question: Setting, given: Answer) =>
      follow(withAnswer(progress, { question, answer: given, at: Date.now() }));
    if ('end' in next) place.replaceChildren(...endView(words, next.end, again));
    else if (next.step !== 'place')
      place.replaceChildren(...stepView(words, phone, { esim, progress }, next.step, answer));
  }

  function follow(after: Progress): void {
    progress = after;
    show();
    const heading = place.querySelector<HTMLElement>('h2');
    heading?.focus();
    say(heading?.textContent ?? '');
  }

  show();
  return h(
    'details',
    { class: 'card off-fold off-guide' },
    h('summary', {}, s('offline.title'), icon(ICONS.more, 18)),
    h('p', {}, s('offline.text')),
    esim.usageAt !== null &&
      h('p', { class: 'small muted' }, s('offline.reported', { when: words.when(esim.usageAt) })),
    place,
  );
}

const NOTHING: Progress = { attempts: [], began: null };

/** A copy says that the place is known. */
type Setting = Exclude<Step, 'place'>;

function stepView(
  words: Words,
  phone: Phone,
  { esim, progress }: { esim: KeptEsim; progress: Progress },
  step: Setting,
  onAnswer: (step: Setting, answer: Answer) => void,
): HTMLElement[] {
  const { s } = words;
  const steps = stepsOf(factsOfKept(esim), progress).filter((each) => each !== 'place');
  const { title, text, path } = stepWords(words, phone, esim, step);
  const answers: readonly Answer[] = [...QUESTIONS[step], ...(step === 'installed' ? [] : (['works'] as const))];
  return [
    h('p', { class: 'small muted' }, s('number', { number: steps.indexOf(step) + 1, count: steps.length })),
    h('h2', { class: 'h-card', tabindex: -1 }, title),
    h('p', {}, text),
    menuPath(path),
    h(
      'div',
      { class: 'off-choices' },
      ...answers.map((each, at) =>
        h(
          'button',
          { type: 'button', class: at === 0 ? 'btn' : 'btn btn--secondary', onClick: () => onAnswer(step, each) },
          each === 'works' ? s('answer.works') : s(`answer.${step}.${each}` as 'answer.line.done'),
        ),
      ),
    ),
  ];
}

function endView({ s }: Words, end: End, onAgain: () => void): HTMLElement[] {
  const title = end === 'works' ? s('works') : hasText(end) ? s(`offline.${end}`) : s('offline.next');
  return [
    h('h2', { class: 'h-card', tabindex: -1 }, title),
    ...(end === 'works' || hasText(end) ? [] : [h('p', {}, s('offline.nextText'))]),
    h('button', { type: 'button', class: 'btn btn--secondary', onClick: onAgain }, s('offline.again')),
  ];
}

/** The ends that the copy can name; at every other one support goes on. */
const TEXTS = ['used-up', 'ended', 'install', 'replacement'] as const;
const hasText = (end: End): end is (typeof TEXTS)[number] => (TEXTS as readonly string[]).includes(end);

function stepWords({ s, locale }: Words, phone: Phone, esim: KeptEsim, step: Exclude<Step, 'place'>) {
  const { networks = [] } = esim;
  const values = { destination: esim.name[locale], apn: esim.apn, networks: formatAlternatives(networks, locale) };
  const group = phone === 'android' ? 'onAndroid' : 'onIphone';
  if (step === 'installed')
    return {
      title: s('installed.title'),
      text: s('installed.text', values),
      path: s(phone === 'android' ? 'installed.pathAndroid' : 'installed.path'),
    };
  const text = step === 'network' && networks.length === 0 ? 'networkAny' : (`${step}Text` as const);
  return {
    title: s(`${group}.${step}`),
    text: s(`${group}.${text}`, values),
    path: s(`${group}.${step}Path`, values),
  };
}
