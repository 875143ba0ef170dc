import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  // Which build a page is of, so that it knows a newer one when the service worker has it.
  define: { __BUILD__: JSON.stringify(process.env['CAIRN_BUILD'] ?? '') },
  plugins: [tailwindcss(), reactRouter()],
  // Our own server entry: `build.rollupOptions.input` is silently ignored under React Router 8.
  environments: {
    ssr: { build: { rolldownOptions: { input: './src/web/handler.ts' } } },
    // What pages share in a few files instead of thirty: each file costs a phone a trip, and they compress better together.
    // Large modules that only some pages share stay files of their own, and so does what draws QR codes, with its library.
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
    // The policy of the pages has no `data:` for scripts and fonts; small files stay files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
