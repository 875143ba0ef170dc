import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { findMisspelt } from '#src/config/names.ts';
import { VERSION } from '#src/shared/version.ts';
import clusterSchema from '../support/cloudnative-pg.schema.json' with { type: 'json' };
import kubernetesSchema from '../support/kubernetes.schema.json' with { type: 'json' };
import { readText, trackedFiles } from './source.ts';

/** The manifests of deploy/kubernetes: fields as Kubernetes has them, and values as the store needs them. */

const FOLDER = 'deploy/kubernetes/';

type Manifest = Record<string, unknown>;

/** The value at a path such as `spec.containers.0`; its schema says what it is. */
function at<T = string>(manifest: Manifest, path: string): T {
  const steps = path.split('.');
  return steps.reduce<unknown>((value, step) => (value as Manifest)[step], manifest) as T;
}

const parse = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Manifest);
const read = (file: string) => parse(readText(`${FOLDER}${file}`))[0]!;
const files = trackedFiles('.yaml').filter((file) => file.startsWith(FOLDER));
const kustomizations = files.filter((file) => file.endsWith('/kustomization.yaml'));
const resources = files.filter((file) => !kustomizations.includes(file));

const ajv = new Ajv({ allErrors: true, strict: false }).addSchema([clusterSchema, kubernetesSchema]);

