import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {describe, it} from 'node:test';
import {timestampHolds} from '../../../src/seal/node/time-stamp.js';
import {timeStampAuthority} from '../../../src/service/certificates/timestamp-authority.js';
import {grantedReply, refusedReply} from '../../../src/service/timestamps/stamp-reply.js';
import {TimeStampUnavailable} from '../../../src/service/timestamps/independent-time.js';
import {
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
  serve,
  serveTsa,
  TIME_STAMPING,
  type Answering,
  type TestServer,
} from './tsa.js';

import {clientsOfSuite, imprint} from './client-fixture.js';

describe('The time-stamp client', () => {
  const suite = clientsOfSuite();

  /** What the client says of an authority after as many failures as it takes to be told of. */
  const complaint = async (
    server: TestServer | URL,
    more: Partial<TimeStampClientOptions> = {},
  ) => {
    const told: TimeStampNotice[] = [];
    const client = suite.clientOf([server], {...more, onNotice: (notice) => told.push(notice)});
    for (let round = 0; round < 5; round++) {
      await assert.rejects(client.stamp(imprint), TimeStampUnavailable);
    }
    const [notice, ...others] = told;
    assert.equal(notice?.name, 'failing');
    assert.deepEqual(others, []);
    return notice.reason;
  };

  it('takes a stamp that holds', async () => {
    const token = await suite.clientOf([await suite.started(serveTsa(suite.good))]).stamp(imprint);
    assert.ok(timestampHolds(token, imprint));
    assert.ok(!timestampHolds(token, randomBytes(32)));
  });

  it('takes one over certificates between the authority and its suite.root, whatever their order', async () => {
    const upper = await makeRoot({issuer: suite.root, pathLength: 1});
    const lower = await makeRoot({issuer: upper, pathLength: 0});
    const leaf = await certify({issuer: lower, usages: [TIME_STAMPING]});
    const chain = await identityOf(leaf, upper, lower, suite.root);
    const client = suite.clientOf([await suite.started(serveTsa(honest(chain)))]);
    assert.ok(timestampHolds(await client.stamp(imprint), imprint));
    assert.ok(timestampHolds(await client.stamp(imprint), imprint));
  });

  it('takes one whose own certificate is the anchor', async () => {
    const anchors = x509.PemConverter.encode(
      suite.identity.certificateChain[0]!.slice().buffer,
      'CERTIFICATE',
    );
    await suite
      .clientOf([await suite.started(serveTsa(suite.good))], {anchors: () => anchors})
      .stamp(imprint);
  });

  it('sends a name and password as Basic authentication, and in no notice', async () => {
    let sent: string | undefined;
    const server = await suite.started(
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
          grantedReply(timeStampAuthority(suite.identity, Date.now)(randomBytes(32), {nonce})),
      'The time stamp is about something else.',
    ],
    [
      'stamps the imprint under another digest',
      () =>
        ({nonce}) =>
          grantedReply(
            timeStampAuthority(suite.identity, Date.now)(imprint, {nonce, digest: 'sha512'}),
          ),
      'The time stamp is about something else.',
    ],
    [
      'repeats another nonce',
      () => () =>
        grantedReply(timeStampAuthority(suite.identity, Date.now)(imprint, {nonce: Buffer.of(5)})),
      'The time stamp answers another request.',
    ],
    [
      'repeats no nonce',
      () => () => grantedReply(timeStampAuthority(suite.identity, Date.now)(imprint)),
      'The time stamp answers another request.',
    ],
    [
      'sends no certificates',
      () =>
        ({nonce}) =>
          grantedReply(
            timeStampAuthority(suite.identity, Date.now)(imprint, {
              nonce,
              withoutCertificates: true,
            }),
          ),
      'The time stamp lacks the certificate that signed it.',
    ],
    [
      'has a wrong signature',
      () => (query, response) => {
        const reply = Buffer.from(suite.good(query, response)!);
        reply[reply.length - 1]! ^= 1;
        return reply;
      },
      'The signature is wrong.',
    ],
    [
      'names another certificate than signed',
      () => (query, response) => {
        const reply = Buffer.from(suite.good(query, response)!);
        const at = reply.indexOf(Buffer.from('2a864886f70d010910022f', 'hex'));
        reply[at + 11 + 2 + 6 + 2]! ^= 1;
        return reply;
      },
      'The time stamp names another certificate than it was signed by.',
    ],
    [
      'has an expired certificate',
      async () => honest(await clockUnder(suite.root, {from: -10, to: -1})),
      "The authority's certificate was not valid at the time that it stamped.",
    ],
    [
      'has a certificate that is not valid yet',
      async () => honest(await clockUnder(suite.root, {from: 1})),
      "The authority's certificate was not valid at the time that it stamped.",
    ],
    [
      'has an expired certificate above its own',
      async () => {
        const issuer = await makeRoot({issuer: suite.root, from: -10, to: -1});
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
        const clock = await certify({issuer: suite.root, usages: [TIME_STAMPING]});
        const leaf = await certify({issuer: clock, usages: [TIME_STAMPING]});
        return honest(await identityOf(leaf, clock));
      },
      "The authority's certificate leads to no trusted root.",
    ],
    [
      'is certified below the depth that is allowed',
      async () => {
        const upper = await makeRoot({issuer: suite.root, pathLength: 0});
        const lower = await makeRoot({issuer: upper});
        const leaf = await certify({issuer: lower, usages: [TIME_STAMPING]});
        return honest(await identityOf(leaf, lower, upper));
      },
      "The authority's certificate leads to no trusted root.",
    ],
    [
      'is certified by an authority for other things',
      async () => {
        const issuer = await makeRoot({issuer: suite.root, usages: [EMAIL_PROTECTION]});
        const leaf = await certify({issuer, usages: [TIME_STAMPING]});
        return honest(await identityOf(leaf, issuer));
      },
      "The authority's certificate leads to no trusted root.",
    ],
    [
      'has a critical extension that nobody knows',
      async () =>
        honest(
          await clockUnder(suite.root, {
            more: [new x509.Extension('1.2.3.4', true, Buffer.of(5, 0))],
          }),
        ),
      "The authority's certificate leads to no trusted root.",
    ],
    [
      'has a certificate for other things',
      async () => honest(await clockUnder(suite.root, {usages: [EMAIL_PROTECTION]})),
      "The authority's certificate is not for time stamps alone.",
    ],
    [
      'has a certificate for time stamps among others',
      async () => honest(await clockUnder(suite.root, {usages: [TIME_STAMPING, EMAIL_PROTECTION]})),
      "The authority's certificate is not for time stamps alone.",
    ],
    [
      'has a certificate whose use is not critical',
      async () => honest(await clockUnder(suite.root, {isUsageCritical: false})),
      "The authority's certificate is not for time stamps alone.",
    ],
    [
      'has a key that may not sign',
      async () =>
        honest(await clockUnder(suite.root, {keyUsage: x509.KeyUsageFlags.keyEncipherment})),
      "The authority's certificate may not sign time stamps.",
    ],
    [
      'stamps a time that is past',
      () => honest(suite.identity, {now: () => Date.now() - 120_000}),
      "The time stamp's time is far from this machine's clock.",
    ],
    [
      'stamps a time that is to come',
      () => honest(suite.identity, {now: () => Date.now() + 120_000}),
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
      () => (query, response) => suite.good(query, response)!.subarray(0, -5),
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
      assert.equal(await complaint(await suite.started(serveTsa(await make()))), reason);
    });
  }

  it('follows no redirect, not even to an authority that works', async () => {
    const target = await suite.started(serveTsa(suite.good));
    const server = await suite.started(
      serve((_request, response) => {
        response.writeHead(307, {location: target.address.href}).end();
      }),
    );
    assert.equal(await complaint(server), 'It answered with status 307.');
    assert.equal(target.count, 0);
  });

  it('does not wait for one that is silent, or drips', async () => {
    const silent = await suite.started(serveTsa(() => undefined));
    const dripping = await suite.started(
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

  it('learns how large tokens are', async () => {
    const client = suite.clientOf([await suite.started(serveTsa(suite.good))]);
    assert.ok(client.tokenSize > 7_000);
    const token = await client.stamp(imprint);
    assert.ok(client.tokenSize > token.length && client.tokenSize < token.length + 100);
  });
});
