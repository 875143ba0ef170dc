import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { createI18n } from '../i18n/i18n.ts';
import { matchLocale } from '../shared/locale.ts';
import { browserMessages } from './messages.ts';
import { NonceContext } from './nonce.ts';

// The language the server rendered, so that the first render is the same; `useDetectedLanguage` applies the stored one after it.
const i18n = createI18n(matchLocale(document.documentElement.lang), browserMessages);

// The attribute is hidden from scripts, the property is not. React draws the document anew when an error page replaces it.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <I18nextProvider i18n={i18n}>
          <HydratedRouter />
        </I18nextProvider>
      </NonceContext>
    </StrictMode>,
  );
});
