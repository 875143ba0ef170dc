import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isAuthorizedDomain } from './authorized-domain.ts';
import { type Consumer, EVENT_CACHE_MS, type PopupEvent, PopupEvents } from './events.ts';
import { readPopupMessage } from './messages.ts';
import { openPopup } from './popup-window.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SIGN_IN = 'signInViaPopup';
const event = (eventId: string, type = SIGN_IN): PopupEvent => ({
  type,
  eventId,
  urlResponse: 'https://store.example/oauth/handler?code=c',
  sessionId: 's',
  postBody: null,
  tenantId: null,
});

function consumer(eventId: string, filter = [SIGN_IN]) {
  return {
    eventId,
    filter,
    onAuthEvent: vi.fn<Consumer['onAuthEvent']>(),
    onError: vi.fn<Consumer['onError']>(),
  } satisfies Consumer;
}

describe('popup events', () => {
  test('go to the consumer of this window and this purpose only', () => {
    const events = new PopupEvents();
    const [mine, other, linking] = [consumer('1'), consumer('2'), consumer('1', ['linkViaPopup'])];
    for (const each of [mine, other, linking]) events.registerConsumer(each);
    expect(events.deliver(event('1'))).toBe(true);
    expect(mine.onAuthEvent).toHaveBeenCalledWith(event('1'));
    expect(other.onAuthEvent).not.toHaveBeenCalled();
    expect(linking.onAuthEvent).not.toHaveBeenCalled();
    events.unregisterConsumer(other);
    expect(events.deliver(event('2'))).toBe(false);
  });

  test('are handled once in ten minutes, also when they are repeated as an error', () => {
    const events = new PopupEvents();
    const waiting = consumer('1');
    events.registerConsumer(waiting);
    expect(events.deliver(event('1'))).toBe(true);
    vi.advanceTimersByTime(EVENT_CACHE_MS - 1);
    expect(events.deliver(event('1'))).toBe(false);
    expect(events.fail(SIGN_IN, '1', new Error('late'))).toBe(false);
    vi.advanceTimersByTime(1);
    expect(events.deliver(event('1'))).toBe(true);
    expect(waiting.onAuthEvent).toHaveBeenCalledTimes(2);
    expect(EVENT_CACHE_MS).toBe(600_000);
  });

  test('without a consumer are not recorded', () => {
    const events = new PopupEvents();
    expect(events.deliver(event('1'))).toBe(false);
    const late = consumer('1');
    events.registerConsumer(late);
    expect(events.deliver(event('1'))).toBe(true);
  });
});

describe('a popup window', () => {
  /** The browser's view of it: open, its site, and whether it is attached to us. */
  function browser({ blocked = false } = {}) {
    const state = { closed: false, elsewhere: false, focused: true };
    const popup = {
      get closed() {
        return state.closed;
      },
      location: {
        get href() {
          if (state.elsewhere) throw new DOMException('cross-origin', 'SecurityError');
          return 'about:blank';
        },
        replace: vi.fn<(address: string) => void>(),
      },
      focus: vi.fn<() => void>(),
      close: vi.fn<() => void>(),
    };
    const open = vi.fn<(...given: string[]) => unknown>(() => (blocked ? null : popup));
    vi.stubGlobal('screen', { availWidth: 1_440, availHeight: 900 });
    vi.stubGlobal('window', { open });
    vi.stubGlobal('document', { hasFocus: () => state.focused });
    return { state, open, opened: openPopup() };
  }

  test('is 500 by 600 and in the middle', () => {
    const { open } = browser();
    expect(open).toHaveBeenCalledWith('', '_blank', expect.stringContaining('width=500,height=600,left=470,top=150'));
  });

  test('is null when the browser blocks it', () => {
    expect(browser({ blocked: true }).opened).toBeNull();
  });

  test('closed before the redirect to the provider counts as closed', () => {
    const { state, opened } = browser();
    expect(opened!.window.closed).toBe(false);
    state.closed = true;
    expect(opened!.window.closed).toBe(true);
  });

  test('closed at the provider counts as closed', () => {
    const { state, opened } = browser();
    opened!.leaves();
    state.elsewhere = true;
    vi.advanceTimersByTime(500);
    expect(opened!.window.closed).toBe(false);
    state.closed = true;
    expect(opened!.window.closed).toBe(true);
  });

  test('severed on its way to the provider counts as open permanently', () => {
    const { state, opened } = browser();
    opened!.leaves();
    // It looks attached for a moment.
    state.elsewhere = true;
    vi.advanceTimersByTime(200);
    state.closed = true;
    vi.advanceTimersByTime(60_000);
    expect(opened!.window.closed).toBe(false);
  });

  test('severed later counts as open until this page has the focus again', () => {
    const { state, opened } = browser();
    opened!.leaves();
    state.elsewhere = true;
    vi.advanceTimersByTime(500);
    state.closed = true;
    state.focused = false;
    expect(opened!.window.closed).toBe(false);
    state.focused = true;
    expect(opened!.window.closed).toBe(true);
  });

  test('is not polled any more at the end', () => {
    const { opened } = browser();
    opened!.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('messages on the channel are parsed by shape', () => {
  expect(readPopupMessage({ type: 'leaving', eventId: '1', more: true })).toEqual({ type: 'leaving', eventId: '1' });
  expect(readPopupMessage({ type: 'result', eventId: '1', code: 'c' })).toEqual({
    type: 'result',
    eventId: '1',
    code: 'c',
  });
  expect(readPopupMessage({ type: 'result', eventId: '1', fault: 'user-cancelled' })).toEqual({
    type: 'result',
    eventId: '1',
    fault: 'user-cancelled',
  });
  for (const wrong of [
    null,
    'text',
    {},
    { type: 'leaving' },
    { type: 'taken', eventId: '1' },
    { type: 'result', eventId: '1' },
    { type: 'result', eventId: '1', fault: '<b>' },
  ]) {
    expect(readPopupMessage(wrong)).toBeUndefined();
  }
});

test('a domain matches itself and its subdomains, an address only itself', () => {
  expect(isAuthorizedDomain('store.example', ['store.example'])).toBe(true);
  expect(isAuthorizedDomain('www.Store.example', ['store.example'])).toBe(true);
  expect(isAuthorizedDomain('notstore.example', ['store.example'])).toBe(false);
  expect(isAuthorizedDomain('store.example.evil', ['store.example'])).toBe(false);
  expect(isAuthorizedDomain('127.0.0.1', ['127.0.0.1'])).toBe(true);
  expect(isAuthorizedDomain('1.127.0.0.1', ['127.0.0.1'])).toBe(false);
  expect(isAuthorizedDomain('anything', [])).toBe(false);
});
