import { BRAND } from '../../../shared/brand.ts';
import { useTranslation } from '../../translation.tsx';

/** Title and description of the document; they follow the language at once (React lifts them into the head). */
export function PageTitle({ title, description }: { title: string; description?: string }) {
  const { t } = useTranslation();
  return (
    <>
      <title>{t('chrome.title', { page: title, brand: BRAND })}</title>
      {description !== undefined && <meta name="description" content={description} />}
    </>
  );
}
