import { describe, expect, test } from 'vitest';
import { hostsAndPorts } from './parsers.ts';
import { checkWatching, watchingOf } from './watching.ts';

const valuesOf = (listen: string, allow?: boolean) => ({
  METRICS_LISTEN: hostsAndPorts(listen),
  METRICS_ALLOW_REMOTE: allow,
});

describe('METRICS_LISTEN', () => {
  test.each(['127.0.0.1:9464', 'localhost:9464', '[::1]:9464', '127.0.0.1:9464, [::1]:9465'])(
    'accepts %s',
    (listen) => {
      expect(checkWatching(valuesOf(listen))).toEqual([]);
      expect(watchingOf(valuesOf(listen))?.listen[0]?.host).toMatch(/^(127\.0\.0\.1|localhost|::1)$/);
    },
  );

  test.each(['0.0.0.0:9464', '[::]:9464', '10.0.0.5:9464', 'metrics.example:9464', '127.0.0.1:1,192.0.2.1:2'])(
    'refuses %s unless METRICS_ALLOW_REMOTE says so',
    (listen) => {
      expect(checkWatching(valuesOf(listen))).toEqual([expect.stringContaining('METRICS_ALLOW_REMOTE=1')]);
      expect(checkWatching(valuesOf(listen, true))).toEqual([]);
    },
  );

  test.each(['9464', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:65536', '::1:9464', 'http://127.0.0.1:9464', ''])(
    'is an error as "%s"',
    (listen) => {
      expect(() => hostsAndPorts(listen)).toThrow(RangeError);
    },
  );

  test('is off when it is not set', () => {
    expect(watchingOf({ METRICS_LISTEN: undefined, METRICS_ALLOW_REMOTE: undefined })).toBeUndefined();
  });
});
