import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Accounts} from '../../../../src/core/credentials/accounts.js';
import {Connection} from '../../../../src/core/queue/connection/connection.js';
import {withCredentials} from '../../../../src/core/queue/sealing/attempt.js';
import {Connections} from '../../../../src/core/queue/connection/connections.js';
import {Ledger} from '../../../../src/core/queue/store/ledger.js';
import {Authorizer} from '../../../../src/core/queue/sealing/authorizer.js';
import {Silences} from '../../../../src/core/queue/sealing/silences.js';
import type {QueueParts} from '../../../../src/core/queue/queue-parts.js';
import {
  keyAuthorization,
  tokenAuthorization,
  type Authorization,
} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {
  ProtectionConfig,
  ProtectionOptions,
} from '@sealed-capture/seal/model/protection-config.js';
import {ENDPOINT, FakeClient, PAGE} from '../queue-fixture.js';

const job = {captureId: 'x', endpoint: ENDPOINT} as Job;
const never = new AbortController().signal;
const silent = () => new Promise<never>(() => undefined);
const refusal = () => new SealedCaptureError('unauthorized', 'Refused.', {status: 401});

/** Credentials of these clients; the second made the capture. */
function setup(configs: ProtectionConfig[], timeout = 55_000) {
  const accounts = new Accounts(() => undefined);
  const connections = configs.map(
    (config) => new Connection(new FakeClient(config), () => PAGE, accounts),
  );
  const reports: unknown[] = [];
  const ledger = new Ledger(
    {get: () => Promise.resolve(undefined), replace: () => Promise.resolve(true)},
    () => undefined,
  );
  const present = new Connections(ledger);
  for (const connection of connections) present.add(connection);
  ledger.set(job, {maker: connections[1]});
  const parts = {
    connections: present,
    ledger,
    ports: {report: (problem: unknown) => reports.push(problem)},
  };
  const queue = parts as unknown as QueueParts;
  const authorizer = new Authorizer(queue, new Silences(queue));
  const credentials = {
    endpoints: () => authorizer.served().map(({endpoint}) => endpoint),
    attempt: <T>(
      job: Job,
      signal: AbortSignal,
      work: (authorization: Authorization, within: AbortSignal) => Promise<T>,
    ): Promise<T> => withCredentials(authorizer.providersFor(job), signal, work, timeout),
  };
  return {credentials, connections, reports};
}

const giving = (authorization: ProtectionOptions['authorization']): ProtectionConfig => ({
  protection: {authorization},
});

/** Keeps Node running while the only timers do not. */
async function awake<T>(work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => undefined, 5_000);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

describe('an attempt', () => {
  it('stops waiting for a token provider that never answers, whether that respects its signal or not', async () => {
    const given: AbortSignal[] = [];
    const {credentials} = setup([giving((signal) => (given.push(signal), silent()))], 20);
    await assert.rejects(awake(credentials.attempt(job, never, silent)), {code: 'timeout'});
    assert.equal(given[0]?.aborted, true);
  });

  it('aborts a token provider together with the capture that needed the token', async () => {
    const {credentials} = setup([giving(silent)]);
    const controller = new AbortController();
    const asked = credentials.attempt(job, controller.signal, silent);
    controller.abort();
    await assert.rejects(asked, {code: 'aborted'});
  });

  it('ends at its time limit if the service never answers, and reports a timeout, not a cancellation', async () => {
    const {credentials} = setup([{apiKey: 'key'}], 20);
    const work = (_: Authorization, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () =>
          reject(new SealedCaptureError('aborted', 'Given up.')),
        );
      });
    await assert.rejects(awake(credentials.attempt(job, never, work)), {code: 'timeout'});
  });

  it('first asks the client that made the capture', async () => {
    const {credentials} = setup([{apiKey: 'first'}, {apiKey: 'maker'}, {apiKey: 'third'}]);
    const given = await credentials.attempt(job, never, (authorization) =>
      Promise.resolve(authorization),
    );
    assert.deepEqual(given, keyAuthorization('maker'));
  });

  it('continues with another client of the endpoint if the one that captured has no credentials', async () => {
    const nothing = () => Promise.reject(new SealedCaptureError('credentials_missing', 'None.'));
    const {credentials, connections} = setup([{apiKey: 'first'}, giving(nothing)]);
    const given = await credentials.attempt(job, never, (authorization) =>
      Promise.resolve(authorization),
    );
    assert.deepEqual(given, keyAuthorization('first'));
    assert.deepEqual(
      connections.map(({state}) => state.name),
      ['open', 'without-credentials'],
    );
    assert.equal(connections[1]?.settingsError?.code, 'credentials_missing');
  });

  it('does not blame a new configuration for an error of the one before', async () => {
    let reject: (error: Error) => void = () => undefined;
    const asked = new Promise<never>((_, rejects) => (reject = rejects));
    const {credentials, connections} = setup([giving(() => asked)]);
    const attempt = credentials.attempt(job, never, silent);
    connections[0]?.applyConfiguration();
    reject(new SealedCaptureError('credentials_missing', 'None.'));
    await assert.rejects(attempt, {code: 'credentials_missing'});
    assert.deepEqual(credentials.endpoints(), [ENDPOINT]);
  });
});

