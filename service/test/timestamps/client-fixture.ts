import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {after, before} from 'node:test';
import {TimeStampUnavailable} from '../../src/timestamps/independent-time.js';
import {
  TimeStampClient,
  type TimeStampClientOptions,
  type TimeStampNotice,
} from '../../src/timestamps/time-stamp-client.js';
import {
  clockUnder,
  honest,
  makeRoot,
  pemOf,
  type Answering,
  type Certified,
  type TestServer,
} from './tsa.js';

export const imprint = randomBytes(32);

/** A correct authority, and servers that end with the suite. */
export interface ClientFixture {
  root: Certified;
  identity: Awaited<ReturnType<typeof clockUnder>>;
  /** The correct answer of the authority. */
  good: Answering;
  /** Registers a server to be closed after the suite. */
  started(server: Promise<TestServer>): Promise<TestServer>;
  /** Hands a server over to the test, which closes it itself. */
  leave(server: TestServer): Promise<void>;
  clientOf(
    addresses: readonly (TestServer | URL)[],
    more?: Partial<TimeStampClientOptions>,
  ): TimeStampClient;
  /** Sends requests until the client has warned about an authority. Resolves with the reason in the warning. */
  complaint(server: TestServer | URL, more?: Partial<TimeStampClientOptions>): Promise<string>;
}

/** For the tests of the calling suite. */
export function clientsOfSuite(): ClientFixture {
  const servers = new Set<TestServer>();
  const fixture = {
    async started(server) {
      const one = await server;
      servers.add(one);
      return one;
    },
    async leave(server) {
      servers.delete(server);
      await server.close();
    },
    clientOf: (addresses, more = {}) =>
      new TimeStampClient({
        addresses: addresses.map((one) => (one instanceof URL ? one : one.address)),
        anchors: () => pemOf(fixture.root),
        perMinute: 0,
        timeout: 2_000,
        isOptional: false,
        ...more,
      }),
    async complaint(server, more = {}) {
      const told: TimeStampNotice[] = [];
      const client = fixture.clientOf([server], {...more, onNotice: (notice) => told.push(notice)});
      for (let round = 0; round < 5; round++) {
        await assert.rejects(client.stamp(imprint), TimeStampUnavailable);
      }
      const [notice, ...others] = told;
      assert.equal(notice?.name, 'failing');
      assert.deepEqual(others, []);
      return notice.reason;
    },
  } as ClientFixture;
  before(async () => {
    fixture.root = await makeRoot();
    fixture.identity = await clockUnder(fixture.root);
    fixture.good = honest(fixture.identity);
  });
  after(() => Promise.all([...servers].map((server) => server.close())));
  return fixture;
}
