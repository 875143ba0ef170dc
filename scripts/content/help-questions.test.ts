import path from 'node:path';
import { expect, test } from 'vitest';
import { createHelpSearch } from '#src/search/help-search.ts';
import { compileContent } from './compile.ts';
import { destinationPages } from './destination-pages.ts';
import { TRAVELLER_QUESTIONS } from './traveller-questions.ts';

/**
 * Questions as travellers type them, and the article that answers each: the first result, or one of the first three.
 */
const STORE = path.join(import.meta.dirname, '../../store');
const { articles } = compileContent(STORE, destinationPages(STORE));
const search = createHelpSearch(articles.filter(({ kind }) => kind === 'help'));

const FIRST: Record<'en' | 'fr', [question: string, slug: string][]> = {
  en: [
    ['installation failed', 'installation-failed'],
    ['Unable to add eSIM', 'installation-failed'],
    ['qr code already used', 'qr-already-used'],
    ['code no longer valid', 'qr-already-used'],
    ['is my phone locked?', 'locked-phone'],
    ['carrier lock', 'locked-phone'],
    ['how to unlock my iphone', 'locked-phone'],
    ['is my phone compatible', 'compatible-phone'],
    ['EID', 'compatible-phone'],
    ['*#06#', 'compatible-phone'],
    ['no coverage', 'no-coverage'],
    ['no signal in the mountains', 'no-coverage'],
    ['APN', 'apn'],
    ['slow internet', 'slow-data'],
    ['speed', 'slow-data'],
    ['hotspot not working', 'hotspot'],
    ['tethering to laptop', 'hotspot'],
    ['i deleted the esim by mistake', 'deleted-esim'],
    ['expired too early', 'plan-ended'],
    ['top up', 'top-up'],
    ['add more data to my esim', 'top-up'],
    ['bought wrong destination', 'wrong-plan'],
    ['my trip is cancelled', 'wrong-plan'],
    ['when does validity start', 'when-validity-starts'],
    ['move esim to another phone', 'another-phone'],
    ['transfer esim', 'another-phone'],
    ['auto top-up', 'auto-top-up'],
    ['stop automatic payments', 'auto-top-up'],
    ['how much data do I have left', 'data-left'],
    ['remaining gb', 'data-left'],
    ['refund', 'refund'],
    ['i want my money back', 'refund'],
    ['payment declined', 'payment-declined'],
    ['card refused', 'payment-declined'],
    ['I have not received any email', 'no-email'],
    ['esim not delivered', 'no-email'],
    ['keep my whatsapp', 'keep-your-number'],
    ['two sims', 'keep-your-number'],
    ['do I need data roaming', 'data-roaming'],
    ['can I make calls', 'calls-and-texts'],
    ['how many esims can I have', 'several-esims'],
    ['ordered without account', 'guest-order'],
    ['lost my order link', 'guest-order'],
    ['forgot password', 'sign-in'],
    ['delete my account', 'sign-in'],
    ['tiktok does not work', 'apps-and-websites'],
    ['when should I install', 'when-to-install'],
    ['receipt', 'receipt'],
    ['unknown charge on my card', 'receipt'],
    // A prefix, a typo, and the other language.
    ['instal', 'installation-failed'],
    ['hotspo', 'hotspot'],
    ['hotpsot', 'hotspot'],
    ['refnud', 'refund'],
    ['roming', 'data-roaming'],
    ['remboursement', 'refund'],
    ['partage de connexion', 'hotspot'],
    ['téléphone verrouillé', 'locked-phone'],
  ],
  fr: [
    ["l'installation échoue", 'installation-failed'],
    ["impossible d'ajouter l'eSIM", 'installation-failed'],
    ['code QR déjà utilisé', 'qr-already-used'],
    ['mon téléphone est-il désimlocké ?', 'locked-phone'],
    ['désimlockage', 'locked-phone'],
    ['mon telephone est il compatible', 'compatible-phone'],
    ['pas de réseau', 'no-coverage'],
    ['régler l’APN', 'apn'],
    ['connexion lente', 'slow-data'],
    ['partage de connexion', 'hotspot'],
    ['point d’accès ordinateur', 'hotspot'],
    ["j'ai supprimé mon eSIM", 'deleted-esim'],
    ['forfait expiré', 'plan-ended'],
    ['recharger', 'top-up'],
    ['je me suis trompé de pays', 'wrong-plan'],
    ['voyage annulé', 'wrong-plan'],
    ['quand commence la validité', 'when-validity-starts'],
    ["transférer l'eSIM sur un nouveau téléphone", 'another-phone'],
    ['combien de données restantes', 'data-left'],
    ['remboursement', 'refund'],
    ['me faire rembourser', 'refund'],
    ['carte refusée', 'payment-declined'],
    ["je n'ai pas reçu l'e-mail", 'no-email'],
    ['garder mon numéro', 'keep-your-number'],
    ['whatsapp', 'keep-your-number'],
    ['activer l’itinérance', 'data-roaming'],
    ['données à l’étranger', 'data-roaming'],
    ['puis-je téléphoner', 'calls-and-texts'],
    ['plusieurs eSIM', 'several-esims'],
    ['acheté sans compte', 'guest-order'],
    ['mot de passe oublié', 'sign-in'],
    ['facture', 'receipt'],
    ['abonnement', 'receipt'],
    ['netflix bloqué', 'apps-and-websites'],
    ['quand installer', 'when-to-install'],
    // Without accents, a prefix, a typo, and the other language.
    ['verrouille', 'locked-phone'],
    ['rembours', 'refund'],
    ['remboursment', 'refund'],
    ['itinerence', 'data-roaming'],
    ['refund', 'refund'],
    ['locked phone', 'locked-phone'],
  ],
};

