/** The topics of the help (in the order of a trip) and of the blog, in display order. */
export const HELP_TOPICS = ['before', 'install', 'connect', 'data', 'payment', 'account'] as const;
export const BLOG_TOPICS = ['choosing', 'phone', 'networks', 'abroad'] as const;

export type HelpTopic = (typeof HELP_TOPICS)[number];
export type BlogTopic = (typeof BLOG_TOPICS)[number];

/** True when a URL segment is a topic of the blog. */
export function isBlogTopic(value: unknown): value is BlogTopic {
  return (BLOG_TOPICS as readonly unknown[]).includes(value);
}
