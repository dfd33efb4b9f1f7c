import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  BrowserMotionPermission,
  type MotionPermissionState,
} from '../../../src/ports/sensors/motion-permission.js';
import {FakePermissionStatus} from './fake-window.js';
import {settled} from '../../settled.js';

type Answer = () => Promise<string>;
const refusing: Answer = () => Promise.reject(new DOMException('no gesture', 'NotAllowedError'));
/** WebKit for iOS: it shows a prompt, and has no permission name for motion sensors. */
function phone(orientation: Answer, motion: Answer = orientation) {
  const asked: string[] = [];
  const permission = new BrowserMotionPermission({
    navigator: {permissions: {query: () => Promise.reject(new TypeError('unknown name'))}},
    DeviceOrientationEvent: {requestPermission: () => (asked.push('attitude'), orientation())},
    DeviceMotionEvent: {requestPermission: () => (asked.push('motion'), motion())},
  });
  return {permission, asked};
}

/** Chrome: it reports the permission without a prompt. */
function chrome(state: PermissionState, answer?: Answer) {
  const status = new FakePermissionStatus(state);
  const kind = answer && {requestPermission: answer};
  const permission = new BrowserMotionPermission({
    navigator: {permissions: {query: () => Promise.resolve(status as unknown as PermissionStatus)}},
    DeviceOrientationEvent: kind,
    DeviceMotionEvent: kind,
  });
  return {permission, status};
}

describe('the permission for motion sensors', () => {
  it('is not needed if the browser never shows a prompt', async () => {
    const permission = new BrowserMotionPermission({navigator: {}, DeviceMotionEvent: {}});
    assert.equal(permission.state, 'not-needed');
    assert.equal(await permission.request(), 'not-needed');
  });

  it('requests both before the gesture is over', async () => {
    const {permission, asked} = phone(() => Promise.resolve('granted'));
    assert.equal(permission.state, 'not-requested');
    const asking = permission.request();
    assert.deepEqual(asked, ['attitude', 'motion']);
    assert.equal(await asking, 'granted');
    assert.equal(permission.state, 'granted');
  });

  it('requests the compass in Chrome, too', async () => {
    const arguments_: unknown[] = [];
    const permission = new BrowserMotionPermission({
      navigator: {},
      DeviceOrientationEvent: {
        requestPermission: (absolute) => (arguments_.push(absolute), Promise.resolve('granted')),
      },
    });
    await permission.request();
    assert.deepEqual(arguments_, [true]);
  });

  it('counts as not requested if the browser needs a gesture', async () => {
    assert.equal(await phone(refusing).permission.request(), 'not-requested');
  });

  it('handles a browser that throws', async () => {
    const {permission} = phone(() => {
      throw new TypeError('broken');
    });
    assert.equal(await permission.request(), 'not-requested');
  });

  it('counts as not requested while Chrome reports "prompt"', async () => {
    const {permission} = phone(() => Promise.resolve('prompt'));
    assert.equal(await permission.request(), 'not-requested');
  });

  it('is denied if the person refused', async () => {
    assert.equal(await phone(() => Promise.resolve('denied')).permission.request(), 'denied');
  });

  it('is granted if at least one of both is', async () => {
    const {permission} = phone(refusing, () => Promise.resolve('granted'));
    assert.equal(await permission.request(), 'granted');
  });

  it('reports each new state to watchers that were not aborted', async () => {
    const answers = ['denied', 'denied', 'granted'];
    const {permission} = phone(() => Promise.resolve(answers[0] ?? ''));
    const told: MotionPermissionState[] = [];
    const watching = new AbortController();
    permission.watch((state) => told.push(state), watching.signal);
    permission.watch(() => assert.fail('was given up'), AbortSignal.abort());
    for (; answers.length > 0; answers.shift()) await permission.request();
    assert.deepEqual(told, ['denied', 'granted']);
    watching.abort();
    answers.push('denied');
    await permission.request();
    assert.deepEqual(told, ['denied', 'granted']);
  });

  it('has the right state from the start if the browser reports it', async () => {
    for (const [state, expected] of [
      ['granted', 'granted'],
      ['denied', 'denied'],
      ['prompt', 'not-requested'],
    ] as const) {
      const {permission} = chrome(state, refusing);
      await settled();
      assert.equal(permission.state, expected);
    }
  });

  it('follows changes in the settings while it is watched', async () => {
    const {permission, status} = chrome('prompt', refusing);
    const told: MotionPermissionState[] = [];
    const watching = new AbortController();
    await settled(permission.watch((state) => told.push(state), watching.signal));
    status.become('granted');
    status.become('denied');
    assert.deepEqual(told, ['granted', 'denied']);
    watching.abort();
    assert.deepEqual(status.listeners, []);
  });

  it('detects changes that were made while it was not watched', async () => {
    const {permission, status} = chrome('prompt', refusing);
    await settled();
    status.become('granted');
    await settled(permission.watch(() => undefined, new AbortController().signal));
    assert.equal(permission.state, 'granted');
  });

  it('leaves no listener if watching ended before the browser answered', async () => {
    const {permission, status} = chrome('granted');
    const watching = new AbortController();
    permission.watch(() => undefined, watching.signal);
    await settled(watching.abort());
    assert.deepEqual(status.listeners, []);
  });
});
