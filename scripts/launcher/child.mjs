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
  let child;
  let stopping = false;
  let pause = FIRST_PAUSE_MS;
  let failures = 0;
  let closed = false;
  let timer;
  let exited = Promise.resolve();

  function start() {
    const since = Date.now();
    const { program, args, env } = command();
    child = spawn(program, args, { cwd: ROOT, env, detached: true, stdio: ['pipe', stdout, 'inherit'] });
    // The pipe only shows the child that we live. The exit event reports a child that is gone.
    child.stdin.on('error', () => {});
    const started = child;
    exited = new Promise((resolve) => {
      const end = (code, signal) => {
        resolve();
        if (stopping || child !== started) return;
        if (code === STARTUP_ERROR) return onFault(code);
        if (Date.now() - since > HEALTHY_MS) {
          pause = FIRST_PAUSE_MS;
          failures = 0;
        }
        failures += 1;
        if (giveUp(failures)) return onFault(code);
        say(`${name} ended (${signal ?? `exit code ${code}`}); restarting it in ${pause} ms`);
        timer = setTimeout(start, pause);
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
      };
      started.once('error', (error) => {
        say(`${name}: ${error.message}`);
        end(127);
      });
      started.once('exit', end);
    });
    onStart(child);
  }

  async function end(limitMs) {
    clearTimeout(timer);
    child.kill('SIGTERM');
    const killer = setTimeout(() => {
      say(`${name} did not stop in ${limitMs} ms; killing it`);
      child.kill('SIGKILL');
    }, limitMs);
    await exited;
    clearTimeout(killer);
  }

  start();
  return {
    /** Sends SIGTERM, and SIGKILL after the limit. */
    async stop(limitMs) {
      closed = stopping = true;
      await end(limitMs);
    },
    /** Stops it and starts it again at once, with the new result of `command()`. */
    async restart(limitMs) {
      stopping = true;
      await end(limitMs);
      if (closed) return;
      stopping = false;
      start();
    },
  };
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
