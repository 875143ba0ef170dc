import { installation } from '../../../../i18n/areas/installation.ts';
import { InstallationPage } from './installation-page.tsx';
import { addMessages } from '../../../messages.ts';
import type { PageHandle } from '../../../sheets.tsx';

export const handle: PageHandle = { sheets: ['devices'] };

addMessages({ installation });

export default function HelpInstallation() {
  return <InstallationPage />;
}
