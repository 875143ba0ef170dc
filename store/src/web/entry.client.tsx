import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import type { Translator } from '../i18n/i18n.ts';
import { createTranslators } from '../i18n/translate.ts';
import { type Locale, matchLocale } from '../shared/locale.ts';
import { browserMessages } from './messages.ts';
import { NonceContext } from './nonce.ts';
import { TranslationProvider } from './translation.tsx';

// The language the server rendered, so that the first render is the same; `useDetectedLanguage` applies the stored one after it.
const initial = matchLocale(document.documentElement.lang);

const translators: Record<Locale, Translator> = createTranslators(browserMessages);
const translator = (locale: Locale) => translators[locale];

// The attribute is hidden from scripts, the property is not; public pages have none. React draws the document anew when an error page replaces it.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <TranslationProvider initial={initial} translator={translator}>
          <HydratedRouter />
        </TranslationProvider>
      </NonceContext>
    </StrictMode>,
  );
});
