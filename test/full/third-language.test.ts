import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { ROOT } from '../house/source.ts';
import { plantLanguage } from '../support/planted-language.ts';
import { until } from '../support/wire.ts';

test('a project with a planted third language is type-checked, built and started, and shows its pages in it', async () => {
  const planted = await plantLanguage('whole');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  planted.run(path.join(ROOT, 'node_modules/@react-router/dev/bin.cjs'), 'typegen', 'store');
  const { references } = JSON.parse(await readFile(path.join(planted.folder, 'tsconfig.json'), 'utf8')) as {
    references: { path: string }[];
  };
  expect(references.length).toBeGreaterThan(0);
  for (const project of references)
    planted.run(path.join(ROOT, 'node_modules/typescript-compiler/bin/tsc'), '-p', project.path);
  planted.run('scripts/run.mjs', 'build');
  const started = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: planted.folder,
    env: { ...process.env, PORT: String(port), CAIRN_DATA_DIR: path.join(planted.folder, '.data') },
    stdio: 'ignore',
  });
  try {
    const page = (address: string) => fetch(origin + address).then((answer) => answer.text());
    await until(
      () =>
        fetch(`${origin}/healthz`).then(
          ({ ok }) => ok || undefined,
          () => undefined,
        ),
      { timeout: 120_000, what: 'a healthy store' },
    );
    const plans = await page('/de/plans');
    expect(plans).toContain('<html lang="de"');
    expect(plans).toMatch(/<h1[^>]*>¡/);
    expect(plans).toContain(`hrefLang="de" href="${origin}/de/plans"`);
    expect(await page('/de/help/apn')).toContain('This answer has not been translated yet.');
    expect(await page('/plans')).not.toContain('¡');
  } finally {
    started.kill('SIGTERM');
    await once(started, 'exit');
    await planted.remove();
  }
});
