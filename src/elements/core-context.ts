import {createContext} from '@lit/context';
import type {CameraSession} from '../core/camera/camera-session.js';
import type {RecordingSession} from '../core/recording/recording-session.js';
import type {Protection, ProtectionClient} from '../core/queue/queue-client.js';
import type {Configuration} from './options/configuration.js';

/** The parts of the core that capture elements use. */
export interface CaptureCore {
  connect(client: ProtectionClient): Protection;
  createCameraSession(client: ProtectionClient): CameraSession;
  createRecordingSession(client: ProtectionClient): RecordingSession;
}

/** Replaces the page's shared core for the elements inside, in tests and in shells with a core of their own. */
export const coreContext = createContext<CaptureCore>(Symbol('sealed-capture core'));

/** Returns the current configuration. A provider passes a new function down when it has changed. */
export type ConfigurationSource = () => Configuration;

/**
 * Shared by all copies of the package on a page: an element of one may be in a provider of another; see
 * define-element.ts.
 */
export const configurationContext = createContext<ConfigurationSource>(
  Symbol.for('sealed-capture configuration'),
);
