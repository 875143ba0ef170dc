import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { leftOut } from './left-out.ts';
import { IN_THE_SITE, isShipped, type Platform, PLATFORMS, SHIPPED, TYPES_ONLY } from './contents.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const WORKSPACES = ['store', 'sandbox', 'scripts', 'test'];
/** The workspaces in a release. */
const RELEASED = ['store'];

/**
 * Fills the folder of an archive for a platform: shipped files of the checkout, production dependencies and Node.js, as
 * in the lock file. `work` is an empty folder for the installs. Returns the SBOM.
 */
export function stage(platform: Platform, folder: string, work: string): string {
  for (const [from, to] of SHIPPED) {
    const filter = (source: string) => isShipped(path.posix.join(to, path.relative(path.join(ROOT, from), source)));
    cpSync(path.join(ROOT, from), path.join(folder, to), { recursive: true, filter });
  }
  const { cpu, runtime } = PLATFORMS[platform];
  const modules = path.join(folder, 'node_modules');

  const libraries = path.join(work, 'libraries');
  install(
    libraries,
    platform,
    RELEASED.map((workspace) => `--workspace=${workspace}`),
  );
  renameSync(path.join(libraries, 'node_modules'), modules);
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Parameters<typeof leftOut>[2];
  };
  assertInstalled(leftOut(modules, cpu, packages));
  for (const name of TYPES_ONLY) rmSync(path.join(modules, name), { recursive: true, force: true });
  rmSync(path.join(modules, '.package-lock.json'));

  const node = path.join(work, 'node');
  install(node, platform, ['--no-workspaces']);
  assertInstalled(existsSync(path.join(node, 'node_modules', runtime)) ? [] : [runtime]);
  renameSync(path.join(node, 'node_modules', runtime), path.join(modules, runtime));

  for (const workspace of RELEASED) writeManifest(folder, workspace, withoutDevelopment(readManifest(workspace)));
  const { name, version, optionalDependencies } = readManifest('.');
  const dependencies = { [runtime]: (optionalDependencies as Record<string, string>)[runtime] };
  writeManifest(folder, '.', { name, version, private: true, type: 'module', workspaces: RELEASED, dependencies });
  const sbom = materials(folder);

  mkdirSync(path.join(folder, 'runtime'));
  renameSync(path.join(modules, runtime, 'bin/node'), path.join(folder, 'runtime/node'));
  renameSync(path.join(modules, runtime, 'LICENSE'), path.join(folder, 'runtime/LICENSE'));
  rmSync(path.join(modules, runtime), { recursive: true });
  writeManifest(folder, '.', { name, version, private: true, type: 'module' });
  return sbom;
}

function assertInstalled(missing: readonly string[]): void {
  if (missing.length > 0)
    throw new Error(`npm left out ${missing.join(', ')}: a download failed. Check the connection, and run again.`);
}

type Manifest = Record<string, unknown>;

/** @param workspace a workspace's folder, or `.` */
function readManifest(workspace: string): Manifest {
  return JSON.parse(readFileSync(path.join(ROOT, workspace, 'package.json'), 'utf8')) as Manifest;
}

function writeManifest(folder: string, workspace: string, manifest: Manifest): void {
  mkdirSync(path.join(folder, workspace), { recursive: true });
  writeFileSync(path.join(folder, workspace, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

const withoutDevelopment = (manifest: Manifest): Manifest => ({ ...manifest, devDependencies: {} });

/**
 * Installs production dependencies for a platform from the lock file, on any machine. No package script runs.
 * Workspaces are installed without their development dependencies, through which npm would install whole other
 * workspaces. The root keeps its own, because npm compares them with the lock file.
 */
function install(folder: string, platform: Platform, which: string[]): void {
  writeManifest(folder, '.', readManifest('.'));
  for (const workspace of WORKSPACES) writeManifest(folder, workspace, withoutDevelopment(readManifest(workspace)));
  cpSync(path.join(ROOT, 'package-lock.json'), path.join(folder, 'package-lock.json'));
  const { cpu } = PLATFORMS[platform];
  npm(folder, [
    'ci',
    ...which,
    '--omit=dev',
    '--os=linux',
    `--cpu=${cpu}`,
    '--libc=glibc',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
}

type Component = { 'bom-ref': string; type: string; name: string; version: string; scope?: string; purl: string };

/**
 * The CycloneDX document of the installed packages and of the libraries in the built site, without npm's time and
 * random serial number.
 */
function materials(folder: string): string {
  const document = JSON.parse(
    npm(folder, ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error']),
  ) as {
    serialNumber?: string;
    metadata: { timestamp?: string };
    components: Component[];
  };
  delete document.serialNumber;
  delete document.metadata.timestamp;
  document.components.push(...IN_THE_SITE.map(componentOf));
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Where npm installs a library of the site: at the top, or below its parent or workspace when versions differ. */
const PLACES = ['store/node_modules', 'node_modules/firebase/node_modules', 'node_modules'];

/** A library of the checkout that built the site. */
function componentOf(library: string): Component & { licenses: unknown[]; properties: unknown[] } {
  const { name, version, license } = readManifest(
    PLACES.map((place) => `${place}/${library}`).find((each) => existsSync(path.join(ROOT, each))) ?? library,
  ) as Record<string, string>;
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name: name ?? library,
    version: version ?? '',
    scope: 'required',
    purl: `pkg:npm/${library.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: license } }],
    properties: [{ name: 'cairn:in-the-site', value: 'true' }],
  };
}

function npm(cwd: string, args: string[]): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
