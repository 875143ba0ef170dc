import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Control, Fault, When } from '../kit/control.ts';
import type { Messages } from './messages.ts';

/** The steps of SMTP that the control plane can fail, hold and delay. */
export const SMTP_CALLS = ['smtp.connect', 'smtp.mail', 'smtp.rcpt', 'smtp.data'];

/** Stores a received mail. Durable on return. */
type Store = (mail: Parameters<Messages['store']>[0]) => void;

type Done = (error?: Error | null) => void;

/**
 * The SMTP server. It accepts every mail from any client, with or without credentials. A failure `before` answers 4xx
 * or 5xx (the fault's status when SMTP has one, else 451, or 421 on connecting) or closes the connection. A failure
 * `after` closes the connection without a response: at smtp.data the mail is already stored.
 */
export async function startSmtp({ port, store, control }: { port: number; store: Store; control: Control }) {
  const server = new SMTPServer({
    name: 'mail.sandbox.example',
    // No client would trust its certificate: plain text, on loopback only.
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: 20 * 1024 * 1024,
    closeTimeout: 1,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onConnect: (session, done) => void step('smtp.connect', session, done),
    onMailFrom: (_address, session, done) => void step('smtp.mail', session, done),
    onRcptTo: (_address, session, done) => void step('smtp.rcpt', session, done),
    onData: (stream, session, done) => {
      buffer(stream).then(
        (raw) => {
          const { mailFrom, rcptTo } = session.envelope;
          const mail = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw };
          return step('smtp.data', session, done, () => store(mail));
        },
        () => done(new Error('The message is incomplete.')),
      );
    },
  });
  // Clients that disconnect are expected. They must not end the sandbox.
  server.on('error', () => {});

  function hangUp(session: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy();
  }

  /** One step with the control plane and its effect. */
  async function step(call: string, session: SMTPServerSession, done: Done, effect?: () => void): Promise<void> {
    const fault = async (when: When): Promise<boolean> => {
      const met = await control.pass(call, when);
      if (!met) return false;
      if (met.hangup || when === 'after') hangUp(session);
      else done(refusal(call, met));
      return true;
    };
    if (await fault('before')) return;
    effect?.();
    if (await fault('after')) return;
    done();
  }

  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The response to a step with an armed failure. 503, the control plane's default, has another meaning in SMTP. */
function refusal(call: string, { status, body }: Fault): Error {
  const given = status >= 400 && status !== 503;
  const responseCode = given ? status : call === 'smtp.connect' ? 421 : 451;
  const words = typeof body === 'string' ? body : 'The control plane made the sandbox fail this step.';
  return Object.assign(new Error(words), { responseCode });
}
