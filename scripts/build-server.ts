import path from 'node:path';
import { build, type Plugin } from 'vite';

/**
 * Bundles the server with its libraries into store/build/server-bundle/, from which production starts:
 *   node scripts/build-server.ts
 * Started from its sources, the store reads 3,000 files of modules and strips the types of 500: three times the CPU until it is
 * ready, and 150 MB more at rest (docs/performance.md). The sources stay beside the bundle: the processes that decode
 * strangers' files start from them.
 */
const STORE = path.join(import.meta.dirname, '../store');
const OUT = path.join(STORE, 'build/server-bundle');

/** Native libraries, what they find beside themselves, and what only development loads. */
const EXTERNAL = ['@node-rs/argon2', '@node-rs/bcrypt', '@resvg/resvg-js', 'sharp', 'vite'];

/** Modules find files (migrations, data, the built pages) from where their source is, not from where the bundle is. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform(code, id) {
    if (!id.startsWith(path.join(STORE, 'src')) || !code.includes('import.meta.')) return null;
    const folder = JSON.stringify(path.relative(OUT, path.dirname(id)));
    const file = JSON.stringify(path.relative(OUT, id));
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${folder})`)
      .replaceAll('import.meta.url', `new URL(${file}, import.meta.url).href`);
  },
};

await build({
  configFile: false,
  root: STORE,
  logLevel: 'warn',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [placesOfSources],
  ssr: { noExternal: true, external: EXTERNAL },
  build: {
    ssr: true,
    outDir: OUT,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: { main: path.join(STORE, 'src/main.ts') },
      external: [/\/pages-dev\.ts$/],
      // Beside the bundle, or `placesOfSources` would lead elsewhere.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
});
