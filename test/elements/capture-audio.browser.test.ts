import {expect, oneEvent} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import type {RecordingState} from '../../src/core/recording/recording-session.js';
import type {CaptureAudio} from '../../src/elements/capture-audio.js';
import type {CaptureEvent, ProtectErrorEvent} from '../../src/elements/events.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {CaptureAudioFixture} from './capture-audio/fixture.js';
import {recording} from './fake-core.js';
import {drawn} from './kit.js';

describe('<capture-audio>', () => {
  let fixture: CaptureAudioFixture;
  let element: CaptureAudio;

  beforeEach(async () => {
    fixture = await CaptureAudioFixture.create();
    ({element} = fixture);
  });

  const codeOf = (failing: Promise<unknown>) =>
    failing.then(
      () => 'none',
      (error: unknown) => (error instanceof SealedCaptureError ? error.code : String(error)),
    );
  const active = () => element.shadowRoot?.activeElement;
  const status = () => fixture.text('[role=status]');

  it('only queries permissions until a person records', () => {
    expect(fixture.microphone.calls).to.eql(['look']);
    expect(element.permissionStatus).to.equal('unknown');
    expect(element.isCapturing).to.be.false;
    expect(element.mode).to.equal('audio');
  });

  it('records, pauses, resumes and stops with its buttons, and announces each change', async () => {
    await fixture.press('.record');
    expect(status()).to.equal('Recording.');
    expect(element.isCapturing).to.be.true;
    expect(fixture.find('.pause').ariaLabel).to.equal('Pause');
    await fixture.press('.pause');
    expect(status()).to.equal('Paused.');
    expect(fixture.find('.pause').ariaLabel).to.equal('Resume');
    await fixture.press('.pause');
    expect(status()).to.equal('Recording.');
    await fixture.press('.record');
    expect(status()).to.equal('Recording stopped. Sealing.');
    expect(fixture.microphone.calls).to.eql(['look', 'start', 'pause', 'resume', 'stop']);
  });

  it('shows that a recording waits for the network, even if it waits from the start', async () => {
    const offline = {code: 'network_failed', message: '', retryable: true} as const;
    const {protection} = fixture.core;
    const captureId = await fixture.recorded();
    expect(status()).to.equal('Recording stopped. Sealing.');
    await drawn(element, protection.advance(captureId, {name: 'waiting', failure: offline}));
    expect(status()).to.equal('1 recording waiting for the network');
    protection.firstProgress = {name: 'waiting', failure: offline};
    await fixture.recorded();
    expect(status()).to.equal('Recording stopped. 2 recordings waiting for the network');
    expect(fixture.text('.notice'), 'with the shown one').to.equal(
      '2 recordings waiting for the network',
    );
  });

  it('shows that recordings wait for a service that does not answer', async () => {
    const silent = {code: 'timeout', message: '', retryable: true} as const;
    const {protection} = fixture.core;
    const first = await fixture.recorded();
    await drawn(element, protection.advance(first, {name: 'waiting', failure: silent}));
    expect(status()).to.equal('1 recording saved on this device, sealed when the service answers');
    await fixture.recorded();
    expect(fixture.text('.notice')).to.equal(
      '1 recording saved on this device, sealed when the service answers',
    );
  });

  it('shows that a recording is sealed, or not sealed yet if the page holds it', async () => {
    element.autoProtect = false;
    const captureId = await fixture.recorded();
    expect(status()).to.equal('Recording stopped. It is not sealed yet.');
    await drawn(element, fixture.core.protection.tellSealed(captureId));
    expect(status()).to.equal('Recording sealed.');
  });

  it('records with its methods, and returns what was captured', async () => {
    const told: Promise<CaptureEvent> = oneEvent(fixture.page, 'capture');
    await element.startRecording();
    element.pauseRecording();
    element.resumeRecording();
    fixture.microphone.hear(3);
    const detail = await element.stopRecording();
    const event = await told;
    expect(event.captureId).to.equal(detail.captureId);
    expect([event.mode, event.duration, event.recovered]).to.eql(['audio', 3, undefined]);
  });

  it('sets isRecovered in the event of a recovered recording', async () => {
    const told: Promise<CaptureEvent> = oneEvent(fixture.page, 'capture');
    fixture.core.protection.add({
      captureId: 'a',
      mode: 'audio',
      blob: new Blob(),
      capturedAt: '2026-11-20T15:04:00Z',
      recovered: true,
    });
    expect((await told).recovered).to.be.true;
  });

  it('rejects a start that led to no recording, with the reason', async () => {
    fixture.microphone.outcome = {name: 'idle'};
    expect(await codeOf(element.startRecording()), 'called off').to.equal('not_capturing');
    const error = new SealedCaptureError('worker_unavailable', 'The script is not there.');
    fixture.microphone.outcome = {name: 'failed', error};
    const told: Promise<ProtectErrorEvent> = oneEvent(element, 'protect-error');
    expect(await codeOf(element.startRecording())).to.equal('worker_unavailable');
    const {code, message, captureId, mode} = await told;
    expect([code, message, captureId, mode]).to.eql([
      'worker_unavailable',
      'The script is not there.',
      '',
      'audio',
    ]);
  });

  const obstacles: [RecordingState, string, RegExp][] = [
    [{name: 'denied'}, 'permission_denied', /^Microphone access denied\. .*can ask you again\.$/],
    [{name: 'blocked', byPolicy: false}, 'permission_blocked', /blocked\. .*“Try again”\.$/],
    [{name: 'blocked', byPolicy: true}, 'permission_blocked', /\(Permissions-Policy\)$/],
    [
      {name: 'not-found'},
      'device_not_found',
      /^No microphone found\. Connect one, then try again\.$/,
    ],
    [{name: 'in-use'}, 'device_in_use', /in use\. .*Close it there, then try again\.$/],
    [{name: 'insecure'}, 'insecure_context', /not secure\. .*only over https\.$/],
  ];
  for (const [state, code, words] of obstacles) {
    it(`rejects a start with an error that the person can act on: ${JSON.stringify(state)}`, async () => {
      fixture.microphone.outcome = state;
      const thrown: unknown = await element.startRecording().catch((error: unknown) => error);
      if (!(thrown instanceof SealedCaptureError)) throw new Error('not refused');
      expect(thrown.code).to.equal(code);
      expect(thrown.message).to.match(words);
    });
  }

  it('reports once that a stopped recording is empty', async () => {
    const seen: string[] = [];
    element.addEventListener('protect-error', ({code}) => seen.push(code));
    await fixture.press('.record');
    fixture.microphone.refusal = new SealedCaptureError('recording_empty', 'Nothing was recorded.');
    await fixture.press('.record');
    expect(seen).to.eql(['recording_empty']);
    expect(status()).to.equal('There is no recording. Try again.');
    expect(fixture.has('.desk[data-state=idle]')).to.be.true;
  });

  it('cancel deletes the recording in progress, and no recording that has ended', async () => {
    await fixture.record(2);
    await drawn(element, element.discardRecording());
    expect(fixture.microphone.calls.at(-1)).to.equal('discard');
    expect(fixture.text('.heading')).to.equal('Ready to record');
    expect(status()).to.equal('Recording discarded.');
    await fixture.recorded();
    const {length} = fixture.microphone.calls;
    element.discardRecording();
    expect(fixture.microphone.calls).to.have.length(length);
    expect(fixture.has('.outcome')).to.be.true;
  });

  it('sets bookmarks with a button and the key M, and its player seeks to them', async () => {
    await fixture.record(2);
    await fixture.press('[part=mark]');
    expect(status()).to.equal('Bookmark at 0:02.');
    await drawn(element, fixture.microphone.hear(64));
    const press = (key: string, init: KeyboardEventInit = {}) =>
      fixture
        .find('.record')
        .dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, ...init}));
    press('m', {ctrlKey: true});
    press('n');
    press('M');
    await element.updateComplete;
    expect(status()).to.equal('Bookmark at 1:04.');
    expect(fixture.text('[part=mark]')).to.equal('Bookmark 2');
    await expect(element).to.be.accessible();
    await drawn(element, element.stopRecording());
    const marks = [...(element.shadowRoot?.querySelectorAll('.bookmarks button') ?? [])];
    expect(marks.map(({textContent}) => textContent.trim())).to.eql(['0:02', '1:04']);
    press('m');
    expect(fixture.microphone.bookmarks).to.eql([2, 64]);
    await expect(element).to.be.accessible();
  });

  it('announces a discarded recording while its last part is still being encoded', async () => {
    await fixture.record(2);
    await fixture.show({name: 'finishing'});
    expect(status()).to.equal('');
    await drawn(element, element.discardRecording());
    expect(status()).to.equal('Recording discarded.');
  });

  it('announces that a recovered recording was discarded, not the recording that is shown', async () => {
    const blob = new Blob(['sound'], {type: 'audio/mpeg'});
    const detail = {mode: 'audio', blob, capturedAt: '2026-11-20T15:04:00Z', duration: 9} as const;
    for (const captureId of ['a', 'b']) {
      fixture.core.protection.add({...detail, captureId, recovered: true});
    }
    await drawn(element, element.discard('b'));
    expect(status()).to.equal('Interrupted recording recovered.');
    await fixture.show({name: 'blocked', byPolicy: false});
    expect(status()).to.equal('Interrupted recording recovered.');
    await drawn(element, element.discard('a'));
    expect(status()).to.equal('Recording discarded.');
  });

  it('shows why another recording cannot start, until the reason is gone', async () => {
    const captureId = await fixture.recorded();
    fixture.core.protection.tellSealed(captureId);
    fixture.microphone.outcome = {name: 'blocked', byPolicy: false};
    await fixture.press('[part=again]');
    expect(status()).to.equal('Microphone is blocked');
    await fixture.show({name: 'idle'});
    expect(status()).to.equal('');
    await fixture.show({name: 'not-found'});
    expect(status()).to.equal('No microphone found');
    await fixture.show({name: 'pending'}, 'pending');
    expect(status()).to.equal('');
  });

  it('starts a new recording that replaces a finished one', async () => {
    await fixture.recorded();
    await fixture.press('[part=again]');
    expect(fixture.has('.outcome')).to.be.false;
    expect(fixture.find('.record').ariaLabel).to.equal('Stop recording');
    expect(fixture.core.protection.captures).to.have.length(1);
  });

  it('shows the recording that was started while the last one was finishing', async () => {
    await fixture.record(2);
    fixture.microphone.show({name: 'finishing'});
    fixture.microphone.end('stopped');
    await drawn(element, fixture.microphone.show(recording()));
    expect(fixture.has('.outcome')).to.be.false;
    expect(fixture.has('[role=meter]')).to.be.true;
  });

  it('ignores the second press of a double click on the record button', async () => {
    await fixture.press('.record');
    fixture.find('.record').dispatchEvent(new MouseEvent('click', {detail: 2}));
    await fixture.settled();
    expect(fixture.microphone.calls).not.to.include('stop');
  });

  it('cancels a start that still waits for the microphone', async () => {
    await fixture.show({name: 'pending'}, 'pending');
    await fixture.press('.record');
    expect(fixture.microphone.calls).to.eql(['look', 'discard']);
    expect(fixture.text('.heading')).to.equal('Ready to record');
    expect(status()).to.equal('');
  });

  it('can be used with the keyboard, and keeps the focus when buttons change', async () => {
    const engineSendsKeys = document.hasFocus();
    fixture.find('.record').focus();
    if (engineSendsKeys) await sendKeys({press: 'Enter'});
    else fixture.find('.record').click();
    await fixture.settled();
    expect(fixture.microphone.calls).to.include('start');
    expect(active()?.className).to.equal('record');
    await drawn(element, element.stopRecording());
    expect(active()?.getAttribute('part')).to.equal('seal');
  });

  it('asks for permissions without recording, and announces each change once', async () => {
    const seen: string[] = [];
    fixture.page.addEventListener('permission-change', ({permissionStatus, mode}) => {
      seen.push(`${permissionStatus} ${mode}`);
    });
    const asked = element.requestPermissions();
    fixture.microphone.show({name: 'pending'}, 'pending');
    fixture.microphone.show({name: 'idle'}, 'granted');
    fixture.microphone.show({name: 'idle'}, 'granted');
    expect(await asked).to.equal('granted');
    expect(seen).to.eql(['pending audio', 'granted audio']);
    await drawn(element, fixture.microphone.show({name: 'not-found'}));
    await fixture.press('[part=button]');
    expect(fixture.microphone.calls.filter((call) => call === 'requestPermissions')).to.have.length(
      2,
    );
    expect(fixture.microphone.calls).not.to.include('start');
  });

  it('offers a choice of microphones if there are several', async () => {
    expect(fixture.has('select')).to.be.false;
    fixture.microphone.microphones = [
      {deviceId: 'a', label: 'Built-in'},
      {deviceId: 'b', label: 'Headset'},
    ];
    await fixture.show({name: 'idle'});
    const select = fixture.find<HTMLSelectElement>('select');
    expect([...select.options].map(({text}) => text)).to.eql([
      'Default microphone',
      'Built-in',
      'Headset',
    ]);
    select.value = 'b';
    select.dispatchEvent(new Event('change'));
    expect(fixture.microphone.microphone).to.equal('b');
    select.value = '';
    select.dispatchEvent(new Event('change'));
    expect(fixture.microphone.microphone).to.be.undefined;
  });

  describe('when it leaves the page', () => {
    it('ends the recording before the page enters the back/forward cache, and queries permissions again afterwards', async () => {
      await fixture.record(3);
      const {calls} = fixture.microphone;
      const tell = (name: string, persisted: boolean) =>
        dispatchEvent(new PageTransitionEvent(name, {persisted}));
      tell('pagehide', false);
      expect(calls, 'what dies is recovered').to.eql(['look', 'start']);
      tell('pagehide', true);
      tell('pageshow', false);
      tell('pageshow', true);
      expect(calls.slice(2)).to.eql(['close', 'look']);
      element.remove();
      const {length} = calls;
      tell('pagehide', true);
      tell('pageshow', true);
      expect(calls).to.have.length(length);
    });

    it('turns the microphone off at once, and removes the waveform', async () => {
      await fixture.record(3);
      const {microphone} = fixture;
      const wave = fixture.find('.wave');
      expect(wave.childElementCount).to.equal(1);
      element.remove();
      expect(microphone.calls.at(-1)).to.equal('close');
      expect(fixture.core.protection.calls.at(-1)).to.equal('release');
      expect(wave.childElementCount).to.equal(0);
      expect(element.isCapturing).to.be.false;
      expect(element.permissionStatus).to.equal('unknown');
    });

    it('disconnects from the queue', () => {
      const {client} = fixture.core.protection;
      expect(client.isAway).to.be.false;
      element.remove();
      expect(client.isAway).to.be.true;
      fixture.page.append(element);
      expect(client.isAway).to.be.false;
    });

    it('ignores events of a microphone that it has released', async () => {
      const {microphone} = fixture;
      element.remove();
      await drawn(element, microphone.show({name: 'denied'}, 'denied'));
      expect(element.permissionStatus).to.equal('unknown');
      expect(fixture.has('[part=screen]')).to.be.false;
    });

    it('can record again after it is put back, and still shows what was recorded', async () => {
      await fixture.recorded();
      element.remove();
      await drawn(element, fixture.page.append(element));
      expect(fixture.core.recordings).to.have.length(2);
      expect(fixture.has('.player')).to.be.true;
      await fixture.press('[part=again]');
      expect(fixture.microphone.calls).to.eql(['look', 'start']);
    });

    it('releases the sound that was played', async () => {
      await fixture.recorded();
      expect(fixture.has('.player')).to.be.true;
      await drawn(element, element.remove());
      expect(fixture.has('.player')).to.be.false;
    });

    // WebKit has no moveBefore yet, so nothing is kept there.
    const itWithMoveBefore = 'moveBefore' in Element.prototype ? it : () => undefined;
    itWithMoveBefore('goes on recording when it is moved by moveBefore', async () => {
      await fixture.record(3);
      const target: HTMLElement & {moveBefore?(node: Node, before: null): void} =
        document.createElement('div');
      fixture.page.append(target);
      target.moveBefore?.(element, null);
      expect(fixture.core.recordings).to.have.length(1);
      expect(fixture.microphone.calls).to.eql(['look', 'start']);
      expect(element.isCapturing).to.be.true;
    });
  });
});
