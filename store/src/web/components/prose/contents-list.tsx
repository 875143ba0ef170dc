/** The links of a table of contents, for the headings of an article. */
export function ContentsList({ headings }: { headings: readonly { id: string; text: string }[] }) {
  return (
    <ol>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  );
}
