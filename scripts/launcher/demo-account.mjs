import { STARTUP_ERROR } from './child.mjs';
import { exec } from './exec.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { Fault, say } from './say.mjs';

/**
 * Creates the sandbox's demo account and the second sources of its plans before the application starts with these variables. Returns the variable that
 * makes the application show the credentials, or none when it failed for a temporary reason. Throws a Fault otherwise.
 */
export async function makeDemoAccount(node, variables) {
  const { code, output } = await exec(node, ['sandbox/demo-account/main.ts'], {
    capture: true,
    env: withNodeOnPath(node, variables),
    endsWithUs: true,
  });
  if (code === 0) return { CAIRN_DEMO_ACCOUNT: output.trim().split('\n').at(-1) };
  if (code === STARTUP_ERROR) throw new Fault(`\n${output.trim()}\n`, STARTUP_ERROR);
  if (code !== null) say(`the demo account could not be made: ${output.trim()}`);
  return {};
}
