import {expect, waitUntil} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {SealingCore} from '../../../src/core/wiring/core.js';
import {sharedInspectionClient} from '../../../src/core/wiring/inspection.js';
import {createRecordingSession} from '../../../src/core/wiring/microphone-core.js';
import type {Protection, ProtectionClient} from '../../../src/core/queue/queue-client.js';
import type {
  RecordingOptions,
  RecordingSession,
} from '../../../src/core/recording/recording-session.js';
import {allHoldFor, rubricsOf} from '../../conformance/rubrics-of.js';
import type {CaptureDetail, ProtectedDetail} from '@sealed-capture/seal/model/protection-config.js';

interface Service {
  baseUrl: string;
  apiKey: string;
}

/** A recorder with this engine's own microphone, and the events that it reported. */
class Recorder {
  readonly captures: CaptureDetail[] = [];
  readonly sealed: ProtectedDetail[] = [];
  readonly failures: string[] = [];
  readonly session: RecordingSession;
  readonly protection: Protection;

  constructor(service: Service) {
    const client: ProtectionClient = {
      mode: 'audio',
      config: {...service, sandbox: true, tags: {case: '7'}},
      onCapture: (detail) => this.captures.push(detail),
      onProtected: (detail) => this.sealed.push(detail),
      onProtectError: ({code, message}) => this.failures.push(`${code}: ${message}`),
      onChange: () => undefined,
    };
    this.protection = SealingCore.shared().connect(client);
    this.session = createRecordingSession(client);
  }

  async start(options: RecordingOptions = {}): Promise<void> {
    await this.session.start(this.protection, options);
    expect(this.session.state.name).to.equal('recording');
  }

  /** Waits for this many seconds of sound. */
  async sound(seconds: number): Promise<void> {
    const enough = () => this.session.elapsed >= seconds;
    await waitUntil(enough, `${seconds} s of sound`, {timeout: 5000 + 1000 * seconds});
  }

  /** Its own sealed recording; recordings of an earlier test may be sealed meanwhile. */
  async sealedRecording(): Promise<ProtectedDetail> {
    const own = (): ProtectedDetail | undefined =>
      this.sealed.find(({captureId}) => captureId === this.captures[0]?.captureId);
    await waitUntil(own, 'it is sealed', {timeout: 8000});
    const sealed = own();
    if (!sealed) throw new Error(this.failures.join('\n'));
    return sealed;
  }

  release(): void {
    this.session.close();
    this.protection.release();
  }
}

/** An audio element of this engine that has loaded the file. */
async function playerOf(file: Blob): Promise<HTMLAudioElement> {
  const audio = new Audio(URL.createObjectURL(file));
  await new Promise((loaded, failed) => {
    audio.onloadedmetadata = loaded;
    audio.onerror = () => failed(new Error(audio.error?.message ?? 'this engine cannot play it'));
  });
  return audio;
}

describe('a recording with this engine’s own microphone, against the real service', () => {
  let service: Service;
  let recorder: Recorder;

  before(async () => {
    service = await executeServerCommand<Service, undefined>('sealing-service');
  });
  beforeEach(() => void (recorder = new Recorder(service)));
  afterEach(() => recorder.release());

  it('is captured when it is stopped, sealed, and plays here with its exact duration', async () => {
    await recorder.start();
    await recorder.sound(2.5);
    const captured = await recorder.session.stop();
    expect(recorder.captures).to.deep.equal([captured]);
    expect(captured.duration).to.be.within(2.5, 4);
    expect(captured.blob.type).to.equal('audio/mpeg');

    const {protectedBlob, captureId, restored} = await recorder.sealedRecording();
    expect([captureId, restored]).to.deep.equal([captured.captureId, false]);
    for (const file of [captured.blob, protectedBlob]) {
      const player = await playerOf(file);
      expect(player.duration).to.be.closeTo(captured.duration ?? NaN, 0.001);
      player.volume = 0;
      await player.play();
      await waitUntil(() => player.currentTime > 0.2, 'it plays', {timeout: 5000});
      player.pause();
      URL.revokeObjectURL(player.src);
    }
  });

  it('is valid, and broken with one byte of sound changed', async () => {
    await recorder.start();
    await recorder.sound(0.5);
    await recorder.session.stop();
    const {protectedBlob} = await recorder.sealedRecording();
    const inspect = (file: Blob) =>
      sharedInspectionClient().inspect(file, {
        url: `${service.baseUrl}/sandbox/inspect`,
        apiKey: service.apiKey,
        signal: new AbortController().signal,
      });
    const verdict = await inspect(protectedBlob);
    expect([verdict.labelValid, verdict.labelState]).to.deep.equal([true, 'valid']);
    expect(verdict.tags).to.deep.equal({case: '7'});
    expect(verdict.camera).to.equal(undefined);
    expect(verdict.microphone?.channels).to.equal(1);
    expect(verdict.microphone?.deviceName).to.be.a('string').that.is.not.empty;
    expect(await rubricsOf(protectedBlob)).to.deep.equal(allHoldFor('capturedMedia'));

    const bytes = new Uint8Array(await protectedBlob.arrayBuffer());
    const at = bytes.length - 300;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const broken = await inspect(new Blob([bytes], {type: 'audio/mpeg'}));
    expect([broken.labelValid, broken.labelState]).to.deep.equal([false, 'invalid']);
  });

  it('lacks no more sound than its real time explains', async () => {
    await recorder.start();
    const began = performance.now();
    await recorder.sound(4);
    const took = (performance.now() - began) / 1000;
    const {duration = NaN, missing = 0} = await recorder.session.stop();
    // Some is missing only if the machine is too busy for the tests.
    expect(missing).to.be.at.most(Math.max(0, took - duration + 0.1));
  });

  it('ends at maxDuration, at the exact sample', async () => {
    await recorder.start({maxDuration: 1.3});
    await waitUntil(() => recorder.captures.length > 0, 'it ends by itself', {timeout: 5000});
    expect(recorder.captures[0]?.duration).to.equal(1.3);
    const {state} = recorder.session;
    expect(state.name === 'captured' && state.end).to.equal('full');
  });

  it('does not contain its pauses', async () => {
    await recorder.start();
    await recorder.sound(0.6);
    recorder.session.pause();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const {elapsed} = recorder.session;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(recorder.session.elapsed).to.equal(elapsed);
    recorder.session.resume();
    await recorder.sound(elapsed + 0.5);
    const {duration} = await recorder.session.stop();
    expect(duration).to.be.within(elapsed + 0.5, elapsed + 1.4);
  });

  it('is stored when the session is closed during the recording', async () => {
    await recorder.start();
    await recorder.sound(1);
    recorder.session.close();
    const {protectedBlob} = await recorder.sealedRecording();
    expect(recorder.captures[0]?.duration).to.be.greaterThanOrEqual(1);
    expect(protectedBlob.size).to.be.greaterThan(16_000);
  });
});
