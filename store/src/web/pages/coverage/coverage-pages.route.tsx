import { Outlet } from 'react-router';
import { coverage } from '../../../i18n/areas/coverage.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['coverage'] };

addMessages({ coverage });

/** Layout of the pages about coverage: loads their messages, which no other page needs. */
export default function CoveragePages() {
  return <Outlet />;
}
