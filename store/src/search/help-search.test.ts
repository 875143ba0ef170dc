import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHelpSearch, type HelpDocument } from './help-search.ts';

const article = (slug: string, locale: 'en' | 'fr', words: Partial<HelpDocument>): HelpDocument => ({
  slug,
  locale,
  title: slug,
  description: '',
  aliases: [],
  headings: [],
  text: '',
  ...words,
});

const refund = article('refund', 'en', {
  title: 'How do refunds work?',
  aliases: ['money back'],
  headings: [
    { id: 'card', text: 'Where the money goes' },
    { id: 'late', text: 'Your bank is slow' },
  ],
  text: 'Back to your card. The bank shows it after some days.',
});
const documents = [
  refund,
  article('refund', 'fr', { title: 'Comment fonctionnent les remboursements ?', text: 'Sur votre carte.' }),
  article('hotspot', 'en', { title: 'Hotspot: sharing the connection', text: 'A refund is another matter.' }),
  article('hotspot', 'fr', { title: 'Partage de connexion', text: 'Point d’accès pour un ordinateur.' }),
  article('slow', 'en', { title: 'The connection is slow', text: 'Measure it.' }),
];
const search = createHelpSearch(documents);
const find = (query: string, locale: 'en' | 'fr' = 'en') =>
  search.find(query, { locale }).map(({ document }) => `${document.locale} ${document.slug}`);

describe('the help search', () => {
  it('ranks the article about a word before one that mentions it', () => {
    expect(find('refund')).toEqual(['en refund', 'en hotspot']);
    expect(find('connection')[0]).toMatch(/slow|hotspot/);
  });

  it('accepts other forms of a word, missing accents, one typo, and incomplete input', () => {
    for (const query of ['refunding', 'REFUND!', 'refnud', 'refun', 'how do i get a refund please'])
      expect(find(query)[0], query).toBe('en refund');
    for (const query of ['point d’acces', 'partage de connexion', 'ordinateurs'])
      expect(find(query, 'fr')[0]).toBe('fr hotspot');
  });

  it('finds by words of the other language, and shows the article in the reader’s', () => {
    expect(find('remboursement')).toEqual(['en refund']);
    expect(find('sharing', 'fr')).toEqual(['fr hotspot']);
    expect(find('slow', 'fr')).toContain('en slow');
  });

  it('names the section that fits the question better than the title', () => {
    expect(search.find('where does the money go', { locale: 'en' })[0]!.heading).toEqual(refund.headings[0]);
    expect(search.find('refund', { locale: 'en' })[0]!.heading).toBeUndefined();
  });

  it('a request for a person finds no article by its own words; few articles stand below a person', () => {
    const marmots = ['one', 'two', 'three', 'four', 'five'].map((slug) =>
      article(slug, 'en', { text: 'A marmot talks to someone.' }),
    );
    const ask = (query: string, among: HelpDocument[] = marmots) => {
      const { hits, person } = createHelpSearch(among).ask(query, { locale: 'en' });
      return { slugs: hits.map(({ document }) => document.slug), person };
    };
    expect(ask('talk to someone')).toEqual({ slugs: [], person: true });
    expect(ask('talk to someone about a refund', documents)).toEqual({ slugs: ['refund', 'hotspot'], person: true });
    // No article is about marmots.
    expect(ask('marmot')).toEqual({ slugs: ['one', 'two', 'three'], person: true });
    expect(ask('xylophone')).toEqual({ slugs: [], person: false });
  });

  it('finds nothing for an empty query and for unknown words', () => {
    for (const query of ['', '   ', '?', 'xylophone', 'the']) expect(find(query), query).toEqual([]);
  });

  it('accepts any text, with each article once and at most the requested number', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.integer({ min: 1, max: 3 }), (query, limit) => {
        const slugs = search.find(query, { locale: 'fr', limit }).map(({ document }) => document.slug);
        expect(slugs.length).toBeLessThanOrEqual(limit);
        expect(new Set(slugs).size).toBe(slugs.length);
      }),
    );
  });
});
