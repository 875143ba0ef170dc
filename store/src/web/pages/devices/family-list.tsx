import { joinGenerations } from '../../../shared/devices/device-name.ts';
import type { DeviceFamily } from '../../../shared/devices/types.ts';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { isUnsure, useDeviceWords } from './device-phrases.ts';
import { SourceNote } from './source-note.tsx';

const MAKERS = ['Apple', 'Google', 'Samsung'] as const;
const SHORT = { Apple: 'apple', Google: 'google', Samsung: 'samsung' } as const;

/** Every family in our data, by maker, with the source of its answer. */
export function FamilyList({ families }: { families: readonly DeviceFamily[] }) {
  const { t } = useTranslation();
  const { name } = useDeviceWords();
  const groups = [
    ...MAKERS.map((maker) => ({
      title: maker as string,
      short: t(`devices.all.${SHORT[maker]}`),
      families: families.filter((family) => family.maker === maker),
    })),
    {
      title: t('devices.all.others'),
      short: t('devices.all.otherMakers'),
      families: families.filter(({ maker }) => !MAKERS.some((known) => known === maker)),
    },
  ];
  return (
    <section>
      <h2 className="h-sec">{t('devices.all.title')}</h2>
      <p className="muted family-list__text">{t('devices.all.text')}</p>
      <div className="family-list">
        {groups.map((group, index) => (
          <details key={group.title} open={index === 0}>
            <summary>
              {group.title}
              <span>{group.short}</span>
              <ChevronDownIcon />
            </summary>
            <dl>
              {alike(group.families).map((same) => (
                <div key={same[0]!.id}>
                  <dt>
                    {modelsOf(
                      same.flatMap(({ maker, models }) =>
                        joinGenerations(models.map((model) => model.name)).map((model) => name({ maker, name: model })),
                      ),
                    )}
                  </dt>
                  <dd>
                    <FamilyFacts family={same[0]!} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        ))}
      </div>
      <p className="muted small">
        {t('devices.all.missing')} {t('devices.all.supplier')}
      </p>
    </section>
  );
}

/** Groups families of one maker with the same answer from the same source. */
function alike(families: readonly DeviceFamily[]): DeviceFamily[][] {
  const said = ({ id: _, models: __, ...facts }: DeviceFamily) => JSON.stringify(facts);
  return [...Map.groupBy(families, said).values()];
}

/** `iPhone 12, 12 Pro, 12 Pro Max`: the common first word is written once, but for a name that would be `(A16)`. */
function modelsOf(names: readonly string[]): string {
  const first = `${names[0]!.split(' ')[0]} `;
  const isShared = names.every((name) => name.startsWith(first));
  const isNamed = (name: string) => !name.startsWith(`${first}(`);
  return names
    .map((name, index) => (isShared && index > 0 && isNamed(name) ? name.slice(first.length) : name))
    .join(', ');
}

function FamilyFacts({ family }: { family: DeviceFamily }) {
  const { t } = useTranslation();
  const { sold } = useDeviceWords();
  const { esim, simSlot, exceptions, note } = family;
  const known = esim === 'yes' ? (simSlot === null ? 'yes' : simSlot ? 'both' : 'only') : esim;
  const base = isUnsure({ family }) ? 'unsure' : known;
  const notes = [note, ...exceptions.map((each) => each.note)].filter((each) => each !== undefined);
  const facts = exceptions
    .filter((each) => each.esim !== esim || (each.simSlot ?? simSlot) !== simSlot)
    .map((each) => {
      const places = sold(each.places);
      if (each.esim === 'no') return t('devices.facts.noneThere', { places });
      if (each.esim === 'depends') return t('devices.facts.partlyThere', { places });
      const slot = each.simSlot ?? simSlot;
      return t(`devices.facts.${slot === null ? 'yesThere' : slot ? 'bothThere' : 'onlyThere'}`, { places });
    });
  return (
    <>
      {[t(`devices.facts.${base}`), ...facts, ...notes.map((each) => t(`devices.notes.${each}`))].join(' ')}{' '}
      <span className="family-list__source">
        <SourceNote family={family} />
      </span>
    </>
  );
}
