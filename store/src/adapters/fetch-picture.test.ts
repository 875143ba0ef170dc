import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createFetchPicture } from './fetch-picture.ts';
import { isPublicAddress } from './public-address.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: Server;
let url: string;
let answer: RequestListener;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void asked.splice(0));
afterAll(() => new Promise((closed) => server.close(closed)));

const here = createFetchPicture({ allowLoopback: true });
const internet = createFetchPicture({ allowLoopback: false });
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  );
const withPicture: RequestListener = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);

describe('in sandbox mode', () => {
  test('a picture is read completely, also after redirects', async () => {
    answer = (request, response) => {
      const left = Number(request.url!.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else withPicture(request, response);
    };
    expect(Buffer.from(await here(`${url}/3`))).toEqual(PNG);
    expect(await faultOf(here(`${url}/4`))).toBe('photo-refused');
    expect(Buffer.from(await here(`${url.replace('127.0.0.1', 'localhost')}/0`))).toEqual(PNG);
  });

  test.each([
    ['a page', 'photo-no-picture', { 'content-type': 'text/html' }, 200],
    ['a drawing that may hold scripts', 'photo-no-picture', { 'content-type': 'image/svg+xml' }, 200],
    ['nothing', 'photo-refused', { 'content-type': 'image/png' }, 404],
  ])('%s is refused', async (_what, fault, headers, status) => {
    answer = (_request, response) => void response.writeHead(status, headers).end(PNG);
    expect(await faultOf(here(url))).toBe(fault);
  });

  test('more than 2 MB is refused', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    };
    expect(await faultOf(here(url))).toBe('photo-too-large');
  });

  test('a server that does not answer is abandoned after 5 seconds', async () => {
    answer = () => undefined;
    expect(await faultOf(here(url))).toBe('photo-too-slow');
    server.closeAllConnections();
  });

  test('an unreachable server is refused', async () => {
    expect(await faultOf(here('http://127.0.0.1:9/'))).toBe('photo-unreachable');
  });

  test('a redirect to another machine requires https', async () => {
    answer = (_request, response) => void response.writeHead(302, { location: 'http://93.184.215.14/' }).end();
    expect(await faultOf(here(url))).toBe('photo-address');
  });
});

describe('in production', () => {
  test.each([
    'http://example.com/a.png',
    'ftp://example.com/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'nonsense',
    'https://user:password@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://172.16.0.1/',
    'https://100.64.0.1/',
  ])('%s is refused', async (address) => {
    expect(await faultOf(internet(address))).toBe('photo-address');
  });

  test('a name that resolves to this machine is refused without a request', async () => {
    answer = withPicture;
    const { port } = new URL(url);
    expect(await faultOf(internet(`https://localhost:${port}/`))).toBe('photo-address');
    expect(asked).toEqual([]);
  });

  test('only public internet addresses are allowed', () => {
    for (const address of ['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111'])
      expect(isPublicAddress(address), address).toBe(true);
    for (const address of [
      '127.0.0.1',
      '0.0.0.0',
      '255.255.255.255',
      '224.0.0.1',
      '198.18.0.1',
      '::',
      '::1',
      'fc00::1',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '::ffff:8.8.8.8',
      'localhost',
      '',
    ]) {
      expect(isPublicAddress(address), address).toBe(false);
    }
  });
});
