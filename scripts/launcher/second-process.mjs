import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readEnvFile } from './env-file.mjs';
import { PRODUCTION_ARGS } from './production.mjs';
import { say } from './say.mjs';

export const fileIn = (dataDir) => path.join(dataDir, 'second-process.env');

/**
 * Writes the variables that a second process of the application needs besides its own PORT: those of `.env` and of the
 * launcher. The format is that of `node --env-file`. Only the owner can read the file, because it contains credentials.
 */
export function writeSecondProcess(dataDir, variables) {
  const { PORT: _own, ...fromFile } = readEnvFile();
  const all = { ...variables, ...fromFile, CAIRN_DATA_DIR: dataDir, NODE_ENV: 'production' };
  const lines = Object.entries(all).map(([name, value]) => `${name}=${quoted(value)}`);
  const file = fileIn(dataDir);
  try {
    rmSync(`${file}.new`, { force: true });
    writeFileSync(
      `${file}.new`,
      `# PORT=3001 node --env-file=${file} ${PRODUCTION_ARGS.join(' ')}\n${lines.join('\n')}\n`,
      {
        mode: 0o600,
      },
    );
    renameSync(`${file}.new`, file);
  } catch (error) {
    say(`${file} can't be written (${error.code}); a second process lacks its variables`);
  }
}

export function removeSecondProcess(dataDir) {
  rmSync(fileIn(dataDir), { force: true });
}

/** Node's format has no escapes, only three kinds of quotes. */
function quoted(value) {
  const quote = [`'`, '"', '`'].find((each) => !value.includes(each));
  return quote ? quote + value + quote : value;
}
