import { chromium } from '@playwright/test';
import budgets from './budgets.json' with { type: 'json' };
import { scriptsOnPage } from './scripts-on-page.ts';

/**
 * `node bench/bytes.ts URL`: the script bytes of a running product's home page, part by part, and the budget. Exits
 * with 1 when they exceed it. CHROMIUM_PATH names a browser when Playwright has none of its own.
 */
const [url = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'],
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const { total, parts } = await scriptsOnPage(await browser.newPage(), `${url}/`);
  for (const part of parts.toSorted((a, b) => b.bytes - a.bytes))
    process.stdout.write(`${String(part.bytes).padStart(8)}  ${part.encoding.padEnd(4)}  ${part.name}\n`);
  process.stdout.write(`${String(total).padStart(8)}        of ${budgets.scriptsOnHome.bytes}\n`);
  if (total > budgets.scriptsOnHome.bytes) process.exitCode = 1;
} finally {
  await browser.close();
}
