import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {openDB} from 'idb';
import {DatabaseConnection} from '../../../src/worker/storage/database-connection.js';

describe('a transaction that the browser aborts', () => {
  it('is repeated once on a new connection if the browser has closed the old one', async () => {
    let opened = 0;
    const openDatabase = () => {
      const error = opened++ ? undefined : new DOMException('Closed.', 'AbortError');
      const done = error ? Promise.reject(error) : Promise.resolve();
      return Promise.resolve({transaction: () => ({done, error: null}), close: () => undefined});
    };
    const connection = new DatabaseConnection('test', openDatabase as unknown as typeof openDB);
    assert.equal(await connection.write(['jobs'], () => Promise.resolve('written')), 'written');
    assert.equal(opened, 2);
  });

  it('fails with the error of the transaction, because its requests only report that it was aborted', async () => {
    const aborted = new DOMException('Aborted.', 'AbortError');
    const done = Promise.reject(aborted);
    const error = new DOMException('No room.', 'QuotaExceededError');
    const database = {transaction: () => ({done, error})};
    const openDatabase = () => Promise.resolve(database);
    const connection = new DatabaseConnection('test', openDatabase as unknown as typeof openDB);
    await assert.rejects(
      connection.write(['jobs'], () => Promise.reject(aborted)),
      {code: 'storage_full'},
    );
  });
});

describe('a database that never answers', () => {
  const silent = {code: 'storage_unavailable', message: /does not answer/};

  it('times out when opening, reading and writing', async () => {
    const never = () => new Promise<never>(() => undefined);
    const connection = new DatabaseConnection('test', never, 20);
    await assert.rejects(connection.open(), silent);
    await assert.rejects(
      connection.read(() => Promise.resolve()),
      silent,
    );
    await assert.rejects(
      connection.write(['jobs'], () => Promise.resolve()),
      silent,
    );
    await assert.rejects(
      connection.write(['jobs'], () => Promise.resolve(), {patience: 10}),
      silent,
    );
  });

  it('does not write later what timed out', async () => {
    let open = (): void => undefined;
    const begun: string[] = [];
    const database = {transaction: () => begun.push('transaction')};
    const opened = new Promise((resolve) => (open = () => resolve(database)));
    const connection = new DatabaseConnection(
      'test',
      (() => opened) as unknown as typeof openDB,
      20,
    );
    await assert.rejects(
      connection.write(['jobs'], () => Promise.resolve()),
      silent,
    );
    open();
    await new Promise(setImmediate);
    assert.deepEqual(begun, []);
  });
});
