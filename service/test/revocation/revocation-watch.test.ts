import assert from 'node:assert/strict';
import {X509Certificate} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, afterEach, before, describe, it} from 'node:test';
import {askByHttp} from '../../src/revocation/ask-responder.js';
import {
  RevocationWatch,
  type Later,
  type RevocationState,
  type WatchOptions,
} from '../../src/revocation/revocation-watch.js';
import {noOpenssl, openssl} from '../certificates/openssl-authority.js';
import {temporaryFolder} from '../service-fixture.js';
import {startResponder, type Manner, type OpensslResponder} from './openssl-responder.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('The revocation watch', {skip: noOpenssl}, () => {
  let responder: OpensslResponder;
  const watches: RevocationWatch[] = [];
  before(async () => {
    responder = await startResponder(await temporaryFolder());
  });
  after(async () => {
    await responder.close();
    await rm(responder.folder, {recursive: true});
  });
  afterEach(() => {
    for (const watch of watches.splice(0)) watch.close();
    timer = undefined;
  });

  /** The timer that the watch has set. */
  let timer: {run: () => void; left: number} | undefined;
  const later: Later = (run, left) => {
    const mine = {run, left};
    timer = mine;
    return () => {
      if (timer === mine) timer = undefined;
    };
  };
  const tick = (milliseconds: number): void => {
    if (!timer) return;
    timer.left -= milliseconds;
    if (timer.left > 0) return;
    const {run} = timer;
    timer = undefined;
    run();
  };

  const der = (name: string) =>
    new Uint8Array(new X509Certificate(readFileSync(join(responder.folder, `${name}.pem`))).raw);

  const watch = (options: Partial<WatchOptions> = {}) => {
    const states: RevocationState[] = [];
    const made = new RevocationWatch({
      leaf: der('leaf'),
      issuer: der('issuer'),
      ask: askByHttp(responder.address, responder.manner === 'silent' ? 300 : 10_000),
      onChange: (state) => void states.push(state),
      random: () => 0.5,
      later,
      ...options,
    });
    watches.push(made);
    return {made, states};
  };

  const stateAfter = async (manner: Manner): Promise<RevocationState> => {
    responder.manner = manner;
    const {made} = watch();
    await made.start();
    return made.state;
  };

  it('uses an answer that openssl has made and verifies', async () => {
    const state = await stateAfter('good');
    assert.ok(state.name === 'good');
    assert.ok(Math.abs(state.answer.until - Date.now() - 4 * DAY_MS) < HOUR_MS);
    await writeFile(join(responder.folder, 'answer.der'), state.answer.der);
    const said = openssl(
      responder.folder,
      ...['ocsp', '-respin', 'answer.der', '-issuer', 'issuer.pem', '-cert', 'leaf.pem'],
      ...['-CAfile', 'root.pem', '-no_nonce'],
    );
    assert.match(said, /leaf\.pem: good/);
  });

  it('reports that the certificate was revoked', async () => {
    assert.equal((await stateAfter('revoked')).name, 'revoked');
  });

  for (const [manner, reason] of [
    ['unknown', /does not know the certificate/],
    ['endless', /for how long/],
    ['ending', /expired/],
    ['lying', /signature does not hold/],
    ['unauthorised', /signature does not hold/],
    ['about another', /about other certificates/],
    ['with a nonce', /another request/],
    ['try later', /status 3/],
    ['garbage', /./],
    ['endless body', /did not answer/],
    ['redirecting', /did not answer/],
    ['status 500', /did not answer/],
    ['silent', /did not answer/],
    ['dead', /did not answer/],
  ] as const) {
    it(`uses no answer of a responder that is ${manner}`, async () => {
      const state = await stateAfter(manner);
      assert.ok(state.name === 'unknown');
      assert.match(state.reason, reason);
    });
  }

  it('follows no redirect', async () => {
    const before = responder.asked;
    await stateAfter('redirecting');
    assert.equal(responder.asked - before, 1);
  });

  it('uses no answer with a changed byte', async () => {
    responder.manner = 'good';
    const answer = await askByHttp(responder.address)(await requestOf(), AbortSignal.timeout(5000));
    for (let at = 0; at < answer.length; at += 5) {
      const changed = Uint8Array.from(answer);
      changed[at] = changed[at]! ^ 1;
      const {made} = watch({ask: () => Promise.resolve(changed)});
      await made.start();
      // A change of unsigned bytes may leave the answer valid; its content must then be the same.
      if (made.state.name !== 'unknown') assert.equal(made.state.name, 'good', `byte ${at}`);
      made.close();
    }
  });

  /** The request of the watch. */
  const requestOf = async (): Promise<Uint8Array> => {
    let asked: Uint8Array | undefined;
    const {made} = watch({
      ask: (request) => {
        asked = request;
        return Promise.reject(new Error('no'));
      },
    });
    await made.start();
    return asked!;
  };

  it('keeps an answer over failures until it expires, and reports each change once', async () => {
    responder.manner = 'good';
    let now = Date.now();
    const {made, states} = watch({now: () => now});
    await made.start();
    const asked = responder.asked;
    responder.manner = 'dead';
    now += 2.1 * DAY_MS;
    tick(2.1 * DAY_MS);
    await untilAsked(asked + 1);
    const nameNow = (): string => made.state.name;
    assert.equal(nameNow(), 'good');
    now += 2 * DAY_MS;
    assert.equal(nameNow(), 'unknown');
    assert.equal(nameNow(), 'unknown');
    assert.deepEqual(
      states.map(({name}) => name),
      ['good', 'unknown'],
    );
  });

  it('sends the next request after half of the validity, and not before', async () => {
    responder.manner = 'good';
    let now = Date.now();
    const {made} = watch({now: () => now});
    await made.start();
    const asked = responder.asked;
    now += 1.9 * DAY_MS;
    tick(1.9 * DAY_MS);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(responder.asked, asked);
    now += 0.2 * DAY_MS;
    tick(0.2 * DAY_MS);
    await untilAsked(asked + 1);
  });

  it('retries after a failure, with growing delays', async () => {
    let asked = 0;
    const {made, states} = watch({
      ask: () => {
        asked++;
        return Promise.reject(new Error('no'));
      },
      random: () => 1,
    });
    await made.start();
    for (const [pause, total] of [
      [29_999, 1],
      [1, 2],
      [59_999, 2],
      [1, 3],
      [119_999, 3],
      [1, 4],
    ] as const) {
      tick(pause);
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      assert.equal(asked, total);
    }
    assert.equal(states.length, 1);
  });

  it('does not let an earlier answer undo a revocation', async () => {
    const good = await (async () => {
      responder.manner = 'good';
      return askByHttp(responder.address)(await requestOf(), AbortSignal.timeout(5000));
    })();
    await new Promise<void>((resolve) => setImmediate(resolve));
    const wait = Date.now() + 1100;
    while (Date.now() < wait) await new Promise<void>((resolve) => setImmediate(resolve));
    responder.manner = 'revoked';
    const {made} = watch();
    await made.start();
    assert.equal(made.state.name, 'revoked');
    const stored = made.state.answer.der;
    const {made: later} = watch({
      ask: () => Promise.resolve(good),
      file: {read: () => Promise.resolve(Buffer.from(stored)), write: () => Promise.resolve()},
    });
    await later.start();
    assert.equal(later.state.name, 'revoked');
  });

  it('uses a stored answer, and sends a request anyway, because the certificate may have been revoked since', async () => {
    const good = await stateAfter('good');
    assert.ok(good.name === 'good');
    const file = {
      read: () => Promise.resolve(good.answer.der),
      write: () => Promise.reject(new Error('The disk is full.')),
    };
    const away = watch({file, ask: () => Promise.reject(new Error('It is away.'))});
    await away.made.start();
    assert.equal(away.made.state.name, 'good');
    responder.manner = 'revoked';
    const revoked = watch({file});
    await revoked.made.start();
    assert.equal(revoked.made.state.name, 'revoked');
    responder.manner = 'good';
    const asked = responder.asked;
    let notStored = 0;
    const later = watch({
      file,
      now: () => Date.now() + 5 * DAY_MS,
      onNotStored: () => void notStored++,
    });
    await later.made.start();
    assert.equal(responder.asked, asked + 1);
  });

  it('sends no request after it is closed', async () => {
    responder.manner = 'silent';
    const {made, states} = watch({ask: askByHttp(responder.address, 60_000)});
    const started = made.start();
    await untilAsked(responder.asked + 1);
    made.close();
    await started;
    assert.deepEqual(states, []);
  });

  /** Waits until the responder has received this many requests and the last answer has arrived. */
  async function untilAsked(count: number): Promise<void> {
    const end = performance.now() + 5000;
    while (responder.asked < count) {
      assert.ok(performance.now() < end, 'the responder was asked');
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    for (let turn = 0; turn < 50; turn++) {
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
});
