import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { BRAND } from '../../../shared/brand.ts';
import { BRAND_COLOURS, type Ground } from '../../../shared/mark.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass, IconButton } from '../../../ui/button.tsx';
import { CopyIcon } from '../../../ui/icons.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { CompanyFactsPanel } from './company-facts.tsx';
import { CompanyHead } from '../../components/company/company-nav.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { loadFacts, loadFigures } from './company-loader.ts';
import { Figures } from './figures.tsx';
import { servicesContext } from '../../context.ts';
import { useTranslation } from '../../translation.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const { pressEmail } = args.context.get(servicesContext).config.merchant;
  const { plans, covered, local, wide, lowest } = await loadFigures(args);
  return { facts: loadFacts(args), figures: { plans, covered, local, wide, lowest }, pressEmail };
}

export default function PressPage() {
  const { t } = useTranslation();
  const { facts, figures, pressEmail } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle title={t('company.press.title')} description={t('company.press.description', { brand: BRAND })} />
      <CompanyHead current="press" title={t('company.press.title')} lede={t('company.press.lede')} />
      <div className="wrap company-columns">
        <div className="stack gap-10">
          <Sentence />
          <Marks />
          <Colours />
          <section>
            <h2 className="h-sec mb-3">{t('company.press.articles.title')}</h2>
            <p className="company-text">{t('company.press.articles.text')}</p>
          </section>
        </div>
        <div className="stack gap-8">
          <Ask email={pressEmail} />
          <Figures figures={figures} />
          <CompanyFactsPanel facts={facts} />
        </div>
      </div>
    </>
  );
}

/** The way to ask: the address for the press, or the form that everyone uses. */
function Ask({ email }: { email: string | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="card card-p stack gap-3">
      <h2 className="h-sec">{t('company.press.ask.title')}</h2>
      <p className="muted">{t('company.press.ask.text')}</p>
      {email === undefined ? (
        <PageLink className={buttonClass({ block: true })} to={paths.contact()}>
          {t('company.press.write')}
        </PageLink>
      ) : (
        <a className={buttonClass({ block: true })} href={`mailto:${email}`}>
          {t('company.press.address', { email })}
        </a>
      )}
    </section>
  );
}

/** The product in one sentence, with a copy button. */
function Sentence() {
  const { t } = useTranslation();
  const toast = useToast();
  const text = t('company.press.sentence.text', { brand: BRAND });
  async function copy() {
    await navigator.clipboard.writeText(text);
    toast(t('company.press.sentence.copied'));
  }
  return (
    <section>
      <h2 className="h-sec mb-3">{t('company.press.sentence.title')}</h2>
      <div className="copy press-sentence">
        <p>{text}</p>
        <IconButton label={t('company.press.sentence.copy')} onClick={() => void copy()}>
          <CopyIcon />
        </IconButton>
      </div>
    </section>
  );
}

const GROUNDS: readonly Ground[] = ['light', 'dark'];

/** The logo on both backgrounds, with its files. */
function Marks() {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className="h-sec mb-3">{t('company.press.mark.title')}</h2>
      <div className="press-marks">
        {GROUNDS.map((ground) => (
          <figure key={ground}>
            <div className={`press-marks__ground press-marks__ground--${ground}`}>
              <img
                src={paths.pressFile(`mark-${ground}.svg`)}
                alt={t(`company.press.mark.alt.${ground}`)}
                width={72}
                height={72}
              />
            </div>
            <figcaption>
              <span>{t(`company.press.mark.${ground}`)}</span>
              {(['svg', 'png'] as const).map((format) => (
                <a
                  key={format}
                  className="link"
                  href={paths.pressFile(`mark-${ground}.${format}`)}
                  download={`${BRAND.toLowerCase()}-mark-${ground}.${format}`}
                  aria-label={t('company.press.mark.file', {
                    format: format.toUpperCase(),
                    ground: t(`company.press.mark.${ground}`).toLowerCase(),
                  })}
                >
                  {format.toUpperCase()}
                </a>
              ))}
            </figcaption>
          </figure>
        ))}
      </div>
      <p className="small muted mt-3">{t('company.press.mark.rules')}</p>
    </section>
  );
}

const COLOURS = ['blue', 'orange', 'ink', 'paper'] as const;

function Colours() {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className="h-sec mb-3">{t('company.press.colours.title')}</h2>
      <ul className="press-colours">
        {COLOURS.map((name) => (
          <li key={name}>
            <svg viewBox="0 0 40 40" aria-hidden="true">
              <rect width={40} height={40} fill={BRAND_COLOURS[name].hex} />
            </svg>
            <b>{t(`company.press.colours.${name}`)}</b>
            <code>{BRAND_COLOURS[name].hex}</code>
          </li>
        ))}
      </ul>
      <p className="small muted mt-3">{t('company.press.colours.text')}</p>
    </section>
  );
}
