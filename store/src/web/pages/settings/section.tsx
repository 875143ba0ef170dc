import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../translation.tsx';

/** Parts of the page, in their order; their ids are the marks in the address. */
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
/** Those that remain when Google's identity service keeps the accounts. */
export const HOSTED_SECTIONS: readonly SectionName[] = ['personal', 'language', 'data', 'delete'];
export type SectionName = (typeof SECTIONS)[number];

/** One plain card of the settings, with its title and what it is about. */
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
