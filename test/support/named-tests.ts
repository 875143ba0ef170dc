import { readText } from '../house/source.ts';

/** How documents name a test: `file › title`. */
export const NAMED_TEST = /^(test|store|sandbox|scripts)\/\S+\.(test|spec)\.tsx? › \S/;

/** The titles of the tests in a file as written, including rows of `each` tables. */
function titlesIn(file: string): Set<string> {
  const source = readText(file);
  const direct = [
    ...source.matchAll(/\b(?:test|it)(?:\.each(?:<[^\n]*>)?\([^\n]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g),
  ].map(([, , title = '']) => title);
  const tabled = [...source.matchAll(/^\s*\[(['"`])((?:\\.|(?!\1).)*)\1,/gm)].map(([, , title = '']) => title);
  return new Set([...direct, ...tabled].map((title) => title.replaceAll(/\\(['"`])/g, '$1')));
}

/** The named tests that do not exist. */
export function missingTests(named: Iterable<string>): string[] {
  const known = new Map<string, Set<string>>();
  return [...new Set(named)].filter((each) => {
    const [file = '', title = ''] = each.split(' › ');
    if (!known.has(file)) known.set(file, titlesIn(file));
    return !known.get(file)?.has(title);
  });
}

/** The rows of a document's tables as their cells, without header rows and rules. */
export const tableRows = (document: string): string[][] => rowsOf(readText(document));

/** The rows of the tables in this text. */
export function rowsOf(text: string): string[][] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const isRow = line.startsWith('|') && lines[at - 1]?.startsWith('|') && !/^[|\s-]+$/.test(line);
    return isRow
      ? [
          line
            .split(/(?<!\\)\|/)
            .slice(1, -1)
            .map((cell) => cell.trim().replaceAll('\\|', '|')),
        ]
      : [];
  });
}
