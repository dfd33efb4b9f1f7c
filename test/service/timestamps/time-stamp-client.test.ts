import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {timestampHolds} from '../../../src/seal/node/time-stamp.js';
import {timeStampAuthority} from '../../../src/service/certificates/timestamp-authority.js';
import {grantedReply, refusedReply} from '../../../src/service/timestamps/stamp-reply.js';
import {TimeStampUnavailable} from '../../../src/service/timestamps/independent-time.js';
import {
  TimeStampClient,
  type TimeStampClientOptions,
  type TimeStampNotice,
} from '../../../src/service/timestamps/time-stamp-client.js';
import * as x509 from '@peculiar/x509';
import {
  certify,
  clockUnder,
  EMAIL_PROTECTION,
  honest,
  identityOf,
  makeRoot,
  pemOf,
  serve,
  serveTsa,
  TIME_STAMPING,
  type Answering,
  type Certified,
  type TestServer,
} from './tsa.js';

const imprint = randomBytes(32);
const servers: TestServer[] = [];
const started = async (server: Promise<TestServer>): Promise<TestServer> => {
  servers.push(await server);
  return server;
};

describe('The time-stamp client', () => {
  let root: Certified;
  let good: Answering;
  let identity: Awaited<ReturnType<typeof clockUnder>>;

  before(async () => {
    root = await makeRoot();
    identity = await clockUnder(root);
    good = honest(identity);
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.close()));
  });

  const clientOf = (
    addresses: readonly (TestServer | URL)[],
    more: Partial<TimeStampClientOptions> = {},
  ) =>
    new TimeStampClient({
      addresses: addresses.map((one) => (one instanceof URL ? one : one.address)),
      anchors: () => pemOf(root),
      perMinute: 0,
      timeout: 2_000,
      isOptional: false,
      ...more,
    });

  /** What the client says of an authority after as many failures as it takes to be told of. */
  const complaint = async (
    server: TestServer | URL,
    more: Partial<TimeStampClientOptions> = {},
  ) => {
    const told: TimeStampNotice[] = [];
    const client = clientOf([server], {...more, onNotice: (notice) => told.push(notice)});
    for (let round = 0; round < 5; round++) {
      await assert.rejects(client.stamp(imprint), TimeStampUnavailable);
    }
    const [notice, ...others] = told;
    assert.equal(notice?.name, 'failing');
    assert.deepEqual(others, []);
    return notice.reason;
  };

  it('takes a stamp that holds', async () => {
    const token = await clientOf([await started(serveTsa(good))]).stamp(imprint);
    assert.ok(timestampHolds(token, imprint));
    assert.ok(!timestampHolds(token, randomBytes(32)));
  });

  it('takes one over certificates between the authority and its root, whatever their order', async () => {
    const upper = await makeRoot({issuer: root, pathLength: 1});
    const lower = await makeRoot({issuer: upper, pathLength: 0});
    const leaf = await certify({issuer: lower, usages: [TIME_STAMPING]});
    const chain = await identityOf(leaf, upper, lower, root);
    const client = clientOf([await started(serveTsa(honest(chain)))]);
    assert.ok(timestampHolds(await client.stamp(imprint), imprint));
    assert.ok(timestampHolds(await client.stamp(imprint), imprint));
  });

  it('takes one whose own certificate is the anchor', async () => {
    const anchors = x509.PemConverter.encode(
      identity.certificateChain[0]!.slice().buffer,
      'CERTIFICATE',
    );
    await clientOf([await started(serveTsa(good))], {anchors: () => anchors}).stamp(imprint);
  });

  it('sends a name and password as Basic authentication, and in no notice', async () => {
    let sent: string | undefined;
    const server = await started(
      serve(({headers}, response) => {
        sent = headers.authorization;
        response.writeHead(401).end();
      }),
    );
    const address = new URL(server.address);
    address.username = 'name';
    address.password = 'p%40ss';
    assert.equal(await complaint(address), 'It answered with status 401.');
    assert.equal(sent, `Basic ${Buffer.from('name:p@ss').toString('base64')}`);
  });

  const wrong: [name: string, make: () => Promise<Answering> | Answering, reason: string][] = [
    [
      'stamps another imprint',
      () =>
        ({nonce}) =>
          grantedReply(timeStampAuthority(identity, Date.now)(randomBytes(32), {nonce})),
      'The time stamp is about something else.',
    ],
    [
      'stamps the imprint under another digest',
      () =>
        ({nonce}) =>
          grantedReply(timeStampAuthority(identity, Date.now)(imprint, {nonce, digest: 'sha512'})),
      'The time stamp is about something else.',
    ],
    [
      'repeats another nonce',
      () => () =>
        grantedReply(timeStampAuthority(identity, Date.now)(imprint, {nonce: Buffer.of(5)})),
      'The time stamp answers another request.',
    ],
    [
      'repeats no nonce',
      () => () => grantedReply(timeStampAuthority(identity, Date.now)(imprint)),
      'The time stamp answers another request.',
    ],
    [
      'sends no certificates',
      () =>
        ({nonce}) =>
          grantedReply(
            timeStampAuthority(identity, Date.now)(imprint, {nonce, withoutCertificates: true}),
          ),
      'The time stamp lacks the certificate that signed it.',
    ],
    [
      'has a wrong signature',
      () => (query, response) => {
        const reply = Buffer.from(good(query, response)!);
        reply[reply.length - 1]! ^= 1;
        return reply;
      },
      'The signature is wrong.',
    ],
    [
      'names another certificate than signed',
      () => (query, response) => {
        const reply = Buffer.from(good(query, response)!);
        const at = reply.indexOf(Buffer.from('2a864886f70d010910022f', 'hex'));
        reply[at + 11 + 2 + 6 + 2]! ^= 1;
        return reply;
      },
      'The time stamp names another certificate than it was signed by.',
    ],
    [
      'has an expired certificate',
      async () => honest(await clockUnder(root, {from: -10, to: -1})),
      "The authority's certificate was not valid at the time that it stamped.",
    ],
    [
      'has a certificate that is not valid yet',
      async () => honest(await clockUnder(root, {from: 1})),
      "The authority's certificate was not valid at the time that it stamped.",
    ],
    [
      'has an expired certificate above its own',
      async () => {
        const issuer = await makeRoot({issuer: root, from: -10, to: -1});
        const leaf = await certify({issuer, usages: [TIME_STAMPING]});
        return honest(await identityOf(leaf, issuer));
      },
      "The authority's certificate leads to no trusted root.",
    ],
    [
      'is of an unknown root',
      async () => {
        const other = await makeRoot();
        const leaf = await certify({issuer: other, usages: [TIME_STAMPING]});
        return honest(await identityOf(leaf, other));
      },
      "The authority's certificate leads to no trusted root.",
    ],
    [
      'is certified by one who may not certify',
      async () => {
        const clock = await certify({issuer: root, usages: [TIME_STAMPING]});
        const leaf = await certify({issuer: clock, usages: [TIME_STAMPING]});
        return honest(await identityOf(leaf, clock));
      },
      "The authority's certificate leads to no trusted root.",
    ],
    [
      'is certified below the depth that is allowed',
      async () => {
        const upper = await makeRoot({issuer: root, pathLength: 0});
        const lower = await makeRoot({issuer: upper});
        const leaf = await certify({issuer: lower, usages: [TIME_STAMPING]});
        return honest(await identityOf(leaf, lower, upper));
      },
      "The authority's certificate leads to no trusted root.",
    ],
    [
      'is certified by an authority for other things',
      async () => {
        const issuer = await makeRoot({issuer: root, usages: [EMAIL_PROTECTION]});
        const leaf = await certify({issuer, usages: [TIME_STAMPING]});
        return honest(await identityOf(leaf, issuer));
      },
      "The authority's certificate leads to no trusted root.",
    ],
    [
      'has a critical extension that nobody knows',
      async () =>
        honest(
          await clockUnder(root, {more: [new x509.Extension('1.2.3.4', true, Buffer.of(5, 0))]}),
        ),
      "The authority's certificate leads to no trusted root.",
    ],
    [
      'has a certificate for other things',
      async () => honest(await clockUnder(root, {usages: [EMAIL_PROTECTION]})),
      "The authority's certificate is not for time stamps alone.",
    ],
    [
      'has a certificate for time stamps among others',
      async () => honest(await clockUnder(root, {usages: [TIME_STAMPING, EMAIL_PROTECTION]})),
      "The authority's certificate is not for time stamps alone.",
    ],
    [
      'has a certificate whose use is not critical',
      async () => honest(await clockUnder(root, {isUsageCritical: false})),
      "The authority's certificate is not for time stamps alone.",
    ],
    [
      'has a key that may not sign',
      async () => honest(await clockUnder(root, {keyUsage: x509.KeyUsageFlags.keyEncipherment})),
      "The authority's certificate may not sign time stamps.",
    ],
    [
      'stamps a time that is past',
      () => honest(identity, {now: () => Date.now() - 120_000}),
      "The time stamp's time is far from this machine's clock.",
    ],
    [
      'stamps a time that is to come',
      () => honest(identity, {now: () => Date.now() + 120_000}),
      "The time stamp's time is far from this machine's clock.",
    ],
    [
      'refuses',
      () => () => refusedReply({name: 'refused', failure: 'badAlg', reason: 'a secret word'}),
      'The authority refused to stamp (PKIStatus 2).',
    ],
    [
      'grants without a token',
      () => () => Buffer.from('30053003020100', 'hex'),
      'The answer says that time was stamped, but holds no time stamp.',
    ],
    [
      'cuts its answer short',
      () => (query, response) => good(query, response)!.subarray(0, -5),
      'The answer is no time-stamp reply.',
    ],
    ['answers nothing', () => () => Buffer.alloc(0), 'The answer is no time-stamp reply.'],
    [
      'answers a page',
      () => () => Buffer.from('<!doctype html>'),
      'The answer is no time-stamp reply.',
    ],
    [
      'fails',
      () => (_query, response) => void response.writeHead(500).end('a secret word'),
      'It answered with status 500.',
    ],
    [
      'answers without end',
      () => (_query, response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', more);
        more();
        return undefined;
      },
      'Its answer is too large.',
    ],
    [
      'breaks off',
      () => (_query, response) => {
        response.writeHead(200, {'content-length': 1000});
        response.write(Buffer.alloc(10), () => response.destroy());
        return undefined;
      },
      'Its answer broke off.',
    ],
  ];
  for (const [name, make, reason] of wrong) {
    it(`believes no authority that ${name}`, async () => {
      assert.equal(await complaint(await started(serveTsa(await make()))), reason);
    });
  }

  it('follows no redirect, not even to an authority that works', async () => {
    const target = await started(serveTsa(good));
    const server = await started(
      serve((_request, response) => {
        response.writeHead(307, {location: target.address.href}).end();
      }),
    );
    assert.equal(await complaint(server), 'It answered with status 307.');
    assert.equal(target.count, 0);
  });

  it('does not wait for one that is silent, or drips', async () => {
    const silent = await started(serveTsa(() => undefined));
    const dripping = await started(
      serveTsa((_query, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('a'), 20);
        response.on('close', () => clearInterval(timer));
        return undefined;
      }),
    );
    for (const server of [silent, dripping]) {
      const start = performance.now();
      assert.equal(await complaint(server, {timeout: 100}), 'It did not answer in time.');
      assert.ok(performance.now() - start < 2_000);
    }
  });

  it('asks the next address where one fails, and the first again once it works', async () => {
    let works = false;
    const first = await started(
      serveTsa((query, response) =>
        works ? good(query, response) : void response.writeHead(503).end(),
      ),
    );
    const second = await started(serveTsa(good));
    const gone = await started(serve(() => {}));
    await gone.close();
    servers.splice(servers.indexOf(gone), 1);
    let time = 0;
    const told: TimeStampNotice[] = [];
    const client = clientOf([first, gone, second], {
      now: () => time,
      random: () => 1,
      onNotice: (notice) => told.push(notice),
    });
    for (let round = 0; round < 8; round++) await client.stamp(imprint);
    // Five failures open it: the other three do not ask it.
    assert.deepEqual([first.count, second.count], [5, 8]);
    assert.deepEqual(
      told.map(({name}) => name),
      ['failing', 'failing'],
    );
    assert.ok(client.isWorking, 'one of three suffices');
    time += 3_999;
    await client.stamp(imprint);
    assert.equal(first.count, 5);
    time += 1;
    await client.stamp(imprint);
    assert.equal(first.count, 6, 'one attempt shows that it still fails');
    time += 7_999;
    await client.stamp(imprint);
    assert.equal(first.count, 6, 'the pause has doubled');
    works = true;
    time += 1;
    await client.stamp(imprint);
    await client.stamp(imprint);
    assert.deepEqual([first.count, second.count], [8, 11]);
    assert.deepEqual(told.at(-1), {name: 'working', authority: first.address.host});
  });

  it('lets one attempt alone find out whether an authority works again', async () => {
    let release = () => {};
    let mode: 'fail' | 'wait' = 'fail';
    const server = await started(
      serveTsa((query, response) => {
        if (mode === 'fail') return void response.writeHead(500).end();
        release = () => void response.writeHead(200).end(good(query, response));
        return undefined;
      }),
    );
    let time = 0;
    const client = clientOf([server], {now: () => time});
    for (let round = 0; round < 5; round++) await assert.rejects(client.stamp(imprint));
    const early = await client.stamp(imprint).catch((error: unknown) => error);
    assert.ok(early instanceof TimeStampUnavailable);
    assert.ok(early.retryAfter >= 2_000 && early.retryAfter <= 4_000);
    assert.equal(server.count, 5);
    time += 4_000;
    mode = 'wait';
    const attempt = client.stamp(imprint);
    await assert.rejects(client.stamp(imprint), TimeStampUnavailable);
    while (server.count < 6) await new Promise((resolve) => setTimeout(resolve, 5));
    await assert.rejects(client.stamp(imprint), TimeStampUnavailable);
    assert.equal(server.count, 6);
    release();
    assert.ok(await attempt);
    assert.ok(client.isWorking);
  });

  it('sends no more requests in a minute than it may, to all addresses together', async () => {
    const failing = await started(
      serveTsa((_query, response) => void response.writeHead(500).end()),
    );
    const server = await started(serveTsa(good));
    let time = 0;
    const told: TimeStampNotice[] = [];
    const client = clientOf([failing, server], {
      perMinute: 4,
      now: () => time,
      onNotice: (notice) => told.push(notice),
    });
    await client.stamp(imprint);
    time += 10_000;
    await client.stamp(imprint);
    for (let round = 0; round < 3; round++) {
      const error = await client.stamp(imprint).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof TimeStampUnavailable);
      assert.equal(error.retryAfter, 50_000);
    }
    assert.deepEqual(told, [{name: 'budget spent'}]);
    assert.ok(!client.isWorking);
    assert.deepEqual([failing.count, server.count], [2, 2]);
    time += 50_000;
    await client.stamp(imprint);
    assert.deepEqual([failing.count, server.count], [3, 3]);
  });

  it('gives up with its caller, which says nothing of the authority', async () => {
    const server = await started(serveTsa(() => undefined));
    const client = clientOf([server]);
    for (let round = 0; round < 6; round++) {
      const limit = AbortSignal.timeout(20);
      await assert.rejects(client.stamp(imprint, limit), {name: 'TimeoutError'});
    }
    assert.equal(server.count, 6);
    assert.ok(client.isWorking);
  });

  it('learns how large tokens are', async () => {
    const client = clientOf([await started(serveTsa(good))]);
    assert.ok(client.tokenSize > 7_000);
    const token = await client.stamp(imprint);
    assert.ok(client.tokenSize > token.length && client.tokenSize < token.length + 100);
  });
});
