import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { createI18n } from '../i18n/i18n.ts';
import { matchLocale } from '../shared/locale.ts';

// The language the server rendered, so that the first render is the same; `useDetectedLanguage` applies the stored one after it.
const i18n = createI18n(matchLocale(document.documentElement.lang));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <HydratedRouter />
      </I18nextProvider>
    </StrictMode>,
  );
});
