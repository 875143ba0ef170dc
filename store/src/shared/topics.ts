/** The topics of the help and of the blog, in display order. */
export const HELP_TOPICS = ['before', 'install', 'connect', 'data', 'account', 'payment'] as const;
export const BLOG_TOPICS = ['choosing', 'phone', 'networks', 'abroad'] as const;

export type BlogTopic = (typeof BLOG_TOPICS)[number];

/** True when a URL segment is a topic of the blog. */
export function isBlogTopic(value: unknown): value is BlogTopic {
  return (BLOG_TOPICS as readonly unknown[]).includes(value);
}
