import 'reflect-metadata';
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {describe, it} from 'node:test';
import {timestampHolds} from '@sealed-capture/seal/node/time-stamp.js';
import * as x509 from '@peculiar/x509';
import {certify, honest, identityOf, makeRoot, serve, serveTsa, TIME_STAMPING} from './tsa.js';
import {clientsOfSuite, imprint} from './client-fixture.js';

describe('The time-stamp client', () => {
  const suite = clientsOfSuite();

  it('accepts a valid stamp', async () => {
    const token = await suite.clientOf([await suite.started(serveTsa(suite.good))]).stamp(imprint);
    assert.ok(timestampHolds(token, imprint));
    assert.ok(!timestampHolds(token, randomBytes(32)));
  });

  it('accepts a stamp with certificates between the authority and its root, in any order', async () => {
    const upper = await makeRoot({issuer: suite.root, pathLength: 1});
    const lower = await makeRoot({issuer: upper, pathLength: 0});
    const leaf = await certify({issuer: lower, usages: [TIME_STAMPING]});
    const chain = await identityOf(leaf, upper, lower, suite.root);
    const client = suite.clientOf([await suite.started(serveTsa(honest(chain)))]);
    assert.ok(timestampHolds(await client.stamp(imprint), imprint));
    assert.ok(timestampHolds(await client.stamp(imprint), imprint));
  });

  it('accepts a stamp whose own certificate is the trust anchor', async () => {
    const anchors = x509.PemConverter.encode(
      suite.identity.certificateChain[0]!.slice().buffer,
      'CERTIFICATE',
    );
    await suite
      .clientOf([await suite.started(serveTsa(suite.good))], {anchors: () => anchors})
      .stamp(imprint);
  });

  it('sends a name and password as Basic authentication, and shows them in no log line', async () => {
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
    assert.equal(await suite.complaint(address), 'It answered with status 401.');
    assert.equal(sent, `Basic ${Buffer.from('name:p@ss').toString('base64')}`);
  });

  it('follows no redirect, not even to an authority that works', async () => {
    const target = await suite.started(serveTsa(suite.good));
    const server = await suite.started(
      serve((_request, response) => {
        response.writeHead(307, {location: target.address.href}).end();
      }),
    );
    assert.equal(await suite.complaint(server), 'It answered with status 307.');
    assert.equal(target.count, 0);
  });

  it('does not wait for an authority that sends nothing, or single bytes', async () => {
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
      assert.equal(await suite.complaint(server, {timeout: 100}), 'It did not answer in time.');
      assert.ok(performance.now() - start < 2_000);
    }
  });

  it('learns the size of tokens', async () => {
    const client = suite.clientOf([await suite.started(serveTsa(suite.good))]);
    assert.ok(client.tokenSize > 7_000);
    const token = await client.stamp(imprint);
    assert.ok(client.tokenSize > token.length && client.tokenSize < token.length + 100);
  });
});
