import {waitUntil} from '@open-wc/testing';
import type {RecordingEnd, RecordingState} from '../../../src/core/recording/recording-session.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Sensors} from '@sealed-capture/seal/model/protection-config.js';
import {CaptureAudioFixture} from '../capture-audio/fixture.js';
import {recording} from '../fake-core.js';
import {FormFixture} from '../form/fixture.js';
import {all, change, ownWayBack} from '../kit.js';
import {failures, given, progresses} from './given.js';
import {settled, type Screens} from './screens.js';

const broken = (code: 'device_lost' | 'encoding_failed' | 'not_supported') =>
  ({name: 'failed', error: new SealedCaptureError(code, 'For developers.')}) as const;

const states: readonly RecordingState[] = [
  {name: 'idle'},
  {name: 'pending'},
  {name: 'denied'},
  {name: 'blocked', byPolicy: false},
  {name: 'blocked', byPolicy: true},
  {name: 'not-found'},
  {name: 'in-use'},
  {name: 'insecure'},
  broken('device_lost'),
  broken('encoding_failed'),
  broken('not_supported'),
];

async function* obstacles(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureAudioFixture.create();
  const {element} = fixture;
  await begin(element);
  for (const state of states) {
    for (const permission of ['unknown', 'granted'] as const) {
      await settled(element, fixture.show(state, permission));
      const isBlocked = state.name === 'blocked' && !state.byPolicy;
      if (isBlocked) {
        const shown = '.permission-button, .screen li';
        await settled(
          element,
          waitUntil(() => fixture.has(shown), 'its words are loaded'),
        );
        yield `${JSON.stringify(state)}, with the browser's button`;
        if (fixture.has('.permission-button')) {
          await settled(element, ownWayBack(element, '.screen li'));
        }
      }
      yield `${JSON.stringify(state)}, ${permission}`;
    }
  }
  for (const sensors of fewer) {
    await change(element, {sensors});
    await settled(element, fixture.show({name: 'idle'}));
    yield `idle, without ${Object.keys(sensors).join()}`;
  }
  await change(element, {disabled: true});
  yield 'disabled';
}

const noMotion: Sensors = {
  ...{orientation: false, magnetometer: false},
  ...{acceleration: false, gravity: false, rotationRate: false},
};

const fewer: readonly Sensors[] = [{gps: false}, noMotion, {...noMotion, gps: false}];

async function* making(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureAudioFixture.create();
  const {element, microphone} = fixture;
  await begin(element);
  element.maxDuration = 120;
  element.captionField = true;
  microphone.microphones = given.microphones.map((label, index) => ({deviceId: `${index}`, label}));
  await settled(element, fixture.show({name: 'idle'}));
  yield 'ready, with microphones';
  await settled(element, fixture.record(72));
  yield 'recording';
  for (const [name, peak] of Object.entries({quiet: 0.01, loud: 1})) {
    const seconds = microphone.elapsed + 20;
    await settled(
      element,
      microphone.hear(seconds, () => peak),
    );
    yield name;
  }
  await settled(element, element.addBookmark());
  yield 'with a bookmark';
  await settled(element, element.addBookmark(given.name));
  yield 'with a name';
  await settled(element, fixture.show(recording(true)));
  yield 'muted';
  const includes = ['microphone'] as const;
  await settled(element, fixture.show({...recording(), includes, placeOff: 'permission_denied'}));
  yield 'without a location';
  await settled(element, element.pauseRecording());
  yield 'paused';
  await settled(element, element.resumeRecording());
  await settled(element, fixture.show({name: 'finishing'}));
  yield 'finishing';
  await settled(element, element.discardRecording());
  yield 'discarded';
  microphone.refusal = new SealedCaptureError('recording_empty', 'For developers.');
  await settled(element, fixture.record(0));
  await settled(element, fixture.find('.record').click());
  yield 'nothing was recorded';
}

const ends: readonly RecordingEnd[] = [
  ...(['stopped', 'full', 'silent', 'device-lost', 'storage-full', 'failed', 'closed'] as const),
];

