import type { LineView } from '../../../shared/views.ts';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { useLineWords } from './order-words.ts';

/** What was bought, a plan a row: flag, name, days, price. */
export function SoldLines({ lines }: { lines: readonly LineView[] }) {
  const wordsOf = useLineWords();
  return (
    <ul className="sold-lines">
      {lines.map((line, index) => {
        const words = wordsOf(line);
        return (
          <li key={index}>
            <OfferMark offer={line} />
            <span className="min-w-0 flex-1">
              <b className="strong">{words.plan}</b>
              <span className="small muted block">{words.days}</span>
            </span>
            <b className="strong tnum">{words.price}</b>
          </li>
        );
      })}
    </ul>
  );
}
