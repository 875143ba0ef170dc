import type { Services } from '../../services.ts';
import { paths } from '../../shared/paths.ts';
import { createTokenLinkPage } from './token-link-page.ts';
import type { Pages } from './pages.ts';

/** In the body of the button that turns mails on again. */
const UNDO = 'undo';

/**
 * /notices/:token, the link in notices: turns their mails off, or on again. A mail reader sends that form too (RFC 8058);
 * it has no cookie and follows no redirect.
 */
export const createUnsubscribePage = (services: Pick<Services, 'config' | 'noticeChoices'>, pages: Pages) =>
  createTokenLinkPage(services, pages, async (token, form) => {
    const isUndo = UNDO in form;
    if (!(await services.noticeChoices.subscribe(token, isUndo))) return null;
    return isUndo ? `${paths.unsubscribe(token)}?${UNDO}=` : paths.unsubscribe(token);
  });
