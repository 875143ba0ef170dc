import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import type { Translator } from '../i18n/i18n.ts';
import { createTranslators } from '../i18n/translate.ts';
import { type Locale, matchLocale } from '../shared/locale.ts';
import { browserMessages } from './messages.ts';
import { NonceContext } from './nonce.ts';
import { TranslationProvider } from './translation.tsx';

// The language of the server's rendering, so that the first render is equal; `useDetectedLanguage` applies the stored
// one afterwards.
const initial = matchLocale(document.documentElement.lang);

const translators: Record<Locale, Translator> = createTranslators(browserMessages);
const translator = (locale: Locale) => translators[locale];

// Browsers hide the attribute from scripts but not the property; public pages have none. React renders the whole
// document again when an error page replaces it.
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
