import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Our own server entry: `build.rollupOptions.input` is silently ignored under React Router 8.
  environments: {
    ssr: { build: { rolldownOptions: { input: './src/web/handler.ts' } } },
    // What every page needs in two files instead of twenty: they compress better together.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Without react-i18next's Trans and its parser: only a few pages use it.
                {
                  name: 'framework',
                  test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie|i18next|react-i18next(?!.*[\\/]Trans(?:WithoutContext)?\.js))[\\/]/,
                },
                {
                  name: 'frame',
                  test: /src[\\/](?:ui|shared|web[\\/](?:components[\\/](?:chrome|plans|home)|[^\\/]+\.tsx?$))/,
                  minShareCount: 4,
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
