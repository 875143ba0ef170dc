import { factors as en } from '../../../i18n/messages/factors.en.ts';
import { factors as fr } from '../../../i18n/messages/factors.fr.ts';
import { addMessages } from '../../messages.ts';

// Loaded with the parts that say them: a sign-in without a second step needs none of these words.
addMessages({ en: { factors: en }, fr: { factors: fr } });
