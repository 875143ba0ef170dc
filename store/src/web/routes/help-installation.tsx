import { installation as installationEn } from '../../i18n/messages/installation.en.ts';
import { installation as installationFr } from '../../i18n/messages/installation.fr.ts';
import { InstallationPage } from '../components/installation/installation-page.tsx';
import { addMessages } from '../messages.ts';
import type { PageHandle } from '../sheets.tsx';

export const handle: PageHandle = { sheets: ['devices'] };

addMessages({ en: { installation: installationEn }, fr: { installation: installationFr } });

export default function HelpInstallation() {
  return <InstallationPage />;
}
