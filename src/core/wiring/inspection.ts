import {systemClock} from '../../ports/browser/clock.js';
import {BrowserHttp} from '../../ports/browser/http.js';
import {ServiceInspectionLimits} from '../../ports/inspection/inspection-limits.js';
import {WorkerInspectionSender} from '../../ports/inspection/inspection-sender.js';
import {WorkerLocalVerification} from '../../ports/inspection/local-verification.js';
import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import {ServiceTrustAnchors} from '../../ports/inspection/trust-anchors.js';
import {InspectionClient} from '../inspection/inspection-client.js';
import type {Verifiers} from '../inspection/opinions.js';

export {chooseFiles, readableChoice} from '../inspection/given-files.js';
export {askOpinions} from '../inspection/opinions.js';
export {sharedSealReader} from './reader.js';

let shared: InspectionClient | undefined;

/**
 * The page's shared inspection client, made on first use. A composition root apart from `core.ts`, so that an
 * inspector loads neither camera nor queue.
 */
export const sharedInspectionClient = (): InspectionClient =>
  (shared ??= new InspectionClient(
    new WorkerInspectionSender(MediaWorkerClient.shared().calls),
    systemClock,
  ));

let verifiers: Verifiers | undefined;

/** The page's shared verifiers: that client, and the engine in this browser, which is loaded on first use. */
export const sharedVerifiers = (): Verifiers =>
  (verifiers ??= {
    service: sharedInspectionClient(),
    local: new WorkerLocalVerification(),
    trustAnchors: new ServiceTrustAnchors(new BrowserHttp(), systemClock),
    limits: new ServiceInspectionLimits(new BrowserHttp(), systemClock),
  });
