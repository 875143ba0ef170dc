import type { ReactNode } from 'react';
import { ChevronDownIcon } from './icons.tsx';

/** Questions with answers: native `details`, so that they work without script and with the browser's page search. */
export function Accordion({ items }: { items: { id: string; title: string; content: ReactNode; open?: boolean }[] }) {
  return (
    <div>
      {items.map((item) => (
        <details className="accordion__item" key={item.id} open={item.open}>
          <summary>
            {item.title}
            <ChevronDownIcon />
          </summary>
          <div className="accordion__body">{item.content}</div>
        </details>
      ))}
    </div>
  );
}
