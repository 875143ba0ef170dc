import type { LoaderFunctionArgs } from 'react-router';
import { sessionSecretIn } from '../../../shared/session-cookie.ts';
import { servicesContext } from '../../context.ts';

/** The lines of the account of the session's cookie; null without one. */
export async function loadRefundable({ request, context }: LoaderFunctionArgs) {
  const { identity, refundPages, config } = context.get(servicesContext);
  const secret = sessionSecretIn(request.headers.get('cookie'), config.publicUrl);
  const account = secret === null ? null : await identity.cookies.holder(secret);
  return {
    lines: account === null ? null : await refundPages.list(account),
    windowDays: refundPages.windowDays,
  };
}
