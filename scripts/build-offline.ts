import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { help } from '#src/i18n/areas/help.ts';
import { language } from '#src/i18n/areas/language.ts';
import { offline } from '#src/i18n/areas/offline.ts';
import { OFFLINE_DOCUMENT } from '#src/offline/worker/shell.ts';
import { BRAND } from '#src/shared/brand.ts';
import { createTranslators, type KeyOf } from '#src/i18n/translate.ts';
import { afterLocale, eachLocale, FALLBACK_LOCALE, LOCALES } from '#src/shared/locale.ts';
import { THEME } from '#src/shared/theme-values.ts';
import { paths } from '#src/shared/paths.ts';
import { DARK_MEDIA, DARK_STYLE_ID, THEME_SCRIPT } from '#src/shared/theme.ts';
import { HELP_TOPICS } from '#src/shared/topics.ts';

/**
 * Builds the offline document, with its styles and script inline, and the service worker, whose text changes with every
 * build:
 *   node scripts/build-offline.ts VERSION
 * Both go to build/offline/, which the application serves. Fonts go to the site's build/client/assets/.
 */
const STORE = path.join(import.meta.dirname, '../store');
const OUT = path.join(STORE, 'build', 'offline');
const ASSETS = path.join(STORE, 'build', 'client', 'assets');
const version = process.argv[2];
if (!version) throw new Error('Name the version of the build.');

const shared: InlineConfig = { configFile: false, root: STORE, logLevel: 'warn', publicDir: false };

async function bundle(entry: string, define: Record<string, string> = {}) {
  const result = await build({
    ...shared,
    plugins: [tailwindcss()],
    define,
    build: {
      write: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      rolldownOptions: { input: path.join(STORE, entry), output: { format: 'es', codeSplitting: false } },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const chunk = output.find((file) => file.type === 'chunk')!;
  const assets = output.filter((file) => file.type === 'asset');
  return { code: chunk.code, assets };
}

function fill(document: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce((text, [name, part]) => text.replaceAll(`<!--${name}-->`, () => part), document);
}

const topics = eachLocale((locale) => HELP_TOPICS.map((id) => ({ id, title: help[locale].topics[id].title })));
const page = await bundle('src/offline/page/main.ts', { __TOPICS__: JSON.stringify(topics) });
const styles = page.assets.find(({ fileName }) => fileName.endsWith('.css'))!.source;
const dark = readFileSync(path.join(STORE, 'src/ui/styles/dark.css'), 'utf8');
const fonts = page.assets.filter(({ fileName }) => fileName.endsWith('.woff2'));
for (const { fileName, source } of fonts) {
  const file = path.join(ASSETS, path.basename(fileName));
  if (!existsSync(file)) writeFileSync(file, source);
}

const next = afterLocale(FALLBACK_LOCALE);
const translators = createTranslators<KeyOf<(typeof offline)['en']>>(offline);
const mark = readFileSync(path.join(STORE, 'public/icon.svg'), 'utf8')
  .replace(/<style>.*<\/style>/, '')
  .replace('<svg ', '<svg width="26" height="26" aria-hidden="true" ')
  .replace('<path ', '<path fill="currentColor" ');
const html = fill(readFileSync(path.join(STORE, 'src/offline/page/document.html'), 'utf8'), {
  brand: BRAND,
  'theme-color': `<meta name="theme-color" content="${THEME['surface-ink']}" />`,
  mark,
  styles: `<style>${styles}</style>\n    <style id="${DARK_STYLE_ID}" media="${DARK_MEDIA.system}">${dark}</style>\n    <script>${THEME_SCRIPT}</script>`,
  script: `<script type="module">${page.code.replaceAll('</script', '<\\/script')}</script>`,
  language: `<button class="off-language" type="button" id="language" lang="${next}">${language[next].name}</button>`,
  'noscript-title': offline[FALLBACK_LOCALE].title,
  noscript: LOCALES.map((locale) => `<p lang="${locale}">${translators[locale]('noScript')}</p>`).join('\n          '),
});

const latin = fonts
  .filter(({ fileName }) => /inter-latin-(?!ext)/.test(fileName))
  .map(({ fileName }) => `/${fileName}`);
const worker = await bundle('src/offline/worker/sw.ts', {
  __VERSION__: JSON.stringify(version),
  __SHELL__: JSON.stringify([OFFLINE_DOCUMENT, '/icon.svg', ...latin]),
  __HELP__: JSON.stringify(LOCALES.map(paths.api.help)),
});

mkdirSync(OUT, { recursive: true });
writeFileSync(path.join(OUT, 'offline.html'), html);
writeFileSync(path.join(OUT, 'sw.js'), worker.code);
