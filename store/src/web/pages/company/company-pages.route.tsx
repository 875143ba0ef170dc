import { Outlet } from 'react-router';
import { company } from '../../../i18n/areas/company.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['company'] };

addMessages({ company });

/** Layout of the pages about the company: loads their messages, which no other page needs. */
export default function CompanyPages() {
  return <Outlet />;
}
