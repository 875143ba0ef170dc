import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { withdraw } from '../../../i18n/areas/withdraw.ts';
import { BRAND } from '../../../shared/brand.ts';
import { paths } from '../../../shared/paths.ts';
import { MODEL_FORM_LINES, modelFormTo } from '../../../shared/withdrawal.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { DownloadIcon, PrinterIcon } from '../../../ui/icons.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink, usePageAddress } from '../../components/page-link.tsx';
import { servicesContext } from '../../context.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';
import { useTranslation } from '../../translation.tsx';
import { useHydrated } from '../../use-hydrated.ts';

addMessages({ withdraw });

export const handle: PageHandle = { sheets: ['withdraw'] };

export function loader({ context }: LoaderFunctionArgs) {
  return { merchant: modelFormTo(context.get(servicesContext).config.merchant) };
}

/** The model form of the law, to print: annex I(B) of Directive 2011/83/EU, annex to article R221-1 in France. */
export default function WithdrawalFormPage() {
  const { t } = useTranslation();
  const { merchant } = useLoaderData<typeof loader>();
  const hydrated = useHydrated();
  const address = usePageAddress();
  const to =
    merchant.length === 0
      ? t('withdraw.model.toShop', { brand: BRAND })
      : t('withdraw.model.to', { merchant: merchant.join(', ') });
  return (
    <div className="wrap withdraw">
      <PageTitle title={t('withdraw.model.title')} description={t('withdraw.model.description')} />
      <div className="stack gap-2.5">
        <h1 className="h-display">{t('withdraw.model.title')}</h1>
        <p className="lede no-print">{t('withdraw.model.lead')}</p>
      </div>
      <div className="row flex-wrap no-print">
        <PageLink className={buttonClass({})} to={paths.withdraw()}>
          {t('withdraw.model.online')}
        </PageLink>
        <a className={buttonClass({ variant: 'secondary' })} href={address(paths.withdrawalFormPdf())}>
          <DownloadIcon size={18} />
          {t('withdraw.model.pdf')}
        </a>
        {hydrated && (
          <Button variant="secondary" icon={<PrinterIcon size={18} />} onClick={() => window.print()}>
            {t('withdraw.model.print')}
          </Button>
        )}
      </div>
      <section className="card card-p model-form" aria-label={t('withdraw.model.title')}>
        <p className="small muted">{t('withdraw.model.hint')}</p>
        <p className="wrap-anywhere">{to}</p>
        <p>{t('withdraw.model.declare')}</p>
        <dl>
          {MODEL_FORM_LINES.map((line) => (
            <div className="model-form__line" key={line}>
              <dt>{t(`withdraw.model.${line}`)}</dt>
              <dd />
            </div>
          ))}
        </dl>
      </section>
      <p className="small muted no-print">{t('withdraw.model.review')}</p>
    </div>
  );
}
