import { phone } from '../../../i18n/areas/phone.ts';
import { addMessages } from '../../messages.ts';

// Loaded with the components that use them.
addMessages({ phone });
