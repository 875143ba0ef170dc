import { Outlet } from 'react-router';
import { company } from '../../../i18n/areas/company.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['company'] };

addMessages({ company });

/** Around the pages about the company: brings their words, which no other page needs. */
export default function CompanyPages() {
  return <Outlet />;
}
