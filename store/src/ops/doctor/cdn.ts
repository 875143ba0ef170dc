import { copiesOf } from '../../vendors.ts';
import { codeOf } from '../../shared/errors.ts';
import { SILENT } from '../../shared/telemetry.ts';
import { LOCALES, LOCALE_KEY } from '../../shared/locale.ts';
import { paths } from '../../shared/paths.ts';
import { type Check, codeIn, failed, notChecked, ok, warning } from './check.ts';

const RULES = 'give it the rules of deploy/cdn';

export const CDN_CHECKS: Check[] = [
  {
    name: 'cdn purge',
    async run({ config }) {
      if (!config.cdn) return notChecked('no CDN is configured');
      if (!config.cdn.purge)
        return warning(
          'copies are not purged: a changed price is seen when they end',
          'with a cache that can be purged, set CDN=http or CDN=fastly',
        );
      try {
        // Copies that are marked as stale are fetched again: harmless, and exactly what a publication does.
        await copiesOf(config, SILENT).purge('catalogue');
        return ok('each cache accepts a purge');
      } catch (error) {
        const says =
          codeOf(error) === 'purge-refused' ? (error as Error).message : `no answer to the purge: ${codeIn(error)}`;
        return failed(
          says,
          'compare the CDN_ variables with the cache: its address, its secret or token, and the rule for PURGE',
        );
      }
    },
  },
  {
    name: 'cdn rules',
    async run({ config }, signal) {
      if (!config.cdn) return notChecked('no CDN is configured');
      const ask = (path: string, cookie: string) =>
        fetch(config.publicUrl + path, { signal, redirect: 'manual', headers: { cookie } });
      for (const locale of LOCALES) {
        const answer = await ask(paths.plans(), `${LOCALE_KEY}=${locale}`);
        if (/\bcookie\b/i.test(answer.headers.get('vary') ?? ''))
          return failed('the CDN states no language: the answers vary by cookie, and none is kept', RULES);
        if (!(await answer.text()).includes(`<html lang="${locale}"`))
          return failed(`a reader with the language ${locale} in the cookie gets another one`, RULES);
      }
      const personal = await ask(paths.profile(), '');
      if (personal.headers.has('age') && personal.headers.get('age') !== '0')
        return failed('a personal page comes from the CDN', `${RULES}: it must pass, whatever it says about itself`);
      return ok('it states the language, and passes personal pages');
    },
  },
];
