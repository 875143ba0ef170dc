import { Outlet } from 'react-router';
import { blog } from '../../../i18n/areas/blog.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['texts', 'blog'] };

addMessages({ blog });

/** Around the pages of the blog: brings their words, which no other page needs. */
export default function BlogPages() {
  return <Outlet />;
}
