import * as z from 'zod';
import { LOCALES } from '../../shared/locale.ts';

/** An answer of the help. */
export const HelpArticleView = z.object({
  slug: z.string(),
  locale: z.enum(LOCALES),
  /** URL of its page. */
  url: z.string(),
  topic: z.string(),
  title: z.string(),
  description: z.string(),
  /** Other search terms. */
  aliases: z.array(z.string()),
  updated: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string() })),
  /** The whole answer as HTML, from our own texts: no scripts, no styles. */
  html: z.string(),
  /** The whole answer as plain text. */
  text: z.string(),
});

export type HelpArticleView = z.infer<typeof HelpArticleView>;
