import { Outlet } from 'react-router';
import { coverage as coverageEn } from '../../i18n/messages/coverage.en.ts';
import { coverage as coverageFr } from '../../i18n/messages/coverage.fr.ts';
import { addMessages } from '../messages.ts';
import type { PageHandle } from '../sheets.tsx';

export const handle: PageHandle = { sheets: ['coverage'] };

addMessages({ en: { coverage: coverageEn }, fr: { coverage: coverageFr } });

/** Around the pages about coverage: brings their words, which no other page needs. */
export default function CoveragePages() {
  return <Outlet />;
}
