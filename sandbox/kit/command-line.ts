import { parseArgs } from 'node:util';

/** The result of a sandbox's `start`: its address, further facts that the application needs, and how to stop it. */
export interface Started {
  url: string;
  smtp?: string;
  google?: string;
  facebook?: string;
  close(): Promise<void>;
}

export interface CommandLine {
  /** Flags beyond --port, --data and --with-parent, in kebab-case; each takes a value. */
  flags: readonly string[];
  /** `optional` and `required` read a flag. A missing required flag ends the program with a message on stderr. */
  start(options: {
    port: number;
    dataDir: string;
    optional(flag: string): string | undefined;
    required(flag: string): string;
  }): Promise<Started>;
}

/**
 * The main program of a sandbox: reads the flags, starts it, prints `{"ready":true,"url":…}` as one line on stdout, and
 * stops on SIGTERM or SIGINT. With `--with-parent` it also stops when its stdin closes, so it never outlives its parent
 * process.
 */
export async function runFromCommandLine({ flags, start }: CommandLine): Promise<void> {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        'with-parent': { type: 'boolean', default: false },
        ...Object.fromEntries(flags.map((flag) => [flag, { type: 'string' as const }])),
      },
    });
    const given: Record<string, string | boolean | undefined> = values;
    const optional = (flag: string) => {
      const value = given[flag];
      return typeof value === 'string' ? value : undefined;
    };
    const required = (flag: string): string => {
      const value = optional(flag);
      if (!value) throw new Error(`--${flag} is missing`);
      return value;
    };
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error('--port takes a number from 0 to 65535');

    const started = await start({ port, dataDir: required('data'), optional, required });
    const { close, ...addresses } = started;

    let stopping = false;
    const stop = async () => {
      if (stopping) return;
      stopping = true;
      await close();
      process.exit(0);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    if (values['with-parent']) {
      process.stdin.on('end', stop);
      process.stdin.on('close', stop);
      process.stdin.on('error', stop);
      process.stdin.resume();
    }
    process.stdout.write(`${JSON.stringify({ ready: true, ...addresses })}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
