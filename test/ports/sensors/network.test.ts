import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {BrowserNetwork} from '../../../src/ports/sensors/network.js';
import {CountedTarget} from './fake-window.js';

const never = (): AbortSignal => new AbortController().signal;
const network = (type?: string) => {
  const connection = Object.assign(new CountedTarget(), {type});
  return new BrowserNetwork({connection}).start(never(), () => undefined)().sections.network;
};

describe('the network connection of the device', () => {
  it('distinguishes wifi from other types', () => {
    assert.deepEqual(network('wifi'), {wifi: true});
    assert.deepEqual(network('ethernet'), {wifi: false});
    assert.deepEqual(network('none'), {wifi: false});
  });

  it('reports a cellular connection, without the technology, which no browser provides', () => {
    assert.deepEqual(network('cellular'), {wifi: false, cellular: {technologies: []}});
  });

  it('distinguishes a browser that does not know from one that never reports it', () => {
    assert.deepEqual(network('unknown'), {unavailableReason: 'not_available'});
    assert.deepEqual(network(), {unavailableReason: 'not_supported'});
    const {sections} = new BrowserNetwork({}).start(never(), () => undefined)();
    assert.deepEqual(sections.network, {unavailableReason: 'not_supported'});
  });

  it('follows the connection until it is aborted', () => {
    const connection = Object.assign(new CountedTarget(), {type: 'wifi'});
    const running = new AbortController();
    let changes = 0;
    const read = new BrowserNetwork({connection}).start(running.signal, () => changes++);
    connection.type = 'none';
    connection.dispatchEvent(new Event('change'));
    assert.equal(changes, 1);
    assert.deepEqual(read().sections.network, {wifi: false});
    running.abort();
    assert.deepEqual(connection.listeners, []);
  });
});
