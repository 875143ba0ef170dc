import { phone } from '../../../i18n/areas/phone.ts';
import { addMessages } from '../../messages.ts';

// Loaded with the parts that say them.
addMessages({ phone });
