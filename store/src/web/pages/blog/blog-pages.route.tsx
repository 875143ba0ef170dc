import { Outlet } from 'react-router';
import { blog } from '../../../i18n/areas/blog.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['texts', 'blog'] };

addMessages({ blog });

/** Layout of the blog: loads its messages, which no other page needs. */
export default function BlogPages() {
  return <Outlet />;
}