async function* recorded(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureAudioFixture.create();
  const {core, element, microphone} = fixture;
  await begin(element);
  element.maxDuration = 60;
  for (const end of ends) {
    await fixture.record(5);
    element.addBookmark();
    await settled(element, microphone.end(end, {missing: 1.5}));
    yield end;
  }
  const captureId = element.protections.at(-1)?.captureId ?? '';
  for (const progress of [...progresses, ...failures]) {
    core.protection.advance(captureId, progress);
    await settled(element);
    yield JSON.stringify(progress);
  }
  await settled(element, fixture.find('.save').click());
  yield 'saved without a seal';
  for (const button of all(element, '.player button')) await settled(element, button.click());
  yield 'played';
  await settled(element, fixture.find('[part=discard]').click());
  await waitUntil(() => fixture.has('.undo'), 'it can be taken back');
  yield 'deleted';
  await settled(element, fixture.find('.undo').click());
  yield 'kept';
}

async function* captioned(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureAudioFixture.create();
  const {core, element} = fixture;
  await begin(element);
  element.captionField = true;
  core.protection.firstProgress = {name: 'held', awaits: 'caption'};
  for (const isAdded of [true, false]) {
    await settled(element, fixture.recorded());
    yield 'the caption can still be written';
    core.protection.tagsAdded = Promise.resolve(isAdded);
    const field = fixture.find<HTMLInputElement>('[part=caption]');
    field.value = given.name;
    field.dispatchEvent(new Event('input', {bubbles: true}));
    await settled(element, field.dispatchEvent(new Event('change', {bubbles: true})));
    yield isAdded ? 'with its caption' : 'too late for it';
  }
}

async function* others(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureAudioFixture.create();
  const {core, element, microphone} = fixture;
  await begin(element);
  const {client} = core.protection;
  for (const recovered of [true, undefined] as const) {
    const capture = {
      captureId: `earlier-${recovered}`,
      mode: 'audio',
      capturedAt: '2026-11-20T15:04:00Z',
    } as const;
    core.protection.add({...capture, blob: new Blob(['sound']), duration: 9, recovered});
    await settled(element);
  }
  yield 'recovered';
  await settled(element, fixture.recorded());
  await waitUntil(() => fixture.has('[part=recordings]'), 'all are listed');
  for (const progress of progresses) {
    for (const {captureId} of element.protections) core.protection.advance(captureId, progress);
    await settled(element);
    yield JSON.stringify(progress);
  }
  core.protection.leave(1_000_000, true);
  await settled(element);
  yield 'storage is low';
  for (const code of [
    'unauthorized',
    'storage_full',
    'delivery_failed',
    'configuration_invalid',
  ] as const) {
    const captureId = element.protections[0]?.captureId ?? '';
    const detail = {captureId, mode: 'audio', code, retryable: false, attempts: 1} as const;
    await settled(element, client.onProtectError({...detail, message: 'For developers.'}));
    yield code;
  }
  await settled(element, core.protection.tellSealed(element.protections[0]?.captureId ?? ''));
  yield 'sealed';
  await change(element, {autoProtect: false});
  await settled(element, fixture.recorded());
  yield 'held';
  await settled(
    element,
    fixture.show({name: 'captured', detail: microphone.end('stopped'), end: 'stopped'}),
  );
  yield 'again';
}

async function* form(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await FormFixture.audio({name: 'photo', required: ''});
  const {element, protection} = fixture;
  await begin(element);
  await fixture.submit();
  yield 'without a recording';
  await fixture.settle(element.startRecording());
  await fixture.submit();
  yield 'while it records';
  const {captureId} = await element.stopRecording();
  for (const progress of progresses) {
    protection.advance(captureId, progress);
    await fixture.settle();
    await fixture.submit();
    yield JSON.stringify(progress);
  }
}

/** The microphone of an element, and its recordings. */
export const recorderScreens: Readonly<Record<string, Screens>> = {
  obstacles,
  making,
  recorded,
  captioned,
  others,
  form,
};
