import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ArticleBody } from './article-body.tsx';

test('a text has its sections in order, each labelled by its heading', () => {
  const html = renderToStaticMarkup(
    <ArticleBody
      sections={[
        { id: null, title: null, summary: null, blocks: [{ kind: 'html', html: '<p>Before.</p>' }] },
        { id: 'apn', title: 'The APN', summary: null, blocks: [{ kind: 'html', html: '<p>After.</p>' }] },
      ]}
    />,
  );
  expect(html).toBe(
    '<div class="prose"><section><div><p>Before.</p></div></section>' +
      '<section aria-labelledby="apn"><h2 id="apn">The APN</h2><div><p>After.</p></div></section></div>',
  );
});
