import { help } from '../../../i18n/areas/help.ts';
import { HELP_TOPICS, type HelpTopic } from '../../../shared/topics.ts';
import { addMessages } from '../../messages.ts';

addMessages({ help });

/** The anchor of a topic's list on the help page. */
export const topicAnchor = (topic: string): string => `topic-${topic}`;

export const isTopic = (topic: string | null): topic is HelpTopic => HELP_TOPICS.some((each) => each === topic);
