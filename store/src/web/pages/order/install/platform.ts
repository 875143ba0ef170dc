import { paths } from '../../../../shared/paths.ts';
import { useHydrated } from '../../../use-hydrated.ts';

export type Phone = 'iphone' | 'android';

/** The reader's device, as far as it is known; empty on the server and in the first render. */
export type Reader = { phone: Phone | null; inApp: boolean };

const IN_APP =
  /Instagram|FBAN|FBAV|FB_IAB|Line\/|MicroMessenger|TikTok|musical_ly|Snapchat|LinkedInApp|Pinterest\/|GSA\/|; wv\)/;

/** An iPad reports Macintosh; a Mac has no touch screen. In-app browsers do not open the one-tap links. */
export function readerOf({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): Reader {
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const phone = apple ? 'iphone' : /Android/.test(userAgent) ? 'android' : null;
  return { phone, inApp: phone !== null && IN_APP.test(userAgent) };
}

export function useReader(): Reader {
  return useHydrated() ? readerOf(navigator) : { phone: null, inApp: false };
}

/** The installation help for this phone. Which Android it is, the page of the help finds out. */
export const usePhoneInstallation = (): string =>
  paths.helpInstallation(useReader().phone === 'iphone' ? 'iphone' : undefined);
