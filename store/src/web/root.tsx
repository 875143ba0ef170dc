import { THEME } from '../shared/theme-values.ts';
import interLatin from '../../data/fonts/inter-latin.woff2?url';
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
} from 'react-router';
import { paths } from '../shared/paths.ts';
import { DARK_MEDIA, DARK_STYLE_ID, THEME_SCRIPT } from '../shared/theme.ts';
import dark from '../ui/styles/dark.css?inline';
import { ToastRegion } from '../ui/toast.tsx';
import {
  type LinkedArticle,
  type MissingAnswer,
  type NearestAnswers,
  type NearestDestinations,
  NotFoundPage,
  ServerErrorPage,
} from './components/chrome/error-pages.tsx';
import { PageFrame } from './components/chrome/page-frame.tsx';
import { usePageFocus } from './components/chrome/use-page-focus.ts';
import { CheckoutFrame } from './components/chrome/checkout-frame.tsx';
import { AfterLoad } from './components/offline/after-load.tsx';
import { PageLinks } from './components/page-link.tsx';
import { socialProfiles } from '../shared/social.ts';
import { identityContext, modeContext, requestIdContext, servicesContext } from './context.ts';
import { areSeveralMethods } from '../shared/payment-methods.ts';
import { supportOf } from '../shared/support.ts';
import { useDetectedLanguage, useLocale } from './language.ts';
import { useNonce } from './nonce.ts';
import type { RootData } from './root-data.ts';
import { Sheet, usePageHandles, useSheets } from './sheets.tsx';
import { useRememberedTheme } from './theme.ts';
import { PageTranslation } from './translation.tsx';

export function loader({ context }: LoaderFunctionArgs): RootData {
  const mode = context.get(modeContext);
  const { config, payments } = context.get(servicesContext);
  const { publicUrl, merchant, serviceWorker } = config;
  return {
    mode,
    identity: context.get(identityContext),
    publicUrl,
    social: socialProfiles(merchant.social, mode),
    support: supportOf(merchant),
    severalPayments: areSeveralMethods(payments.methods.known()),
    offlinePage: import.meta.env.PROD && serviceWorker === 'on',
    requestId: context.get(requestIdContext),
  };
}

/** Inlined in the document but not in a script: the browser reads it back from its element. */
const darkStyles = import.meta.env.SSR ? dark : (document.getElementById(DARK_STYLE_ID)?.innerHTML ?? '');

export function Layout({ children }: { children: ReactNode }) {
  return (
    <PageTranslation>
      <Document>{children}</Document>
    </PageTranslation>
  );
}

function Document({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const nonce = useNonce();
  return (
    <html lang={locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={THEME['surface-ink']} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href={paths.manifest(locale)} />
        <link rel="preload" href={interLatin} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Sheet name="base" />
        {useSheets().map((name) => (
          <Sheet key={name} name={name} />
        ))}
        <style
          id={DARK_STYLE_ID}
          media={DARK_MEDIA.system}
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: darkStyles }}
        />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <Meta />
        <Links />
      </head>
      <body>
        <PageLinks>{children}</PageLinks>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  useDetectedLanguage();
  usePageFocus();
  useRememberedTheme();
  const asksForCheckout = usePageHandles().some(({ chrome }) => chrome === 'checkout');
  const Frame = asksForCheckout ? CheckoutFrame : PageFrame;
  return (
    <ToastRegion>
      <Frame>
        <Outlet />
      </Frame>
      <AfterLoad />
    </ToastRegion>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  useDetectedLanguage();
  useRememberedTheme();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <ToastRegion>
      <PageFrame>
        {status === 404 && <NotFoundPage {...suggestedIn(error)} missingAnswer={missingAnswerIn(error)} />}
        {status === 405 && <NotFoundPage words="methodNotAllowed" />}
        {status !== 404 && status !== 405 && <ServerErrorPage />}
      </PageFrame>
    </ToastRegion>
  );
}

type Suggested = NearestDestinations & { articles: LinkedArticle[]; answers: NearestAnswers['answers']; asked: string };

/** The suggestions on the page of an unknown URL, destination or article. */
function suggestedIn(error: unknown): Suggested {
  const found = isRouteErrorResponse(error) ? (error.data as Partial<Suggested & NearestAnswers> | null) : null;
  const { nearest = [], articles = [], answers = [], words = '' } = found ?? {};
  return { nearest, articles, answers, asked: words };
}

/** The search on the page of an unknown help answer. */
function missingAnswerIn(error: unknown): MissingAnswer['missingAnswer'] | undefined {
  return isRouteErrorResponse(error) ? (error.data as Partial<MissingAnswer> | null)?.missingAnswer : undefined;
}
