import budgets from '../../bench/budgets.json' with { type: 'json' };
import { scriptsOnPage } from '../../bench/scripts-on-page.ts';
import { expect, forEachLanguage, test } from '../support/browser.ts';
import { PUBLIC_PAGES } from '../support/pages.ts';

forEachLanguage((language) => {
  test('the scripts of the home page stay within their budget, in brotli, and nothing else is asked for', async ({
    page,
    complaints,
  }) => {
    const { total, parts } = await scriptsOnPage(page, '/');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect(parts.length).toBeGreaterThan(1);
    // Below a kilobyte compressing gains nothing.
    expect(
      parts.filter((part) => part.encoding !== 'br' && part.bytes > 1024),
      'not in brotli',
    ).toEqual([]);
    expect(total, parts.map((part) => `${part.name} ${part.bytes}`).join('\n')).toBeLessThanOrEqual(
      budgets.scriptsOnHome.bytes,
    );
    expect(complaints).toEqual([]);
  });
});

test('every page forbids foreign code, and the server writes no inline style', async ({ request }) => {
  for (const path of [...PUBLIC_PAGES, '/profile', '/help']) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } });
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(policy, path).toContain("default-src 'self'");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toMatch(/https?:|unsafe-inline|unsafe-eval|\*/);
    expect((await answer.text()).match(/<[^>]+ style=/g), path).toBeNull();
  }
});

test('hashed files are kept for good, pages are asked for each time', async ({ page, request }) => {
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

test('a page of a campaign comes alive, also from the copy that the browser kept', async ({ page, complaints }) => {
  // The second time, the browser asks whether its copy still holds, and shows it under the policy of the 304.
  for (let time = 0; time < 2; time += 1) {
    await page.goto('/plans?utm_source=news&plan=nothing');
    await page.getByRole('searchbox').fill('France');
    await expect(page.getByRole('status').filter({ hasText: '12 plans' })).toBeVisible();
  }
  expect(complaints).toEqual([]);
});
