/**
 * Makes test/support/kubernetes.schema.json: the fields of the resources in deploy/kubernetes, with their types and which
 * are required, from npm's @kubernetes/client-node, which is made from the OpenAPI description of Kubernetes:
 *   npm pack @kubernetes/client-node && tar -xzf kubernetes-client-node-*.tgz
 *   node scripts/data/kubernetes.mjs package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const KINDS = {
  Deployment: 'apps/v1',
  Ingress: 'networking.k8s.io/v1',
  Job: 'batch/v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'v1',
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the unpacked package @kubernetes/client-node.');
const models = path.resolve(folder, 'dist/gen/models');
const version = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;

const PLAIN = {
  any: {},
  boolean: { type: 'boolean' },
  Date: { type: 'string' },
  IntOrString: { type: ['integer', 'string'] },
  number: { type: 'number' },
  object: { type: 'object' },
  string: { type: 'string' },
};
const definitions = {};

async function define(name) {
  if (name in definitions) return;
  definitions[name] = {};
  const { [name]: model } = await import(pathToFileURL(path.join(models, `${name}.js`)).href);
  // Its declaration has a question mark behind what may be missing.
  const declared = readFileSync(path.join(models, `${name}.d.ts`), 'utf8');
  const isRequired = (field) => new RegExp(`^ {4}'${field.replace('$', '\\$')}': `, 'm').test(declared);
  // What the cluster writes is in no manifest.
  const fields = model.getAttributeTypeMap().filter(({ baseName }) => baseName !== 'status');
  const properties = {};
  for (const { baseName, type, format } of fields)
    properties[baseName] = await schemaOf(type, format.startsWith('int') && format !== 'int-or-string');
  const required = fields.filter(({ name: field }) => isRequired(field)).map(({ baseName }) => baseName);
  definitions[name] = {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties,
  };
}

async function schemaOf(type, isWhole = false) {
  if (type === 'number' && isWhole) return { type: 'integer' };
  if (type in PLAIN) return PLAIN[type];
  const list = /^Array<(.*)>$/.exec(type)?.[1];
  if (list) return { type: 'array', items: await schemaOf(list, isWhole) };
  const map = /^\{ \[key: string\]: (.*); \}$/.exec(type)?.[1];
  if (map) return { type: 'object', additionalProperties: await schemaOf(map) };
  await define(type);
  return { $ref: `#/definitions/${type}` };
}

for (const [kind, apiVersion] of Object.entries(KINDS)) {
  const name = `V1${kind}`;
  await define(name);
  Object.assign(definitions[name].properties, { apiVersion: { const: apiVersion }, kind: { const: kind } });
  definitions[name].required = ['apiVersion', 'kind', 'metadata', 'spec'];
}
const [, release] = /OpenAPI spec version: release-([\d.]+)/.exec(
  readFileSync(path.join(models, 'V1Deployment.js'), 'utf8'),
);
const schema = {
  $id: 'kubernetes',
  title: `Resources of Kubernetes ${release}`,
  description: `By scripts/data/kubernetes.mjs from @kubernetes/client-node ${version} (Apache License 2.0): names, types and required fields, without descriptions.`,
  definitions,
};
writeFileSync(
  new URL('../../test/support/kubernetes.schema.json', import.meta.url),
  `${JSON.stringify(schema, null, 1)}\n`,
);
console.log(`Kubernetes ${release}: ${Object.keys(definitions).length} types`);
