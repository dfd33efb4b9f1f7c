import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {hear} from '../../../src/ports/sensors/motion-events.js';
import {started, type FakeMotionPermission, type FakeWindow} from './fake-window.js';

type Known = Event & {value: number | null};

const listen = (
  prepare?: (page: FakeWindow, permission: FakeMotionPermission) => void,
  steady = false,
  type: Parameters<typeof hear>[0]['type'] = 'deviceorientation',
) =>
  started(
    (page, permission, signal, onChange) =>
      hear<Known>(
        {type, hasValues: ({value}) => value !== null, steady},
        page,
        permission,
        signal,
        onChange,
      ),
    prepare,
  );

describe('the listener for motion events', () => {
  it('has nothing at first, then the event and its time', () => {
    const {page, read, count} = listen();
    assert.equal(read().reason, 'not_available');
    page.tell('deviceorientation', {value: 4});
    assert.equal(read().event?.value, 4);
    assert.equal(read().at, page.time);
    assert.equal(count.changes, 1);
  });

  it('reports a change only when values appear or disappear, not for each event', () => {
    const {page, count} = listen();
    for (let value = 0; value < 60; value++) page.tell('deviceorientation', {value});
    assert.equal(count.changes, 1);
  });

  it('reports timeout if no event arrives for two seconds', () => {
    const {page, read, count} = listen();
    page.advance(1_999);
    assert.equal(read().reason, 'not_available');
    page.advance(1);
    assert.equal(read().reason, 'timeout');
    assert.equal(count.changes, 1);
  });

  it('reports not_available permanently if the event has no values', () => {
    const {page, read} = listen();
    page.tell('deviceorientation', {value: null});
    page.advance(60_000);
    assert.equal(read().reason, 'not_available');
  });

  it('keeps values of a source that reports only changes, however old they are', () => {
    const {page, read} = listen();
    page.tell('deviceorientation', {value: 4});
    const at = page.time;
    page.advance(60_000);
    assert.equal(read().event?.value, 4);
    assert.equal(read().at, at);
  });

  it('reports timeout if a source with a fixed rate stops, until it continues', () => {
    const {page, read, count} = listen(undefined, true, 'devicemotion');
    page.tell('devicemotion', {value: 4});
    page.advance(2_000);
    assert.deepEqual(read(), {reason: 'timeout'});
    assert.equal(count.changes, 2);
    page.tell('devicemotion', {value: 5});
    assert.equal(read().event?.value, 5);
    assert.equal(count.changes, 3);
  });

  it('distinguishes insecure pages from browsers without the API', () => {
    const without = (page: FakeWindow): void => {
      delete page.ondeviceorientation;
    };
    assert.equal(listen(without).read().reason, 'not_supported');
    const insecure = listen((page) => {
      without(page);
      page.isSecureContext = false;
    });
    assert.equal(insecure.read().reason, 'insecure_context');
  });

  it('reports policy_blocked if one of the required sensors is forbidden', () => {
    const reason = (feature: string, type?: Parameters<typeof listen>[2]) =>
      listen((page) => page.forbid(feature), false, type).read().reason;
    assert.equal(reason('accelerometer'), 'policy_blocked');
    assert.equal(reason('gyroscope', 'devicemotion'), 'policy_blocked');
    assert.equal(reason('magnetometer', 'deviceorientationabsolute'), 'policy_blocked');
    assert.equal(reason('magnetometer'), 'not_available');
  });

  it('adds no listener if there can be no events', () => {
    const {page, permission} = listen((page) => page.forbid('gyroscope'));
    assert.deepEqual(page.listeners, []);
    assert.equal(page.timers.size, 0);
    assert.equal(permission.watchers.size, 0);
  });

  it('reports that the permission was not requested, or denied', () => {
    const reason = (state: FakeMotionPermission['state']) => {
      const {page, read} = listen((_page, permission) => (permission.state = state));
      page.tell('deviceorientation', {value: null});
      page.advance(10_000);
      return read().reason;
    };
    assert.equal(reason('not-requested'), 'permission_not_requested');
    assert.equal(reason('denied'), 'permission_denied');
    assert.equal(reason('granted'), 'not_available');
  });

  it('takes events as proof that an earlier permission is still valid', () => {
    const {page, read} = listen((_page, permission) => (permission.state = 'not-requested'));
    page.tell('deviceorientation', {value: 4});
    assert.equal(read().event?.value, 4);
  });

  it('listens again, with two more seconds, when it is allowed later', () => {
    const {page, permission, read, count} = listen(
      (_page, permission) => (permission.state = 'not-requested'),
    );
    page.advance(10_000);
    const calls: string[] = [];
    const add = page.addEventListener.bind(page);
    const remove = page.removeEventListener.bind(page);
    page.addEventListener = (...all: Parameters<typeof add>) => {
      calls.push('add');
      add(...all);
    };
    page.removeEventListener = (...all: Parameters<typeof remove>) => {
      calls.push('remove');
      remove(...all);
    };
    permission.become('granted');
    assert.deepEqual(calls, ['remove', 'add']);
    assert.deepEqual(page.listeners, ['deviceorientation']);
    assert.equal(read().reason, 'not_available');
    assert.equal(count.changes, 1);
    page.tell('deviceorientation', {value: 4});
    assert.equal(count.changes, 2);
    page.advance(2_000);
    assert.equal(read().event?.value, 4);
  });

  it('deletes its values when the permission is revoked', () => {
    const {page, permission, read} = listen();
    page.tell('deviceorientation', {value: 4});
    permission.become('denied');
    assert.equal(read().reason, 'permission_denied');
    permission.become('not-requested');
    assert.equal(read().reason, 'permission_not_requested');
  });

  it('keeps its values when the browser only confirms the permission', () => {
    const {page, permission, read} = listen(
      (_page, permission) => (permission.state = 'not-requested'),
    );
    page.tell('deviceorientation', {value: 4});
    permission.become('granted');
    assert.equal(read().event?.value, 4);
  });

  it('leaves no listener, timer or watcher', () => {
    const {page, permission, running, count} = listen();
    assert.deepEqual(page.listeners, ['deviceorientation']);
    assert.equal(page.timers.size, 1);
    running.abort();
    assert.deepEqual(page.listeners, []);
    assert.equal(page.timers.size, 0);
    assert.equal(permission.watchers.size, 0);
    page.tell('deviceorientation', {value: 4});
    assert.equal(count.changes, 0);
  });

  it('starts nothing if it was aborted before', () => {
    const ended = AbortSignal.abort();
    const {page, permission} = started((page, permission, _signal, onChange) =>
      hear({type: 'devicemotion', hasValues: () => true}, page, permission, ended, onChange),
    );
    assert.deepEqual(page.listeners, []);
    assert.equal(page.timers.size, 0);
    assert.equal(permission.watchers.size, 0);
  });
});
