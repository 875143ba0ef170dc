import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Our own server entry: `build.rollupOptions.input` is silently ignored under React Router 8.
  environments: { ssr: { build: { rolldownOptions: { input: './src/web/handler.ts' } } } },
  build: {
    // The policy of the pages has no `data:` for scripts and fonts; small files stay files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