describe('a 401', () => {
  it('is followed by one retry with new credentials, and by no third request', async () => {
    const tried: Authorization[] = [];
    const refusals: (Authorization | undefined)[] = [];
    const {credentials} = setup([
      giving((_, refused) => {
        refusals.push(refused);
        return Promise.resolve(tokenAuthorization(`token ${refusals.length}`));
      }),
    ]);
    const work = (authorization: Authorization) => {
      tried.push(authorization);
      return Promise.reject(refusal());
    };
    await assert.rejects(credentials.attempt(job, never, work), {code: 'unauthorized'});
    assert.deepEqual(tried, [tokenAuthorization('token 1'), tokenAuthorization('token 2')]);
    assert.deepEqual(refusals, [undefined, tokenAuthorization('token 1')]);
  });

  it('is not followed by a retry with the refused credentials', async () => {
    let tries = 0;
    const {credentials} = setup([{apiKey: 'key'}]);
    const work = () => (tries++, Promise.reject(refusal()));
    await assert.rejects(credentials.attempt(job, never, work), {code: 'unauthorized'});
    assert.equal(tries, 1);
  });

  it('is the only answer that is retried at once', async () => {
    for (const status of [403, 500, undefined]) {
      let tries = 0;
      const {credentials} = setup([giving(() => Promise.resolve(tokenAuthorization(`${tries}`)))]);
      const failure = new SealedCaptureError('service_unavailable', 'No.', {status});
      const work = () => (tries++, Promise.reject(failure));
      await assert.rejects(credentials.attempt(job, never, work), failure);
      assert.equal(tries, 1);
    }
  });
});

describe('an error of a provider', () => {
  const attempt = async (thrown: unknown, times = 1) => {
    const {credentials, reports} = setup([
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors
      giving(() => Promise.reject(thrown)),
    ]);
    const failures: unknown[] = [];
    for (let i = 0; i < times; i++) {
      await credentials.attempt(job, never, silent).catch((error: unknown) => failures.push(error));
    }
    return {failures: failures as SealedCaptureError[], reports};
  };

  it('counts as no network, and is reported to the page once per message', async () => {
    const {failures, reports} = await attempt(new TypeError('Failed to fetch'), 3);
    assert.deepEqual(
      failures.map(({code}) => code),
      ['network_failed', 'network_failed', 'network_failed'],
    );
    assert.deepEqual(reports, ['sealed-capture: protection: Failed to fetch']);
  });

  it('counts as no network, or as no answer in time, if it is a DOMException', async () => {
    for (const [name, code] of [
      ['AbortError', 'network_failed'],
      ['NetworkError', 'network_failed'],
      ['TimeoutError', 'timeout'],
    ] as const) {
      assert.equal((await attempt(new DOMException('Mine.', name))).failures[0]?.code, code);
    }
  });

  it('counts as an answer without a token otherwise', async () => {
    for (const thrown of ['text', undefined, refusal(), new Error('No token: 500')]) {
      assert.equal((await attempt(thrown)).failures[0]?.code, 'service_unreachable');
    }
  });

  it('is a bug of the page if it is a JavaScript error that fetch and JSON.parse do not throw', async () => {
    for (const bug of [
      new TypeError('x is undefined'),
      new ReferenceError('x'),
      new RangeError('x'),
    ]) {
      const {failures, reports} = await attempt(bug);
      assert.equal(failures[0]?.code, 'configuration_invalid');
      assert.deepEqual(reports, [bug]);
    }
    const unscripted = new TypeError('Die Netzwerkverbindung wurde unterbrochen.');
    unscripted.stack = '';
    const messages = [
      'NetworkError when attempting to fetch resource.',
      'Load failed',
      'network error',
    ];
    for (const thrown of [
      ...messages.map((message) => new TypeError(message)),
      unscripted,
      new SyntaxError('Unexpected token < in JSON'),
    ]) {
      assert.equal((await attempt(thrown)).failures[0]?.code, 'network_failed', String(thrown));
    }
  });

  it('is not reported if the provider only has no credentials', async () => {
    const {failures, reports} = await attempt(
      new SealedCaptureError('credentials_missing', 'Signed out.'),
    );
    assert.equal(failures[0]?.code, 'credentials_missing');
    assert.deepEqual(reports, []);
  });

  it('does not put a token into a message that is stored or reported', async () => {
    const token = `${'eyJhbGciOi'.repeat(3)}.${'eyJpc3Mi'.repeat(9)}.${'abc-_'.repeat(8)}`;
    for (const thrown of [
      new Error(`No JSON: {"token":"${token}"}`),
      new TypeError(`No JSON: "${token}" is no function`),
      new SealedCaptureError('configuration_invalid', `Bearer ${token}`),
    ]) {
      const {failures, reports} = await attempt(thrown);
      // A bug is reported with the error that the page threw.
      const told = `${failures[0]?.message} ${reports.filter((report) => report !== thrown).join()}`;
      assert.doesNotMatch(told, /eyJ|abc-_/);
      assert.match(told, /No JSON|Bearer/);
    }
  });
});
