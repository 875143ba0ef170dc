import type { Services } from '../../services.ts';
import { paths } from '../../shared/paths.ts';
import { createTokenLinkPage } from './token-link-page.ts';
import type { Pages } from './pages.ts';

/** /auto-top-up/:token, the link in mails about auto top-up: switches it off. */
export const createAutoTopUpPage = (services: Pick<Services, 'config' | 'autoTopUpSwitch'>, pages: Pages) =>
  createTokenLinkPage(services, pages, async (token) =>
    (await services.autoTopUpSwitch.switchOffByToken(token)) ? paths.autoTopUpOff(token) : null,
  );
