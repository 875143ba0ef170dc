import { type DayLeg, describeSwitches } from '../../../i18n/switches.ts';
import { useTranslation } from '../../translation.tsx';
import { Unbroken } from '../unbroken.tsx';
import { planTone } from './plan-tone.ts';

/**
 * Which eSIM on which day of a trip, each switch in a row. `tones`: the number of each eSIM's colour, one for each plan;
 * `hrefs`: links to the eSIMs.
 */
export function SwitchList({
  legs,
  names,
  tones,
  hrefs,
}: {
  legs: readonly DayLeg[];
  names: readonly string[];
  tones: readonly number[];
  hrefs?: readonly string[];
}) {
  const { t, locale } = useTranslation();
  return (
    <ol className="switch-list">
      {describeSwitches(t, locale, { legs, names }).map(({ esim, day, name, text }, at) => (
        <li key={at}>
          <span className="switch-list__day">{day}</span>
          <i className={`switch-list__mark ${planTone(tones[esim])}`} aria-hidden="true" />
          <span>
            {hrefs?.[esim] === undefined ? (
              <b>
                <Unbroken>{name}</Unbroken>
              </b>
            ) : (
              <a className="link" href={hrefs[esim]}>
                <Unbroken>{name}</Unbroken>
              </a>
            )}
            <span className="switch-list__text">{text}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
