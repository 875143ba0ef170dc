import { useNavigate } from 'react-router';
import { paths } from '../../../../shared/paths.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { ChevronRightIcon } from '../../../../ui/icons.tsx';
import { useTranslation } from '../../../translation.tsx';
import { PageTitle } from '../../../components/chrome/page-title.tsx';
import { isPlainClick, PageLink } from '../../../components/page-link.tsx';
import { RichText } from '../../../components/rich-text.tsx';
import { PHONE_FAMILIES, usePhoneFamily, type PhoneFamily } from './phone-family.ts';
import { InstallDrawing } from './install-drawing.tsx';

const TROUBLES = [
  'installation-failed',
  'qr-already-used',
  'locked-phone',
  'no-connection',
  'apn',
  'deleted-esim',
] as const;

/**
 * The installation of an eSIM, for each family of phones. The choice is a link to the family's steps, so that it works
 * without scripts: the style sheet then shows the first family or that of the URL, and hides the others.
 */
export function InstallationPage() {
  const { t } = useTranslation();
  const chosen = usePhoneFamily();
  return (
    <>
      <PageTitle title={t('installation.title')} description={t('installation.description')} />
      <Head chosen={chosen} />
      <div className="wrap installation">
        <Alert tone="warning" title={t('installation.before')}>
          {t('installation.beforeText')}
        </Alert>
        <Hints />
        <div className={classNames('installation__families', chosen === undefined && 'installation__families--open')}>
          {PHONE_FAMILIES.map((family) => (
            <FamilySteps key={family} family={family} isHidden={chosen !== undefined && family !== chosen} />
          ))}
        </div>
        <p>
          <RichText
            text={t('installation.apn')}
            parts={{
              apn: (words) => (
                <PageLink className="link" to={paths.helpArticle('apn')}>
                  {words}
                </PageLink>
              ),
            }}
          />
        </p>
        <section>
          <h2 className="h-sec">{t('installation.link.title')}</h2>
          <p className="installation__text">
            <RichText
              text={t('installation.link.text')}
              parts={{ iphone: (words) => <code>{words}</code>, android: (words) => <code>{words}</code> }}
            />
          </p>
        </section>
        <Troubles />
      </div>
    </>
  );
}

/** The title, and the choice of the phone's family. */
function Head({ chosen }: { chosen: PhoneFamily | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className="page-head">
      <div className="wrap stack gap-3">
        <nav className="crumbs" aria-label={t('installation.breadcrumb')}>
          <PageLink to={paths.help()}>{t('installation.help')}</PageLink>
          <ChevronRightIcon size={14} />
          <span aria-current="page">{t('installation.short')}</span>
        </nav>
        <h1 className="h-display">{t('installation.title')}</h1>
        <p className="lede">{t('installation.lede')}</p>
        <nav className="phone-families" aria-label={t('installation.families')}>
          {PHONE_FAMILIES.map((family) => (
            <a
              key={family}
              className="pill"
              href={`#${family}`}
              aria-current={family === chosen ? 'true' : undefined}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                // The steps change in place, without a scroll away from the choice.
                event.preventDefault();
                void navigate(`#${family}`, { replace: true, preventScrollReset: true });
              }}
            >
              {t(`installation.family.${family}`)}
            </a>
          ))}
        </nav>
      </div>
    </div>
  );
}

/** What a traveller has to know before. */
function Hints() {
  const { t } = useTranslation();
  return (
    <div className="installation__hints">
      <p>{t('installation.codes')}</p>
      <p>
        <RichText
          text={t('installation.check')}
          parts={{
            devices: (words) => (
              <PageLink className="link" to={paths.helpDevices()}>
                {words}
              </PageLink>
            ),
          }}
        />
      </p>
    </div>
  );
}

function Troubles() {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className="h-sec">{t('installation.trouble.title')}</h2>
      <ul className="installation__troubles">
        {TROUBLES.map((slug) => (
          <li key={slug}>
            <PageLink to={paths.helpArticle(slug)}>
              {t(`installation.trouble.${slug}`)}
              <ChevronRightIcon size={18} />
            </PageLink>
          </li>
        ))}
      </ul>
      <p className="muted">
        <RichText
          text={t('installation.trouble.contact')}
          parts={{
            contact: (words) => (
              <PageLink className="link" to={paths.contact()}>
                {words}
              </PageLink>
            ),
          }}
        />
      </p>
    </section>
  );
}

/** Ways to install, and the next steps: each with the keys of its steps. */
const WAYS = [
  ['tap', ['tap1', 'tap2', 'tap3']],
  ['scan', ['scan1', 'scan2', 'scan3']],
  ['type', ['type1', 'type2']],
  ['arrive', ['arrive1', 'arrive2', 'arrive3']],
] as const;

/** The steps of one family of phones, with the names of its own menus. */
function FamilySteps({ family, isHidden }: { family: PhoneFamily; isHidden: boolean }) {
  const { t } = useTranslation();
  return (
    <section id={family} className="family-steps" aria-labelledby={`${family}-title`} hidden={isHidden}>
      <h2 className="h-sec" id={`${family}-title`}>
        {t(`installation.on.${family}`)}
      </h2>
      {WAYS.map(([way, steps]) => (
        <div key={way} className="family-steps__way">
          <InstallDrawing way={way} label={t(`installation.drawing.${way}`)} />
          <div>
            <h3>{t(`installation.ways.${way}`)}</h3>
            <ol className="next-steps">
              {steps.map((step) => (
                <li key={step}>
                  <span>{t(`installation.${family}.${step}`)}</span>
                </li>
              ))}
            </ol>
          </div>
        </div>
      ))}
    </section>
  );
}
