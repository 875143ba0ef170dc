import type { Services } from '../../services.ts';
import { paths } from '../../shared/paths.ts';
import { createTokenLinkPage } from './token-link-page.ts';
import type { Pages } from './pages.ts';

/** In the body of the button with which the owner of the mailbox says that the withdrawal is not theirs. */
const NOT_MINE = 'not-mine';

/** /withdrawals/:token, the link in the mail that confirms a withdrawal: carries it out, or ends it. */
export const createWithdrawalLink = (services: Pick<Services, 'config' | 'withdrawalProof'>, pages: Pages) =>
  createTokenLinkPage(services, pages, async (token, form) =>
    (await services.withdrawalProof.decide(token, !(NOT_MINE in form))) ? paths.withdrawalLink(token) : null,
  );
