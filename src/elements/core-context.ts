import {createContext} from '@lit/context';
import type {CameraSession} from '../core/camera/camera-session.js';
import type {RecordingSession} from '../core/recording/recording-session.js';
import type {Protection, ProtectionClient} from '../core/queue/queue-client.js';
import type {Configuration} from './options/configuration.js';

/** What capture elements need of the core. */
export interface CaptureCore {
  connect(client: ProtectionClient): Protection;
  createCameraSession(client: ProtectionClient): CameraSession;
  createRecordingSession(client: ProtectionClient): RecordingSession;
}

/** Replaces the page's shared core for the elements inside: tests, and shells that bring their own. */
export const coreContext = createContext<CaptureCore>(Symbol('sealed-capture core'));

/** Reads the configuration as it is now; a provider hands it down anew when it has changed. */
export type ConfigurationSource = () => Configuration;

/** One for all copies on a page: an element of one may stand in the provider of another, see define-element.ts. */
export const configurationContext = createContext<ConfigurationSource>(
  Symbol.for('sealed-capture configuration'),
);
