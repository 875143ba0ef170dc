import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { errors } from '../../../i18n/areas/errors.ts';
import { withdraw } from '../../../i18n/areas/withdraw.ts';
import { isUuid } from '../../../shared/ids.ts';
import { servicesContext, withdrawalContext } from '../../context.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';
import { viewerOf } from '../../viewer.ts';
import { WithdrawPage } from './withdraw-page.tsx';

export const handle: PageHandle = { sheets: ['withdraw'] };

addMessages({ errors, withdraw });

/** Of the page with an order, which its owner alone sees. The plain page is the same for every reader. */
export function headers() {
  return { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };
}

/**
 * `choices`: the plans of the order in `?order=`, for a browser whose cookie opens it or that is signed in to its account.
 * `answer`: the result of the form.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { withdrawalChoices } = args.context.get(servicesContext);
  const { searchParams } = new URL(args.request.url);
  const orderId = searchParams.get('order');
  const answer = args.context.get(withdrawalContext);
  if (!isUuid(orderId)) return { choices: null, line: null, answer };
  const choices = await withdrawalChoices(orderId, await viewerOf(args, orderId));
  return { choices, line: Number(searchParams.get('line')) || null, answer };
}

export default function Withdraw() {
  return <WithdrawPage {...useLoaderData<typeof loader>()} />;
}
