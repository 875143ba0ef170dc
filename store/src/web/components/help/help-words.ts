import { help } from '../../../i18n/areas/help.ts';
import { addMessages } from '../../messages.ts';

addMessages({ help });

/** The topics of the help, in the order of a trip. */
export const TOPICS = ['before', 'install', 'connect', 'data', 'payment', 'account'] as const;
export type Topic = (typeof TOPICS)[number];

/** The anchor of a topic's list on the help page. */
export const topicAnchor = (topic: string): string => `topic-${topic}`;

export const isTopic = (topic: string | null): topic is Topic => TOPICS.some((each) => each === topic);
