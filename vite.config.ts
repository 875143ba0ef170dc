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
    // What every page needs in two files instead of twenty: they compress better together.
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
