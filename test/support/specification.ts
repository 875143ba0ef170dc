import { readText } from '../house/source.ts';

/** One statement of the specification: a sentence, a constant or a table row, with its heading. */
export type Statement = { heading: string; text: string };

/** The repository's copy of the specification. */
export const specification = (): string => readText('docs/specification.txt');

/**
 * All statements of the specification, in order. Sentences end at a full stop or a closing colon. Parts of a list of
 * constants end at a semicolon. A list of error codes is one statement per code, a table one statement per row.
 */
export function statements(text = specification()): Statement[] {
  const found: Statement[] = [];
  let heading = '';
  let previous = '';
  for (const line of text.split('\n')) {
    const title = /^#+ (.*)$/.exec(line)?.[1];
    const isHead = line.startsWith('|') && !previous.startsWith('|');
    if (title !== undefined) heading = title;
    else if (line.startsWith('|')) {
      if (!isHead && !/^[|\s-]+$/.test(line)) found.push({ heading, text: cells(line).join(' | ') });
    } else if (line.trim() !== '') {
      found.push(...parts(line.replace(/^- /, '')).map((part) => ({ heading, text: part })));
    }
    previous = line;
  }
  return found;
}

const CODE_LIST = /^(Provider error codes that can occur|Other provider codes include):? (.*)\.$/;

function parts(line: string): string[] {
  const sentences = line.split(/(?<=[a-z0-9)?’'%]\.|;) (?=\S)/);
  return sentences.flatMap((sentence) => {
    const list = CODE_LIST.exec(sentence);
    if (list === null) return [sentence.replace(/;$/, '')];
    return (list[2] ?? '').split(', ').map((code) => `${list[1]}: ${code}`);
  });
}

function cells(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

export type SpecifiedPlan = { data: string; validity: string; price: number };
export type SpecifiedOffer = { name: string; plans: SpecifiedPlan[] };
export type SpecifiedRegion = SpecifiedOffer & { regions: string };

/** The countries in the order of section 3, with plans of section 9. */
export function countryOffers(): SpecifiedOffer[] {
  const text = specification();
  const validities = new Map(countryValidities(text));
  const [head = '', , ...rows] = section(text, 'Country plan prices (USD)')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const amounts = cells(head).slice(1);
  const prices = new Map(
    rows.flatMap((row) => {
      const [names = '', ...figures] = cells(row);
      const plans = amounts.map((data, at) => ({
        data,
        validity: validities.get(data) ?? '',
        price: Number(figures[at]),
      }));
      return names.split(', ').map((name) => [name, plans] as const);
    }),
  );
  return listed(text, 'Country offers').map((name) => ({ name, plans: prices.get(name) ?? [] }));
}

/** Global and the regions in the order of section 3, with plans and counts of section 9. */
export function regionOffers(): SpecifiedRegion[] {
  const text = specification();
  const counts = new Map(
    section(text, 'Region coverage')
      .trim()
      .replace(/\.$/, '')
      .split('; ')
      .map((part) => [part.split(' ')[0] ?? '', part.split(' ')[1] ?? ''] as const),
  );
  return listed(text, 'Regional offers').map((name) => ({
    name,
    regions: `${counts.get(name) ?? ''} countries`,
    plans: plansOf(section(text, name === 'Global' ? 'Global plans' : 'Europe, Africa, Americas, Asia plans')),
  }));
}

/** `1GB for 7 days; 3GB, 5GB and 10GB for 30 days each.` */
function countryValidities(text: string): [string, string][] {
  const line = /^Plans: (.*)\.$/m.exec(section(text, 'Country plan prices (USD)'))?.[1] ?? '';
  return line.split('; ').flatMap((part) => {
    const validity = /for (\d+ days)/.exec(part)?.[1] ?? '';
    return [...part.matchAll(/\d+GB/g)].map(([data]): [string, string] => [data, validity]);
  });
}

/** `1GB 7 days 9; 3GB 15 days 24; …` */
function plansOf(text: string): SpecifiedPlan[] {
  return [...text.matchAll(/(\d+GB) (\d+ days) ([\d.]+?)(?=;|\.\s|\.$)/g)].map(
    ([, data = '', validity = '', price]) => ({ data, validity, price: Number(price) }),
  );
}

function listed(text: string, name: string): string[] {
  return new RegExp(`${name}: ([^.]*)\\.`).exec(text)?.[1]?.split(', ') ?? [];
}

function section(text: string, heading: string): string {
  return text.split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? '';
}
