import { factors } from '../../../../i18n/areas/factors.ts';
import { addMessages } from '../../../messages.ts';

// Loaded with the components that use them: a sign-in without a second step does not need these messages.
addMessages({ factors });
