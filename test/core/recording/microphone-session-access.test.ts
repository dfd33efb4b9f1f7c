import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {closeAll, headset, recording, setup} from './microphone-fixture.js';
import {Gate} from '../../gate.js';
import {settled} from '../../settled.js';

afterEach(closeAll);

describe('the microphone permission', () => {
  it('is queried without a prompt', async () => {
    const expected = {
      prompt: ['idle', 'unknown'],
      unknown: ['idle', 'unknown'],
      granted: ['idle', 'granted'],
      denied: ['blocked', 'blocked'],
    } as const;
    for (const state of ['prompt', 'unknown', 'granted', 'denied'] as const) {
      const {session, microphones} = setup();
      microphones.state = state;
      await session.checkAccess();
      assert.deepEqual([session.state.name, session.permissionStatus], expected[state]);
      assert.equal(microphones.requests.length, 0);
    }
  });

  it('is reported with the reason why recording is impossible', async () => {
    const error = new SealedCaptureError('device_not_found', 'no access');
    const expected = [
      [{name: 'insecure'}, 'blocked'],
      [{name: 'blocked', byPolicy: true}, 'blocked'],
      [{name: 'failed', error}, 'unknown'],
    ] as const;
    for (const [obstacle, status] of expected) {
      const {session, microphones} = setup();
      microphones.known = obstacle;
      await session.checkAccess();
      assert.deepEqual([session.state, session.permissionStatus], [obstacle, status]);
    }
  });

  it('follows the settings of the browser in both directions', async () => {
    const {session, microphones} = setup();
    await session.checkAccess();
    const seen: string[] = [];
    for (const state of ['denied', 'granted', 'denied', 'prompt'] as const) {
      microphones.state = state;
      await settled(microphones.change());
      seen.push(`${session.state.name} ${session.permissionStatus}`);
    }
    assert.deepEqual(seen, ['blocked blocked', 'idle granted', 'blocked blocked', 'idle unknown']);
  });

  it('is idle again if it was refused and then granted in the settings', async () => {
    for (const outcome of [{name: 'denied'}, {name: 'blocked', byPolicy: false}] as const) {
      const {session, page, microphones} = setup();
      microphones.outcome = outcome;
      await settled(session.start(page.protection, {}));
      await settled(microphones.change());
      assert.deepEqual([session.state, session.permissionStatus], [outcome, outcome.name]);
      microphones.state = 'granted';
      await settled(microphones.change());
      assert.deepEqual([session.state.name, session.permissionStatus], ['idle', 'granted']);
    }
  });

  it('stays refused if the browser grants it and the system does not', async () => {
    const {session, page, microphones} = setup();
    await session.checkAccess();
    microphones.outcome = {name: 'blocked', byPolicy: false};
    const answer = new Gate();
    microphones.answered = answer.passed;
    const starting = session.start(page.protection, {});
    microphones.state = 'granted';
    microphones.change();
    answer.open();
    await starting;
    await settled();
    assert.deepEqual([session.state.name, session.permissionStatus], ['blocked', 'blocked']);
  });

  it('stays granted after a success, whatever the browser would do next time', async () => {
    const {session, page, microphones} = setup();
    await session.checkAccess();
    await session.start(page.protection, {});
    session.discard();
    await settled(microphones.change());
    assert.equal(session.permissionStatus, 'granted');
  });

  it('does not disturb a recording', async () => {
    const {session, microphones} = await recording();
    microphones.state = 'denied';
    await settled(microphones.change());
    assert.deepEqual([session.state.name, session.permissionStatus], ['recording', 'blocked']);
    microphones.last.lose();
  });

  it('is not observed after the session is closed, until it is used again', async () => {
    const {session, microphones} = setup();
    microphones.state = 'denied';
    await session.checkAccess();
    session.close();
    assert.equal(session.state.name, 'idle');
    assert.equal(microphones.watching?.aborted, true);
    await session.checkAccess();
    assert.equal(session.state.name, 'blocked');
    assert.equal(microphones.watching?.aborted, false);
  });

  it('is ignored if it arrives after the session was closed', async () => {
    const {session, microphones} = setup();
    const list = new Gate();
    microphones.listed = list.passed;
    microphones.state = 'denied';
    const looking = session.checkAccess();
    session.close();
    list.open();
    await looking;
    assert.deepEqual([session.state.name, session.permissionStatus], ['idle', 'unknown']);
  });

  it('is the result of the last query, whichever answer arrives first', async () => {
    const {session, microphones} = setup();
    microphones.devices = [headset];
    const list = new Gate();
    microphones.listed = list.passed;
    const first = session.checkAccess();
    microphones.listed = Promise.resolve();
    microphones.devices = [];
    await session.checkAccess();
    list.open();
    await first;
    assert.deepEqual(session.microphones, []);
  });
});

describe('the microphones', () => {
  it('can be chosen once they have labels, and are reported when connected and disconnected', async () => {
    const {session, page, microphones} = setup();
    await session.checkAccess();
    assert.deepEqual(session.microphones, []);
    await settled(session.start(page.protection, {}));
    assert.deepEqual(session.microphones, [headset]);
    const told: unknown[] = [];
    session.addEventListener('change', () => told.push(session.microphones.length));
    microphones.devices = [headset, {deviceId: 'desk', label: 'Desk'}];
    await settled(microphones.change());
    assert.deepEqual(told, [2]);
  });

  it('are looked for until one is connected', async () => {
    const {session, page, microphones} = setup();
    microphones.outcome = {name: 'not-found'};
    microphones.devices = [];
    await session.start(page.protection, {});
    await settled(microphones.change());
    assert.deepEqual([session.state.name, session.permissionStatus], ['not-found', 'unknown']);
    microphones.devices = [{deviceId: '', label: ''}];
    await settled(microphones.change());
    assert.equal(session.state.name, 'idle');
  });

  it('do not count if the browser lists one that it cannot open', async () => {
    const {session, page, microphones} = setup();
    microphones.outcome = {name: 'not-found'};
    await settled(session.start(page.protection, {}));
    assert.equal(session.state.name, 'not-found');
  });
});
