import { Outlet } from 'react-router';
import { blog as blogEn } from '../../i18n/messages/blog.en.ts';
import { blog as blogFr } from '../../i18n/messages/blog.fr.ts';
import { addMessages } from '../messages.ts';
import type { PageHandle } from '../sheets.tsx';

export const handle: PageHandle = { sheets: ['texts', 'blog'] };

addMessages({ en: { blog: blogEn }, fr: { blog: blogFr } });

/** Around the pages of the blog: brings their words, which no other page needs. */
export default function BlogPages() {
  return <Outlet />;
}
