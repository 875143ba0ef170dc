import path from 'node:path';
import { build, type Plugin } from 'vite';

/**
 * Bundles the server and the commands for operators with their libraries into store/build/server-bundle/, which
 * production runs:
 *   node scripts/build-server.ts
 * From its sources, the store reads 3,000 module files and strips the types of 500. That takes three times the CPU
 * until it is ready, and 150 MB more memory at rest (docs/performance.md). A command takes five times the CPU. The
 * store's sources are shipped beside the bundle, because the processes that decode uploaded files run from them.
 */
const STORE = path.join(import.meta.dirname, '../store');
const OUT = path.join(STORE, 'build/server-bundle');

/** Native libraries, libraries that load files of their own, and libraries for development only. */
const EXTERNAL = ['@node-rs/argon2', '@node-rs/bcrypt', '@resvg/resvg-js', 'sharp', 'vite'];

/** Modules resolve files (migrations, data, the built pages) relative to their source, not to the bundle. */
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

/**
 * When another chunk imports `main.ts`, the bundler moves it out of the entry: there `import.meta.main` is false, nothing
 * starts, and a chunk that the start loads waits for the start.
 */
const mainIsTheEntry: Plugin = {
  name: 'main-is-the-entry',
  generateBundle(_options, bundle) {
    const entry = bundle['main.js'];
    if (entry?.type !== 'chunk' || !entry.moduleIds.includes(path.join(STORE, 'src/main.ts')))
      this.error('main.ts is imported by a module that loads on demand: move what both need into a file of its own.');
  },
};

await build({
  configFile: false,
  root: STORE,
  logLevel: 'warn',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [placesOfSources, mainIsTheEntry],
  ssr: { noExternal: true, external: EXTERNAL },
  build: {
    ssr: true,
    outDir: OUT,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: { main: path.join(STORE, 'src/main.ts'), ops: path.join(STORE, 'src/ops/main.ts') },
      external: [/\/pages-dev\.ts$/],
      output: {
        // In the bundle's own folder. In another one `placesOfSources` would resolve wrong paths.
        chunkFileNames: '[name]-[hash].js',
        // Otherwise modules of one chunk run before an import that is in another one, or is CommonJS: `tsyringe` ran
        // before `reflect-metadata`, and threw.
        strictExecutionOrder: true,
      },
    },
  },
});