/** Questions that several articles answer in part. */
const AMONG_THE_FIRST: Record<'en' | 'fr', [question: string, slug: string][]> = {
  en: [
    ['it does not connect', 'no-connection'],
    ['no internet after landing in Thailand', 'no-connection'],
    ['esim not working', 'no-connection'],
    ['error when adding the esim to my samsung', 'installation-failed'],
    ['roaming charges', 'data-roaming'],
    ['imessage', 'keep-your-number'],
    ['phone lost', 'another-phone'],
  ],
  fr: [
    ['ça ne marche pas', 'no-connection'],
    ["pas d'internet à l'arrivée", 'no-connection'],
    ['eSIM ne fonctionne pas', 'no-connection'],
    ['code invalide', 'qr-already-used'],
    ['hors forfait', 'data-roaming'],
    ['téléphone perdu', 'another-phone'],
  ],
};

for (const locale of ['en', 'fr'] as const) {
  test.each(FIRST[locale])(`${locale}: “%s” finds %s first`, (question, slug) => {
    const hits = search.find(question, { locale });
    expect(hits[0]?.document.slug, hits.map(({ document }) => document.slug).join(', ')).toBe(slug);
    expect(hits.every(({ document }) => document.locale === locale)).toBe(true);
  });

  test.each(AMONG_THE_FIRST[locale])(`${locale}: “%s” finds %s among the first three`, (question, slug) => {
    const slugs = search.find(question, { locale, limit: 3 }).map(({ document }) => document.slug);
    expect(slugs).toContain(slug);
  });
}

/** Of the sixty questions: help gives the right answer first, or a person where no article answers. */
const LEAST_ANSWERED = 55;

test(`of sixty questions of travellers, ${LEAST_ANSWERED} find their answer first`, () => {
  const wrong = (['en', 'fr'] as const).flatMap((locale) =>
    TRAVELLER_QUESTIONS[locale].flatMap(([question, answer]) => {
      const { hits, person } = search.ask(question, { locale });
      const first = person ? null : (hits[0]?.document.slug ?? null);
      const isRight = Array.isArray(answer) ? answer.includes(first) : answer === first;
      return isRight ? [] : [`${locale}: ${question}: ${first}, not ${String(answer)}`];
    }),
  );
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(60 - LEAST_ANSWERED);
});

test('a person comes first only where the question asks for one or no article is about it', () => {
  const asked = (['en', 'fr'] as const).flatMap((locale) =>
    FIRST[locale].filter(([question]) => search.ask(question, { locale }).person),
  );
  expect(asked).toEqual([]);
});
