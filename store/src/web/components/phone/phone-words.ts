import { phone as en } from '../../../i18n/messages/phone.en.ts';
import { phone as fr } from '../../../i18n/messages/phone.fr.ts';
import { addMessages } from '../../messages.ts';

// Loaded with the parts that say them.
addMessages({ en: { phone: en }, fr: { phone: fr } });
