import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const lines = gunzipSync(readFileSync(new URL('./common.txt.gz', import.meta.url))).toString('utf8').trimEnd().split('\n');

describe('the list of common passwords', () => {
  it('matches its README: many, unique, lower case, at least 6 characters, no email address', () => {
    expect(lines).toHaveLength(30_000);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.filter((line) => line.length < 6 || line !== line.toLowerCase() || line.includes('@'))).toEqual([]);
  });

  it('has the most common passwords', () => {
    for (const each of ['123456', 'password', 'qwerty123', 'azerty', 'motdepasse', 'iloveyou']) expect(lines).toContain(each);
  });
});
