import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { shop as shopEn } from '../../i18n/messages/shop.en.ts';
import { shop as shopFr } from '../../i18n/messages/shop.fr.ts';
import { ShopPage } from '../components/shop/shop-page.tsx';
import { addMessages } from '../messages.ts';
import { loadShop } from '../shop-loader.ts';
import type { PageHandle } from '../sheets.tsx';

export const handle: PageHandle = { sheets: ['shop'] };

addMessages({ en: { shop: shopEn }, fr: { shop: shopFr } });

export function loader(args: LoaderFunctionArgs) {
  return loadShop(args);
}

export default function PlansPage() {
  return <ShopPage shop={useLoaderData<typeof loader>()} />;
}
