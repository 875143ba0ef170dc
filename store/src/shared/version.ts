import manifest from '../../package.json' with { type: 'json' };

/** The version of this code, `MAJOR.MINOR.PATCH` as in package.json. */
export const VERSION: string = manifest.version;

/** Negative when `a` is older, zero when they are equal. Accepts `MAJOR.MINOR.PATCH` only. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

function partsOf(version: string): [number, number, number] {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (!match) throw new RangeError(`${JSON.stringify(version)} is not a version such as 1.2.3`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}
