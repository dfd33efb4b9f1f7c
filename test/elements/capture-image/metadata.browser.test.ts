import {expect, waitUntil} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {sharedInspectionClient} from '../../../src/core/wiring/inspection.js';
import {sensedSections} from '../../../src/core/metadata/running-sensors.js';
import '../../../src/elements/capture-image.js';
import type {ProtectedEvent} from '../../../src/elements/events.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {allHoldFor, rubricsOf} from '../../conformance/rubrics-of.js';
import {
  unavailableReasons,
  type UnavailableReason,
} from '@sealed-capture/seal/model/unavailable-reason.js';

interface Service {
  baseUrl: string;
  apiKey: string;
}

/** Longer than the wait for motion events that never arrive. */
const SETTLED_MS = 2_500;

/** The metadata of a photo that is taken in this browser with its own camera, sensors, storage, worker and HTTP. */
async function sealedHere(): Promise<InspectionResult> {
  const service = await executeServerCommand<Service, undefined>('sealing-service');
  const element = document.createElement('capture-image');
  Object.assign(element, service, {sandbox: true});
  document.body.append(element);
  try {
    await element.requestPermissions();
    const video = () => element.shadowRoot?.querySelector('video');
    await waitUntil(() => (video()?.videoWidth ?? 0) > 0, 'the camera is on', {timeout: 5_000});
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const sealed = new Promise<ProtectedEvent>((resolve, reject) => {
      element.addEventListener('protected', resolve);
      element.addEventListener('protect-error', ({code, message}) => {
        reject(new Error(`${code}: ${message}`));
      });
    });
    await element.takePicture();
    const {protectedBlob} = await sealed;
    expect(await rubricsOf(protectedBlob)).to.deep.equal(allHoldFor('capturedMedia'));
    return await sharedInspectionClient().inspect(protectedBlob, {
      url: `${service.baseUrl}/sandbox/inspect`,
      apiKey: service.apiKey,
      signal: AbortSignal.timeout(10_000),
    });
  } finally {
    element.remove();
  }
}

/** The reason why this engine, as the tests start it, provides no motion. */
function reasonForNoMotion(): UnavailableReason {
  if (!('ondevicemotion' in window)) return 'not_supported';
  // Chromium is started without the permission; Firefox has the events, but never dispatches them.
  return 'userAgentData' in navigator ? 'permission_denied' : 'timeout';
}

describe('a photo that is taken and sealed in this engine', () => {
  it('contains everything that the browser provides, and the single reason for everything else', async function () {
    this.timeout(30_000);
    const result = await sealedHere();
    expect(result.labelValid, result.reason).to.be.true;

    for (const name of [...sensedSections, 'camera'] as const) {
      const section = result[name];
      expect(section, name).to.be.an('object').that.is.not.empty;
      const reason = section?.unavailableReason;
      if (reason === undefined) continue;
      expect(unavailableReasons, name).to.include(reason);
      expect(Object.keys(section ?? {}), name).to.eql(['unavailableReason']);
    }

    expect(result.device).to.include({userAgent: navigator.userAgent});
    expect(result.device?.sdkVersion).to.match(/^\d+\.\d+/);
    expect(result.camera?.deviceName).to.be.a('string').that.is.not.empty;
    const unavailableReason = reasonForNoMotion();
    for (const name of ['orientation', 'acceleration', 'gravity', 'rotationRate'] as const) {
      expect(result[name], name).to.eql({unavailableReason});
    }
    expect(result.magnetometer).to.eql({unavailableReason});
    expect(result.atmospheric).to.eql({unavailableReason: 'not_supported'});
    expect(result.network).to.eql({unavailableReason: 'not_supported'});

    // Chromium and Firefox are started with a location; WebKitGTK refuses every request.
    if (result.gps?.unavailableReason === undefined) {
      const {latitude, longitude, latLongAccuracy, timestamp = ''} = result.gps ?? {};
      expect([latitude, longitude, latLongAccuracy]).to.eql([51.5, -0.12, 9]);
      expect(Math.abs(Date.parse(timestamp) - Date.now())).to.be.below(60_000);
    } else {
      expect('webkitTemporaryStorage' in navigator, 'Chromium has a place').to.be.false;
      expect(navigator.userAgent).not.to.contain('Firefox');
      expect(result.gps.unavailableReason).to.be.oneOf([
        'permission_denied',
        'permission_not_requested',
        'timeout',
      ]);
    }
  });
});
