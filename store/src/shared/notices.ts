/** What the store tells a traveller about an eSIM: each once per plan. */
export const NOTICE_KINDS = ['data-75', 'data-90', 'data-100', 'ends-3d', 'ends-1d', 'install'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What a traveller turns on and off by mail: a topic has one kind or more. */
export const MAIL_TOPICS = ['data-low', 'plan-ends', 'install'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/** And by push: that an eSIM is ready, which always comes by mail, because that mail has its codes. */
export const NOTICE_TOPICS = ['esim-ready', ...MAIL_TOPICS] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

export const NOTICE_CHANNELS = ['mail', 'push'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

const TOPICS: Record<NoticeKind, MailTopic> = {
  'data-75': 'data-low',
  'data-90': 'data-low',
  'data-100': 'data-low',
  'ends-3d': 'plan-ends',
  'ends-1d': 'plan-ends',
  install: 'install',
};

export const topicOf = (kind: NoticeKind): MailTopic => TOPICS[kind];

/** A choice of an account, or of an order without one. Without a choice a notice comes. */
export type NoticeChoice = { topic: NoticeTopic; channel: NoticeChannel; on: boolean };

/** Whether a topic comes by mail and by push. */
export type TopicChoice = { topic: NoticeTopic } & Record<NoticeChannel, boolean>;

/** What the holder of an unsubscribe link sees. */
export type Unsubscribing = {
  topic: MailTopic;
  /** Since when its mails are off; null: they come. */
  offSince: string | null;
  /** The other topics whose mails come. */
  others: MailTopic[];
  /** The address, masked; null once its owner is forgotten. */
  email: string | null;
  orderId: string;
  /** True when the account of the order decides, in its settings. */
  isOfAccount: boolean;
};
