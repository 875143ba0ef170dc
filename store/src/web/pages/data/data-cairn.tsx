import type { ActivityId } from '../../../shared/data-use.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { useAmount } from './use-amount.ts';

type Part = { id: ActivityId; mb: number };

const [WIDTH, GAP, TOP_STONE] = [400, 5, 18];
/** Average width of a 13px letter in a stone, and the padding around its words. */
const [LETTER, PADDING] = [7.2, 28];

/**
 * The sum as a cairn: each activity is a stone, the largest at the bottom, the smallest in orange on top. Below it the
 * sizes of plans.
 */
export function DataCairn({
  parts,
  needMb,
  sizesMb,
  fitMb,
}: {
  parts: readonly Part[];
  needMb: number;
  sizesMb: readonly number[];
  fitMb: number | null;
}) {
  const { t } = useTranslation();
  const amount = useAmount();
  const name = ({ id, mb }: Part): string => t('data.part', { name: t(`data.stones.${id}`), data: amount(mb) });
  const heaviest = parts.filter(({ mb }) => mb > 0).toSorted((a, b) => b.mb - a.mb);
  const most = heaviest[0]?.mb ?? 1;
  const sized = heaviest.toReversed().map((part, at) => {
    const share = Math.sqrt(part.mb / most);
    const isTop = at === 0;
    const height = isTop ? TOP_STONE : 16 + 36 * share;
    return { part, isTop, height, width: isTop ? TOP_STONE : Math.max(44, 340 * share) };
  });
  const above = (count: number): number => sized.slice(0, count).reduce((sum, { height }) => sum + height + GAP, 0);
  const stones = sized.map((stone, at) => ({ ...stone, y: above(at) }));
  const label = heaviest.length === 0 ? t('data.nothing') : t('data.picture', { parts: heaviest.map(name).join(', ') });
  return (
    <>
      <svg
        className="data-cairn"
        viewBox={`0 0 ${WIDTH} ${Math.max(above(sized.length), 60)}`}
        role="img"
        aria-label={label}
      >
        {stones.map(({ part, width, height, y: top, isTop }) => (
          <g key={part.id}>
            <rect
              className={isTop ? 'data-cairn__top' : undefined}
              x={(WIDTH - width) / 2}
              y={top}
              width={width}
              height={height}
              rx={height / 2}
            />
            {!isTop && height >= 22 && width >= name(part).length * LETTER + PADDING && (
              <text x={WIDTH / 2} y={top + height / 2 + 4.5} textAnchor="middle">
                {name(part)}
              </text>
            )}
          </g>
        ))}
      </svg>
      {sizesMb.length > 0 && <Scale needMb={needMb} sizesMb={sizesMb} fitMb={fitMb} />}
    </>
  );
}

/** The position of the sum between the sizes of plans. */
function Scale({ needMb, sizesMb, fitMb }: { needMb: number; sizesMb: readonly number[]; fitMb: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const most = Math.max(needMb, sizesMb.at(-1)!) * 1.04;
  const at = (mb: number): string => `${((100 * mb) / most).toFixed(2)}%`;
  return (
    <svg className="data-scale" width="100%" height="74" aria-hidden="true">
      <text x={at(Math.min(Math.max(needMb, most * 0.04), most * 0.95))} y="16" textAnchor="middle">
        {t('data.you')}
      </text>
      <rect className="data-scale__track" y="28" width="100%" height="6" rx="3" />
      <rect className="data-scale__need" y="28" width={at(needMb)} height="6" rx="3" />
      {sizesMb.map((mb) => (
        <g key={mb} className={mb === fitMb ? 'data-scale__fit' : 'data-scale__size'}>
          <rect x={at(mb)} y="24" width="2" height="14" />
          <text x={at(mb)} y="58" textAnchor={mb === sizesMb.at(-1) ? 'end' : 'middle'}>
            {format.data(mb)}
          </text>
        </g>
      ))}
    </svg>
  );
}
