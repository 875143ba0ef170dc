import { Outlet } from 'react-router';
import { company as companyEn } from '../../i18n/messages/company.en.ts';
import { company as companyFr } from '../../i18n/messages/company.fr.ts';
import { addMessages } from '../messages.ts';
import type { PageHandle } from '../sheets.tsx';

export const handle: PageHandle = { sheets: ['company'] };

addMessages({ en: { company: companyEn }, fr: { company: companyFr } });

/** Around the pages about the company: brings their words, which no other page needs. */
export default function CompanyPages() {
  return <Outlet />;
}
