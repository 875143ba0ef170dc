import { factors } from '../../../../i18n/areas/factors.ts';
import { addMessages } from '../../../messages.ts';

// Loaded with the parts that say them: a sign-in without a second step needs none of these words.
addMessages({ factors });
