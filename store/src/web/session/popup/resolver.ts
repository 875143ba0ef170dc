import { FirebaseError } from 'firebase/app';
import { type Auth, type AuthProvider, browserSessionPersistence, type PopupRedirectResolver } from 'firebase/auth';
import { isAuthorizedDomain } from './authorized-domain.ts';
import { PopupEvents } from './events.ts';
import { CHANNEL, type OpenerMessage, readPopupMessage } from './messages.ts';
import { openPopup, type PopupWindow } from './popup-window.ts';

type OpenPopup = { type: string; sessionId: string; popup: PopupWindow };

// One per tab, like the SDK's single instance of the class below.
const events = new PopupEvents();
const open = new Map<string, OpenPopup>();
let channel: BroadcastChannel | undefined;

/**
 * Cancels the open popup, if any: its call rejects with `auth/user-cancelled`, and the window closes unless the
 * provider severed it.
 */
export function cancelPopup(): void {
  for (const [eventId, { type }] of open)
    events.fail(type, eventId, fault('user-cancelled', 'The sign-in was cancelled.'));
}

/**
 * The SDK's internal `PopupRedirectResolver`, instead of Google's (which loads external scripts). Popups are our own
 * pages (src/http/oauth), which send the one-time code over a BroadcastChannel, because a provider's opener policy may
 * have severed the window. The session id leaves this tab only for the identity server, so that a listener on the
 * channel gains nothing.
 */
class PopupResolver {
  readonly _shouldInitProactively = false;
  readonly _redirectPersistence = browserSessionPersistence;
  #checking: Promise<void> | undefined;

  async _initialize(): Promise<PopupEvents> {
    listen();
    return events;
  }

  async _openPopup(auth: Auth, provider: AuthProvider, type: string, eventId: string): Promise<PopupWindow> {
    const popup = openPopup();
    if (!popup) throw fault('popup-blocked', 'The browser blocked the window.');
    const sessionId = randomText();
    const close = popup.close;
    popup.close = () => {
      open.delete(eventId);
      close();
    };
    open.set(eventId, { type, sessionId, popup });
    const query = new URLSearchParams({
      provider: provider.providerId,
      eventId,
      sessionHash: await sha256(sessionId),
      purpose: type,
      lang: auth.languageCode ?? 'en',
    });
    popup.goTo(`/oauth/start?${query}`);
    return popup;
  }

  _originValidation(auth: Auth): Promise<void> {
    this.#checking ??= checkOrigin(auth).catch((error: unknown) => {
      this.#checking = undefined;
      throw error;
    });
    return this.#checking;
  }

  _isIframeWebStorageSupported(_auth: Auth, answer: (supported: boolean) => unknown): void {
    answer(channel !== undefined);
  }

  async _openRedirect(): Promise<never> {
    throw fault('operation-not-supported-in-this-environment', 'Sign-in goes through a window here.');
  }

  async _completeRedirectFn(): Promise<null> {
    return null;
  }

  _overrideRedirectResult(): void {}
}

/** Pass it to each call that opens a popup. */
export const popupResolver: PopupRedirectResolver = PopupResolver as unknown as PopupRedirectResolver;

function listen(): void {
  if (channel !== undefined || !('BroadcastChannel' in globalThis)) return;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    const message = readPopupMessage(data);
    const opened = message && open.get(message.eventId);
    if (!opened) return;
    const { eventId } = message;
    if (message.type === 'leaving') return opened.popup.leaves();
    channel?.postMessage({ type: 'taken', eventId } satisfies OpenerMessage);
    const { type, sessionId } = opened;
    if (message.code === undefined)
      return void events.fail(
        type,
        eventId,
        fault(message.fault ?? 'internal-error', 'The provider did not sign you in.'),
      );
    const urlResponse = `${location.origin}/oauth/handler?code=${encodeURIComponent(message.code)}`;
    events.deliver({ type, eventId, urlResponse, sessionId, postBody: null, tenantId: null });
  });
}

/** Throws `auth/unauthorized-domain` when the identity server does not list this site's host. */
async function checkOrigin({ config }: Auth): Promise<void> {
  const address = `${config.apiScheme}://${config.apiHost}/v1/projects?key=${encodeURIComponent(config.apiKey)}`;
  const answer = await fetch(address).then(
    (response) => response.json() as Promise<{ authorizedDomains?: unknown }>,
    () => undefined,
  );
  if (!answer || !Array.isArray(answer.authorizedDomains))
    throw fault('network-request-failed', 'The identity server did not answer.');
  if (!isAuthorizedDomain(location.hostname, answer.authorizedDomains.map(String)))
    throw fault('unauthorized-domain', 'This host may not open sign-in windows.');
}

function fault(code: string, sentence: string): FirebaseError {
  return new FirebaseError(`auth/${code}`, `${sentence} (auth/${code}).`);
}

/** 256 random bits. */
function randomText(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

async function sha256(text: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
