/** The topics of the help and of the blog, in the order in which they are shown. */
export const HELP_TOPICS = ['before', 'install', 'connect', 'data', 'account', 'payment'] as const;
export const BLOG_TOPICS = ['choosing', 'phone', 'networks', 'abroad'] as const;

export type BlogTopic = (typeof BLOG_TOPICS)[number];

/** Whether a segment of an address names a topic of the blog. */
export function isBlogTopic(value: unknown): value is BlogTopic {
  return (BLOG_TOPICS as readonly unknown[]).includes(value);
}
