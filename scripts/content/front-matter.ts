import { isMap, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import type { ContentKind } from '#src/content/types.ts';
import { BLOG_TOPICS, HELP_TOPICS } from '#src/shared/topics.ts';
import type { Report } from './content-error.ts';

const day = z.iso.date('must be a date such as 2026-11-22');
const words = z.string('must be text').trim().min(1, 'must not be empty');

const common = {
  title: words.max(90, 'must have at most 90 characters'),
  description: words.max(200, 'must have at most 200 characters'),
  date: day,
  updated: day,
  sources: z.array(
    z.strictObject({ title: words, url: z.url({ protocol: /^https$/, error: 'must be an https:// address' }) }),
  ),
};

const SCHEMAS = {
  help: z.strictObject({
    ...common,
    topic: z.enum(HELP_TOPICS),
    order: z.number().optional(),
    aliases: z.array(words).optional(),
  }),
  blog: z.strictObject({ ...common, topic: z.enum(BLOG_TOPICS), place: words }),
  legal: z.strictObject({ ...common, version: z.int().positive(), changes: words }),
} satisfies Record<ContentKind, z.ZodType>;

export type FrontMatter = z.infer<(typeof SCHEMAS)['help' | 'blog' | 'legal']>;

const OPENING = '---\n';
const CLOSING = /^---\n/m;

/**
 * Splits a text into its front matter and its body. Reports each fault with its line and returns undefined for it: no
 * front matter, invalid YAML, an unknown, missing or invalid key.
 */
export function readFrontMatter(
  source: string,
  kind: ContentKind,
  report: Report,
): { matter: FrontMatter; body: string; bodyLine: number } | undefined {
  const end = source.slice(OPENING.length).search(CLOSING);
  if (!source.startsWith(OPENING) || end === -1) {
    report(1, 'must begin with front matter between two lines of ---');
    return undefined;
  }
  const yaml = source.slice(OPENING.length, OPENING.length + end);
  const body = source.slice(OPENING.length + end).replace(CLOSING, '');
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, schema: 'core' });
  /** The first line of the file is the opening mark. */
  const lineAt = (offset: number) => lines.linePos(offset).line + 1;
  for (const error of document.errors) report(lineAt(error.pos[0]), error.message.split('\n')[0]!);
  if (document.errors.length > 0) return undefined;

  const result = SCHEMAS[kind].safeParse(document.toJS());
  if (result.success) {
    if (result.data.updated < result.data.date) {
      report(lineOfKey('updated'), 'updated: is before date');
      return undefined;
    }
    return { matter: result.data, body, bodyLine: yaml.split('\n').length + 1 };
  }
  for (const issue of result.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'front matter'];
    for (const key of keys) {
      const problem = issue.code === 'unrecognized_keys' ? 'is an unknown key' : issue.message;
      report(lineOfKey(String(issue.path[0] ?? key)), `${key}: ${problem}`);
    }
  }
  return undefined;

  function lineOfKey(name: string): number {
    if (!isMap(document.contents)) return 1;
    const pair = document.contents.items.find(({ key }) => String(key) === name);
    const range = (pair?.key as { range?: [number, number, number] } | undefined)?.range;
    return range ? lineAt(range[0]) : 1;
  }
}
