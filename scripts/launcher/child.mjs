import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT, say } from './say.mjs';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;
/** A child that lived at least this long restarts with the first pause of the back-off. */
const HEALTHY_MS = 10_000;

/** The exit code of a program that must not be restarted (EX_CONFIG of sysexits.h). */
export const STARTUP_ERROR = 78;

/**
 * Keeps one program running. `command()` returns `{ program, args, env }` for each start. `onStart(child)` is called
 * for each new process. `onFault(code)` is called when the program ends for good, or when `giveUp(failures)` returns
 * true after that many short lives in a row. Children have their own process group: Ctrl-C in a terminal reaches only
 * the launcher, which then stops them in order.
 */
export function keepRunning(name, { command, onStart = () => {}, onFault, giveUp = () => false, stdout = 'inherit' }) {
  const kept = {
    name,
    command,
    onStart,
    onFault,
    giveUp,
    stdout,
    child: undefined,
    stopping: false,
    pause: FIRST_PAUSE_MS,
    failures: 0,
    timer: undefined,
    exited: Promise.resolve(),
  };
  let closed = false;
  start(kept);
  return {
    /** Sends SIGTERM, and SIGKILL after the limit. */
    async stop(limitMs) {
      closed = kept.stopping = true;
      await end(kept, limitMs);
    },
    /** Stops it and starts it again at once, with the new result of `command()`. */
    async restart(limitMs) {
      kept.stopping = true;
      await end(kept, limitMs);
      if (closed) return;
      kept.stopping = false;
      start(kept);
    },
  };
}

function start(kept) {
  const { name, command, onStart, stdout } = kept;
  const since = Date.now();
  const { program, args, env } = command();
  const child = spawn(program, args, { cwd: ROOT, env, detached: true, stdio: ['pipe', stdout, 'inherit'] });
  kept.child = child;
  // The pipe only shows the child that we live. The exit event reports a child that is gone.
  child.stdin.on('error', () => {});
  kept.exited = new Promise((resolve) => {
    const ended = (code, signal) => {
      resolve();
      if (!kept.stopping && kept.child === child) startAgain(kept, { code, signal, since });
    };
    child.once('error', (error) => {
      say(`${name}: ${error.message}`);
      ended(127);
    });
    child.once('exit', ended);
  });
  onStart(child);
}

/** Starts a program that ended, after a pause that grows with each short life, unless it is to be given up. */
function startAgain(kept, { code, signal, since }) {
  if (code === STARTUP_ERROR) return kept.onFault(code);
  if (Date.now() - since > HEALTHY_MS) {
    kept.pause = FIRST_PAUSE_MS;
    kept.failures = 0;
  }
  kept.failures += 1;
  if (kept.giveUp(kept.failures)) return kept.onFault(code);
  say(`${kept.name} ended (${signal ?? `exit code ${code}`}); restarting it in ${kept.pause} ms`);
  kept.timer = setTimeout(start, kept.pause, kept);
  kept.pause = Math.min(kept.pause * 2, MAX_PAUSE_MS);
}

async function end({ name, child, exited, timer }, limitMs) {
  clearTimeout(timer);
  child.kill('SIGTERM');
  const killer = setTimeout(() => {
    say(`${name} did not stop in ${limitMs} ms; killing it`);
    child.kill('SIGKILL');
  }, limitMs);
  await exited;
  clearTimeout(killer);
}

/**
 * Reads the standard output of a child. `onReady` gets the JSON line that reports readiness. Every other line is
 * printed.
 */
export function onJsonLine(name, { stdout }, onReady) {
  createInterface({ input: stdout }).on('line', (line) => {
    const answer = parse(line);
    if (answer?.ready) onReady(answer);
    else say(`${name}: ${line}`);
  });
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
