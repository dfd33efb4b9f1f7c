import 'reflect-metadata';
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {describe, it} from 'node:test';
import {timeStampAuthority} from '../../src/certificates/timestamp-authority.js';
import {grantedReply, refusedReply} from '../../src/timestamps/stamp-reply.js';
import * as x509 from '@peculiar/x509';
import {
  certify,
  clockUnder,
  EMAIL_PROTECTION,
  honest,
  identityOf,
  makeRoot,
  serveTsa,
  TIME_STAMPING,
  type Answering,
} from './tsa.js';
import {clientsOfSuite, imprint} from './client-fixture.js';

describe('The answer of a time-stamp authority', () => {
  const suite = clientsOfSuite();

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
      "The authority's certificate, or one above it, was not valid at the time that it stamped.",
    ],
    [
      'has a certificate that is not valid yet',
      async () => honest(await clockUnder(suite.root, {from: 1})),
      "The authority's certificate, or one above it, was not valid at the time that it stamped.",
    ],
    [
      'has an expired certificate above its own',
      async () => {
        const issuer = await makeRoot({issuer: suite.root, from: -10, to: -1});
        const leaf = await certify({issuer, usages: [TIME_STAMPING]});
        return honest(await identityOf(leaf, issuer));
      },
      "The authority's certificate, or one above it, was not valid at the time that it stamped.",
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
      "A certificate above the authority's may not issue it (RFC 5280: CA flag, path length, key usage, name constraints), so it leads to no trusted root.",
    ],
    [
      'is certified below the depth that is allowed',
      async () => {
        const upper = await makeRoot({issuer: suite.root, pathLength: 0});
        const lower = await makeRoot({issuer: upper});
        const leaf = await certify({issuer: lower, usages: [TIME_STAMPING]});
        return honest(await identityOf(leaf, lower, upper));
      },
      "A certificate above the authority's may not issue it (RFC 5280: CA flag, path length, key usage, name constraints), so it leads to no trusted root.",
    ],
    [
      'is certified by an authority for other things',
      async () => {
        const issuer = await makeRoot({issuer: suite.root, usages: [EMAIL_PROTECTION]});
        const leaf = await certify({issuer, usages: [TIME_STAMPING]});
        return honest(await identityOf(leaf, issuer));
      },
      "A certificate above the authority's may not issue it (RFC 5280: CA flag, path length, key usage, name constraints), so it leads to no trusted root.",
    ],
    [
      'has a critical extension that nobody knows',
      async () =>
        honest(
          await clockUnder(suite.root, {
            more: [new x509.Extension('1.2.3.4', true, Buffer.of(5, 0))],
          }),
        ),
      "The authority's certificate has a critical extension that is not known here.",
    ],
    [
      'has a certificate for other things',
      async () => honest(await clockUnder(suite.root, {usages: [EMAIL_PROTECTION]})),
      "The authority's certificate must be for time stamping only (extended key usage, critical).",
    ],
    [
      'has a certificate for time stamps among others',
      async () => honest(await clockUnder(suite.root, {usages: [TIME_STAMPING, EMAIL_PROTECTION]})),
      "The authority's certificate must be for time stamping only (extended key usage, critical).",
    ],
    [
      'has a certificate whose use is not critical',
      async () => honest(await clockUnder(suite.root, {isUsageCritical: false})),
      "The authority's certificate must be for time stamping only (extended key usage, critical).",
    ],
    [
      "has a certificate without its issuer's key",
      async () => honest(await clockUnder(suite.root, {hasIssuerKey: false})),
      "The authority's certificate does not name the key of its issuer (authority key identifier), for which C2PA readers call a seal with its time stamp invalid.",
    ],
    [
      'has a key that may not sign',
      async () =>
        honest(await clockUnder(suite.root, {keyUsage: x509.KeyUsageFlags.keyEncipherment})),
      "The authority's certificate must be for time stamping only (extended key usage, critical).",
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
    it(`is rejected if the authority ${name}`, async () => {
      assert.equal(await suite.complaint(await suite.started(serveTsa(await make()))), reason);
    });
  }
});
