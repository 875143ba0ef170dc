import type { ReactNode } from 'react';
import type { Block, PartName, Section } from '../../../content/types.ts';

type Parts = Partial<Record<PartName, ReactNode>>;

/**
 * The text of an article: its sections in order, each with an anchor. `parts` renders the components that the text
 * refers to.
 */
export function ArticleBody({ sections, parts = {} }: { sections: readonly Section[]; parts?: Parts }) {
  return (
    <div className="prose">
      {sections.map(({ id, title, blocks }) => (
        <section key={id ?? ''} {...(id !== null && { 'aria-labelledby': id })}>
          {id !== null && <h2 id={id}>{title}</h2>}
          <Blocks blocks={blocks} parts={parts} />
        </section>
      ))}
    </div>
  );
}

/** The blocks of one section. Their HTML comes from our compiler, which removes raw HTML of authors. */
export function Blocks({ blocks, parts = {} }: { blocks: readonly Block[]; parts?: Parts }) {
  return blocks.map((block, index) =>
    block.kind === 'html' ? (
      <div key={index} dangerouslySetInnerHTML={{ __html: block.html }} />
    ) : (
      <div key={index}>{parts[block.name]}</div>
    ),
  );
}
