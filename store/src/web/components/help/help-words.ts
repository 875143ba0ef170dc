import { help as helpEn } from '../../../i18n/messages/help.en.ts';
import { help as helpFr } from '../../../i18n/messages/help.fr.ts';
import { addMessages } from '../../messages.ts';

addMessages({ en: { help: helpEn }, fr: { help: helpFr } });

/** The topics of the help, in the order of a trip. */
export const TOPICS = ['before', 'install', 'connect', 'data', 'payment', 'account'] as const;
export type Topic = (typeof TOPICS)[number];

/** Where a topic's list is on the help page. */
export const topicAnchor = (topic: string): string => `topic-${topic}`;

export const isTopic = (topic: string | null): topic is Topic => TOPICS.some((each) => each === topic);
