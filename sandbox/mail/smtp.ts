import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Control, Fault, When } from '../kit/control.ts';
import type { Messages } from './messages.ts';

/** The steps of SMTP that the control plane can fail, hold and delay. */
export const SMTP_CALLS = ['smtp.connect', 'smtp.mail', 'smtp.rcpt', 'smtp.data'];

/** Takes a mail that has arrived. Durable when it returns. */
type Store = (mail: Parameters<Messages['store']>[0]) => void;

type Done = (error?: Error | null) => void;

/**
 * The SMTP side: takes every mail from anyone, with or without credentials. A failure `before` answers 4xx or 5xx (the
 * fault's status where SMTP has one, else 451; 421 on connecting) or hangs up; `after` always breaks the connection
 * without an answer: for smtp.data the mail is stored by then.
 */
export async function startSmtp({ port, store, control }: { port: number; store: Store; control: Control }) {
  const server = new SMTPServer({
    name: 'mail.sandbox.example',
    // No certificate that a client would accept: plain text, on loopback only.
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
        () => done(new Error('The message did not arrive whole.')),
      );
    },
  });
  // Clients that vanish are what this sandbox is for: none of them may end it.
  server.on('error', () => {});

  function hangUp(session: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy();
  }

  /** One step behind the control plane, with its effect. */
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

/** The answer to a step that was told to fail. 503, the control plane's default, means something else in SMTP. */
function refusal(call: string, { status, body }: Fault): Error {
  const given = status >= 400 && status !== 503;
  const responseCode = given ? status : call === 'smtp.connect' ? 421 : 451;
  const words = typeof body === 'string' ? body : 'The sandbox was told to fail this step.';
  return Object.assign(new Error(words), { responseCode });
}