/** What is wrong with a manifest, as `/path message`. */
function faultsOf(manifest: Manifest): string[] {
  const kind = String(manifest['kind']);
  const id = kind === 'Cluster' ? 'cloudnative-pg' : `kubernetes#/definitions/V1${kind}`;
  const validate = ajv.getSchema(id);
  if (!validate) return [`/kind is not known: ${kind}`];
  void validate(manifest);
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${(params as { additionalProperty?: string }).additionalProperty ?? ''}`.trim(),
  );
}

describe('a manifest', () => {
  test.each(resources)('%s has only fields that Kubernetes knows', (file) => {
    expect(parse(readText(file)).flatMap(faultsOf)).toEqual([]);
  });

  const ADDED = 'must NOT have additional properties';
  test.each([
    [
      'store/deployment.yaml',
      'terminationGracePeriodSeconds:',
      'terminationGracePeriod:',
      `/spec/template/spec ${ADDED} terminationGracePeriod`,
    ],
    [
      'store/deployment.yaml',
      'readinessProbe:',
      'readynessProbe:',
      `/spec/template/spec/containers/0 ${ADDED} readynessProbe`,
    ],
    [
      'store/deployment.yaml',
      'failureThreshold: 60',
      'failureTreshold: 60',
      `/spec/template/spec/containers/0/startupProbe ${ADDED} failureTreshold`,
    ],
    ['store/deployment.yaml', 'replicas: 2', 'replicas: two', '/spec/replicas must be integer'],
    [
      'store/deployment.yaml',
      '- name: store\n          image',
      '- image',
      "/spec/template/spec/containers/0 must have required property 'name'",
    ],
    ['store/pod-disruption-budget.yaml', 'maxUnavailable', 'maxUnavailble', `/spec ${ADDED} maxUnavailble`],
    ['store/pod-disruption-budget.yaml', 'policy/v1', 'policy/v1beta1', '/apiVersion must be equal to constant'],
    ['migrate/job.yaml', 'backoffLimit', 'backOffLimit', `/spec ${ADDED} backOffLimit`],
    ['store/service.yaml', 'kind: Service', 'kind: Sevice', '/kind is not known: Sevice'],
    [
      'database/cluster.yaml',
      'dataDurability',
      'datadurability',
      `/spec/postgresql/synchronous ${ADDED} datadurability`,
    ],
    ['database/cluster.yaml', "'200'", '200', '/spec/postgresql/parameters/max_connections must be string'],
  ])('%s with a slip is refused: %s', (file, right, wrong, says) => {
    const text = readText(`${FOLDER}${file}`);
    expect(text).toContain(right);
    expect(parse(text.replace(right, wrong)).flatMap(faultsOf)).toEqual([says]);
  });

  test('is listed by the kustomization of its folder, which lists nothing else', () => {
    const listed = kustomizations.flatMap((file) =>
      at<string[]>(parse(readText(file))[0]!, 'resources').map((name) => file.replace('kustomization.yaml', name)),
    );
    expect(listed.toSorted()).toEqual(resources.toSorted());
  });
});

describe('the manifests of the store', () => {
  const deployment = read('store/deployment.yaml');
  const job = read('migrate/job.yaml');
  const pods = [deployment, job].map((each) => at<Manifest>(each, 'spec.template.spec'));
  const [pod] = pods as [Manifest];
  const env = parseEnv(readText(`${FOLDER}store/cairn.env`)) as Record<string, string>;
  const seconds = (name: string) => Number(env[name]);

  test('have probes that never restart a pod for its database', () => {
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'];
    expect(probes.map((probe) => at(pod, `containers.0.${probe}.httpGet.path`))).toEqual([
      '/healthz',
      '/healthz',
      '/readyz',
    ]);
  });

  test('let a pod finish: it drains longer than readiness takes to fail, and is killed later than it ends', () => {
    const probe = at<{ periodSeconds: number; failureThreshold: number }>(pod, 'containers.0.readinessProbe');
    expect(seconds('DRAIN_SECONDS')).toBeGreaterThan(probe.periodSeconds * probe.failureThreshold);
    expect(seconds('SHUTDOWN_SECONDS')).toBeGreaterThan(seconds('DRAIN_SECONDS') + 3);
    expect(pod['terminationGracePeriodSeconds']).toBeGreaterThan(seconds('SHUTDOWN_SECONDS'));
  });

  test('migrate in the Job alone, which has the image of the pods, of this version', () => {
    expect(env['MIGRATE_AT_START']).toBe('off');
    expect(at(job, 'spec.template.spec.containers.0.args')).toEqual(['ops', 'migrate', 'run']);
    const [images, same] = ['store', 'migrate'].map((folder) => at(read(`${folder}/kustomization.yaml`), 'images'));
    expect(images).toEqual(same);
    expect(images).toEqual([{ name: 'cairn', newName: expect.any(String), newTag: VERSION }]);
  });

  test.each(pods)('run unprivileged on a read-only root file system', (spec) => {
    expect(spec['securityContext']).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001, fsGroup: 10_001 });
    expect(spec['automountServiceAccountToken']).toBe(false);
    expect(at(spec, 'containers.0.securityContext')).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('select the pods that they mean', () => {
    const labels = at(deployment, 'spec.template.metadata.labels');
    expect([
      at(deployment, 'spec.selector.matchLabels'),
      at(read('store/service.yaml'), 'spec.selector'),
      at(read('store/pod-disruption-budget.yaml'), 'spec.selector.matchLabels'),
      at(read('store/network-policy.yaml'), 'spec.podSelector.matchLabels'),
      ...['0', '1'].map((each) => at(pod, `topologySpreadConstraints.${each}.labelSelector.matchLabels`)),
    ]).toEqual(Array.from({ length: 6 }, () => labels));
    expect(at(job, 'spec.template.metadata.labels')).not.toEqual(labels);
  });

  test('set no variable that the store does not know, with those that Kubernetes adds', () => {
    const own = at<{ name: string }[]>(pod, 'containers.0.env').map(({ name }) => [name, 'x']);
    const added = {
      KUBERNETES_SERVICE_HOST: '10.96.0.1',
      KUBERNETES_PORT: 'tcp://10.96.0.1:443',
      CAIRN_PORT: 'tcp://10.96.0.2:80',
    };
    expect(findMisspelt({ ...env, ...added, ...Object.fromEntries(own) })).toEqual([]);
  });
});

describe('the database', () => {
  const cluster = read('database/cluster.yaml');

  test('confirms what a second machine has, on three machines, with room for the pods of an upgrade', () => {
    expect(at(cluster, 'spec.instances')).toBe(3);
    expect(at(cluster, 'spec.postgresql.synchronous')).toEqual({
      method: 'any',
      number: 1,
      dataDurability: 'required',
      failoverQuorum: true,
    });
    expect(at(cluster, 'spec.affinity')).toMatchObject({
      podAntiAffinityType: 'required',
      topologyKey: 'kubernetes.io/hostname',
    });
    const pods = at<number>(read('store/deployment.yaml'), 'spec.replicas');
    expect(Number(at(cluster, 'spec.postgresql.parameters.max_connections'))).toBeGreaterThan(2 * pods * 26);
  });

  test('has the secrets that the pods read', () => {
    const name = at(cluster, 'metadata.name');
    const text = readText(`${FOLDER}store/deployment.yaml`);
    expect(text).toContain(`name: ${name}-app`);
    expect(text).toContain(`secretName: ${name}-ca`);
  });
});
