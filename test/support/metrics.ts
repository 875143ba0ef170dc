import { until } from './wire.ts';

/** One line of Prometheus' text format: name, labels and value. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The samples of a text in Prometheus' format. Throws for an invalid line. */
export function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const match = LINE.exec(line);
      if (!match) throw new Error(`not a sample: ${line}`);
      const labels = Object.fromEntries(
        [...(match[2] ?? '').matchAll(LABEL)].map(([, name, value]) => [name!, value!]),
      );
      return { name: match[1]!, labels, value: Number(match[3]) };
    });
}

/** Reads the metrics of a listener. */
export async function scrape(url: string): Promise<Sample[]> {
  const answer = await fetch(`${url}/metrics`);
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`);
  return samplesOf(await answer.text());
}

/** The sum of the samples with this name and these labels; undefined when there is none. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = samples.filter(
    (each) => each.name === name && Object.entries(labels).every(([label, value]) => each.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

/** Reads the metrics until this one satisfies `is`. */
export function untilMetric(
  url: string,
  name: string,
  labels: Record<string, string>,
  is: (value: number) => boolean,
): Promise<number> {
  let last: number | undefined;
  return until(
    async () => {
      last = valueOf(await scrape(url), name, labels);
      // Wrapped in an object, because 0 is a valid value.
      return last !== undefined && is(last) ? { last } : undefined;
    },
    { what: `${name} ${JSON.stringify(labels)}` },
  ).then(
    (found) => found.last,
    (error: unknown) => {
      throw new Error(`${name} ${JSON.stringify(labels)} is ${last}`, { cause: error });
    },
  );
}
