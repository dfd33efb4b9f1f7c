import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {describe, it} from 'node:test';
import {parseAllDocuments} from 'yaml';
import {command} from '../cli/child-service.js';
import {lacks} from './programs.js';

const folder = resolve('docs/deploy');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

interface Container {
  env: {name: string; value?: string}[];
  command?: string[];
  readinessProbe: {httpGet: {path: string}};
  livenessProbe: {httpGet: {path: string}};
  securityContext: {readOnlyRootFilesystem: boolean};
  volumeMounts: {name: string; mountPath: string}[];
}
interface Pod {
  terminationGracePeriodSeconds: number;
  securityContext: {runAsNonRoot: boolean; runAsUser: number};
  initContainers: Container[];
  containers: Container[];
  volumes: {name: string}[];
}
interface Resource {
  kind: string;
  metadata: {name: string};
  spec: {
    template?: {metadata: {labels: object}; spec: Pod};
    selector?: object;
    scaleTargetRef?: {kind: string; name: string};
  };
}

/** The documents of a YAML file, which must have no errors. */
function documents<Document>(name: string): Document[] {
  return parseAllDocuments(read(name)).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS() as Document;
  });
}

describe('docs/deploy', () => {
  const help = execFileSync(process.execPath, [...command, '--help'], {encoding: 'utf8'});

  it('contains no setting that the service does not have', () => {
    for (const name of readdirSync(folder)) {
      for (const [setting] of read(name).matchAll(/SEALED_CAPTURE_[A-Z_]+/g)) {
        assert.ok(help.includes(`  ${setting} `), `${name}: ${setting}`);
      }
    }
  });

  it('has a deployment with consistent names, an unprivileged user, and a read-only root', () => {
    const resources = documents<Resource>('kubernetes.yaml');
    const kinds = resources.map(({kind}) => kind);
    assert.deepEqual(kinds, [
      'Deployment',
      'Service',
      'HorizontalPodAutoscaler',
      'PodDisruptionBudget',
    ]);
    const [deployment, service, autoscaler] = resources;
    const {labels} = deployment!.spec.template!.metadata;
    assert.deepEqual(service!.spec.selector, labels);
    assert.deepEqual(autoscaler!.spec.scaleTargetRef, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: deployment!.metadata.name,
    });
    const pod = deployment!.spec.template!.spec;
    const [container] = pod.containers;
    assert.ok(container && pod.securityContext.runAsNonRoot && pod.securityContext.runAsUser > 0);
    assert.equal(container.readinessProbe.httpGet.path, '/readyz');
    assert.equal(container.livenessProbe.httpGet.path, '/healthz');
    assert.ok(pod.terminationGracePeriodSeconds > 30, 'longer than the service takes to close');
    const volumes = pod.volumes.map(({name}) => name);
    for (const {securityContext, volumeMounts} of [...pod.initContainers, container]) {
      assert.ok(securityContext.readOnlyRootFilesystem);
      for (const {name} of volumeMounts) assert.ok(volumes.includes(name), name);
    }
  });

  it('has a compose file with the services and variables that the Caddyfile needs', () => {
    const [compose] = documents<{services: Record<string, {environment?: object}>}>('compose.yaml');
    const {services} = compose!;
    assert.deepEqual(Object.keys(services), ['valkey', 'service', 'caddy']);
    const caddy = read('Caddyfile');
    assert.match(caddy, /dynamic a service 8080/);
    assert.deepEqual(Object.keys(services['caddy']?.environment ?? {}), ['SITE']);
    assert.match(read('Containerfile'), /EXPOSE 8080/);
  });

  it('has a Caddyfile that Caddy accepts', {skip: lacks('caddy', 'version')}, () => {
    const {status, stderr} = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      {env: {...process.env, SITE: 'http://localhost:1'}, encoding: 'utf8'},
    );
    assert.equal(status, 0, stderr);
  });
});
