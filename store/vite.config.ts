import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { collectCss } from './collect-css.ts';

export default defineConfig({
  // The build of a page, with which it detects a newer one in the service worker.
  define: { __BUILD__: JSON.stringify(process.env['CAIRN_BUILD'] ?? '') },
  plugins: [collectCss(), tailwindcss(), reactRouter()],
  // Our own server entry. React Router 8 silently ignores `build.rollupOptions.input`.
  environments: {
    ssr: { build: { rolldownOptions: { input: './src/web/handler.ts' } } },
    // Shared code in a few files instead of thirty: fewer requests, and better compression. Large modules that only
    // some pages share have their own files, and so does QR code rendering.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie)[\\/]/,
                },
                {
                  name: 'frame',
                  test: /src[\\/](?:ui|shared(?![\\/](?:qr-|forms))|web[\\/](?:components[\\/](?:chrome|plans|offline|prose)|components[\\/][^\\/]+$|pages[\\/](?:home|plans)[\\/]|session[\\/]load-chunk|(?!use-form)[^\\/]+\.tsx?$))/,
                  minShareCount: 2,
                  maxModuleSize: 5000,
                },
                { name: 'forms', test: /node_modules[\\/]zod[\\/]|src[\\/](?:shared[\\/]forms|web[\\/]use-form)/ },
                {
                  name: 'account',
                  test: /src[\\/](?:web[\\/]components[\\/](?:account|auth)|i18n[\\/][a-z]+[\\/](?:errors|keep|update)\.)/,
                  minShareCount: 3,
                  maxModuleSize: 6000,
                },
              ],
            },
          },
        },
      },
    },
  },
  build: {
    // The Content-Security-Policy forbids `data:` scripts and fonts, so small files are not inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
