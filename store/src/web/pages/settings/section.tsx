import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../translation.tsx';

/** Sections of the page in order; their ids are the fragments of its URL. */
export const SECTIONS = [
  'personal',
  'address',
  'password',
  'linked',
  'factors',
  'phone',
  'passkeys',
  'language',
  'sessions',
  'data',
  'delete',
] as const;
/** The sections that remain when Google's identity service stores the accounts. */
export const HOSTED_SECTIONS: readonly SectionName[] = ['personal', 'language', 'data', 'delete'];
export type SectionName = (typeof SECTIONS)[number];

/** One settings card, with its title and description. */
export function Section({
  name,
  text,
  action,
  children,
}: {
  name: SectionName;
  text?: ReactNode;
  /** Beside the title. */ action?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <section className="card card-p settings-section" id={name} aria-labelledby={titleId}>
      <div className="settings-head">
        <div className="stack gap-1">
          <h2 className="h-sec" id={titleId}>
            {t(`settings.${name}.title`)}
          </h2>
          {text !== undefined && <p className="muted">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
