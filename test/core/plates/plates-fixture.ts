import type {
  DetectedLicensePlate,
  ProtectionConfig,
} from '@sealed-capture/seal/model/protection-config.js';
import {settled} from '../../settled.js';
import {Browser, Page} from '../queue/queue-fixture.js';

export const boundingBox = {x: 10, y: 20, width: 300, height: 80};
export const read: DetectedLicensePlate = {plateNumber: 'AB 12 CDE', boundingBox};
/** A plate that was read and not confirmed. */
export const unseen = {detectedPlateNumber: 'AB 12 CDE', boundingBox};
export const confirmed = {...unseen, plateNumber: 'AB 12 CDE', wasEdited: false};
export const awaiting = {name: 'held', awaits: 'license-plate'};

/** A detector that answers when the test allows it. */
export class FakeDetector {
  readonly pictures: Blob[] = [];
  readonly signals: AbortSignal[] = [];
  answer: (plate?: DetectedLicensePlate) => void = () => undefined;
  fail: (problem: unknown) => void = () => undefined;

  detect(picture: Blob, signal: AbortSignal): Promise<DetectedLicensePlate | undefined> {
    this.pictures.push(picture);
    this.signals.push(signal);
    return new Promise((resolve, reject) => {
      this.answer = resolve;
      this.fail = reject;
    });
  }
}

export function setup(config: ProtectionConfig = {}, browser = new Browser()) {
  const detector = new FakeDetector();
  const page = new Page({
    browser,
    config: {
      apiKey: 'key',
      licensePlateDetector: detector,
      ...config,
    },
  });
  const stored = (captureId: string) => browser.captures.get(captureId);
  const sealedInfo = () => page.calls.map(({job}) => job.metadata.features?.licensePlateInfo);
  return {browser, page, detector, stored, sealedInfo};
}

/** Takes a picture whose plate was read. */
export async function withPlate(
  config: ProtectionConfig = {},
  plate: DetectedLicensePlate | null = read,
) {
  const all = setup(config);
  const captureId = await all.page.capture();
  await settled(all.detector.answer(plate ?? undefined));
  return {...all, captureId};
}
