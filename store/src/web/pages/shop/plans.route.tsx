import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { shop } from '../../../i18n/areas/shop.ts';
import { ShopPage } from './shop-page.tsx';
import { addMessages } from '../../messages.ts';
import { loadShop } from './shop-loader.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['shop'] };

addMessages({ shop });

export function loader(args: LoaderFunctionArgs) {
  return loadShop(args);
}

export default function PlansPage() {
  return <ShopPage shop={useLoaderData<typeof loader>()} />;
}
