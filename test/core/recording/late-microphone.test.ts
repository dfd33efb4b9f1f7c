import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {Gate} from '../../gate.js';
import {settled} from '../../settled.js';
import {closeAll, setup} from './microphone-fixture.js';

afterEach(closeAll);

/** A microphone whose storage code is loaded once the gate is open, or fails with `error`. */
function loading(error?: SealedCaptureError) {
  const code = new Gate();
  return {...setup(undefined, undefined, {loaded: () => code.passed.then(() => error)}), code};
}

describe('a microphone that is on before the code that stores its recordings is loaded', () => {
  it('records once the code is loaded', async () => {
    const {session, page, recorder, states, code} = loading();
    const starting = session.start(page.protection, {});
    await settled();
    assert.deepEqual([states, session.permissionStatus], [['pending'], 'granted']);
    assert.equal(recorder.made.length, 0);
    code.open();
    await starting;
    assert.deepEqual(states, ['pending', 'recording']);
  });

  it('is turned off, and no sensor runs, if it is closed meanwhile', async () => {
    const {session, page, microphones, recorder, geolocator, orientation, code} = loading();
    const starting = session.start(page.protection, {});
    await settled();
    session.close();
    assert.equal(microphones.on, 0);
    code.open();
    await settled(starting);
    assert.deepEqual([session.state.name, recorder.made.length], ['idle', 0]);
    assert.deepEqual([geolocator.signals.length, orientation.signals.length], [0, 0]);
  });

  it('is turned off if it is requested, then used, and closed meanwhile', async () => {
    const {session, page, microphones, recorder, code} = loading();
    const asking = session.requestPermissions();
    const starting = session.start(page.protection, {});
    await settled();
    session.close();
    code.open();
    await settled(Promise.all([asking, starting]));
    assert.deepEqual([session.state.name, microphones.on, recorder.made.length], ['idle', 0, 0]);
  });

  it('is turned off whenever it is used between the grant and the request', async () => {
    for (let moment = 0; moment < 12; moment++) {
      const {session, page, microphones, recorder, code} = loading();
      const answer = new Gate();
      microphones.answered = answer.passed;
      const asking = session.requestPermissions();
      answer.open();
      for (let turn = 0; turn < moment; turn++) await Promise.resolve();
      const starting = session.start(page.protection, {});
      await settled();
      session.close();
      code.open();
      await settled(Promise.all([asking, starting]));
      assert.deepEqual([microphones.on, recorder.made.length], [0, 0], `moment ${moment}`);
    }
  });

  it('is requested without waiting for the code', async () => {
    const {session, microphones} = loading();
    await session.requestPermissions();
    assert.deepEqual([session.state.name, session.permissionStatus], ['idle', 'granted']);
    assert.equal(microphones.on, 0);
  });

  it('is refused without waiting for the code', async () => {
    for (const outcome of [{name: 'denied'}, {name: 'not-found'}, {name: 'in-use'}] as const) {
      const {session, page, microphones} = loading();
      microphones.outcome = outcome;
      await session.start(page.protection, {});
      assert.deepEqual(session.state, outcome);
    }
  });

  it('records nothing if it is disconnected meanwhile', async () => {
    const {session, page, microphones, recorder, geolocator, code} = loading();
    const starting = session.start(page.protection, {});
    await settled();
    microphones.last.lose();
    assert.ok(session.state.name === 'failed' && session.state.error.code === 'device_lost');
    assert.equal(microphones.on, 0);
    code.open();
    await settled(starting);
    assert.deepEqual([session.state.name, recorder.made.length], ['failed', 0]);
    assert.equal(geolocator.signals.length, 0);
  });

  it('is turned off if the code cannot be loaded', async () => {
    const error = new SealedCaptureError('part_missing', 'A part could not be loaded.');
    const {session, page, microphones, recorder, code} = loading(error);
    const starting = session.start(page.protection, {});
    await settled(code.open());
    await starting;
    assert.deepEqual(session.state, {name: 'failed', error});
    assert.deepEqual([microphones.on, recorder.made.length], [0, 0]);
  });
});
