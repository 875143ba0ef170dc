import budgets from '../../bench/budgets.json' with { type: 'json' };
import { scriptsOnPage } from '../../bench/scripts-on-page.ts';
import { expect, forEachLanguage, test } from '../browser/browser.ts';
import { PUBLIC_PAGES } from '../browser/pages.ts';

forEachLanguage((language) => {
  test('the scripts of the home page stay within the brotli budget, and the page requests nothing else', async ({
    page,
  }) => {
    const { total, parts } = await scriptsOnPage(page, '/');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect(parts.length).toBeGreaterThan(1);
    // Files below 1 KB are sent uncompressed.
    expect(
      parts.filter((part) => part.encoding !== 'br' && part.bytes > 1024),
      'not in brotli',
    ).toEqual([]);
    expect(total, parts.map((part) => `${part.name} ${part.bytes}`).join('\n')).toBeLessThanOrEqual(
      budgets.scriptsOnHome.bytes,
    );
  });
});

test('every page forbids third-party code, and the server writes no inline styles', async ({ request }) => {
  for (const path of [...PUBLIC_PAGES, '/profile', '/help']) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } });
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(policy, path).toContain("default-src 'self'");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toMatch(/https?:|unsafe-inline|unsafe-eval|\*/);
    expect((await answer.text()).match(/<[^>]+ style=/g), path).toBeNull();
  }
});

test('hashed files are immutable; pages are revalidated each time', async ({ page, request }) => {
  await page.goto('/');
  const script = await page
    .locator('script[type=module][src], link[rel=modulepreload]')
    .first()
    .evaluate((element) => element.getAttribute('src') ?? element.getAttribute('href'));
  expect((await request.get(script!)).headers()['cache-control']).toContain('immutable');
  const home = (await request.get('/')).headers();
  expect(home['cache-control']).toContain('no-cache');
  expect(home['vary']).toContain('Cookie');
});

test("a campaign page hydrates, also from the browser's cached copy", async ({ page }) => {
  // The second load revalidates the cached copy and applies the Content-Security-Policy of the 304 response.
  for (let time = 0; time < 2; time += 1) {
    await page.goto('/plans?utm_source=news&plan=nothing');
    await page.getByRole('searchbox').fill('France');
    await expect(page.getByRole('status').filter({ hasText: '12 plans' })).toBeVisible();
  }
});
