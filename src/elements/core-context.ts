import {ContextRoot, createContext} from '@lit/context';
import type {CameraSession} from '../core/camera-session.js';
import type {RecordingSession} from '../core/recording-session.js';
import type {Protection, ProtectionClient} from '../core/protection.js';
import type {Configuration} from './configuration.js';

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

export const configurationContext = createContext<ConfigurationSource>(
  Symbol('sealed-capture configuration'),
);

/**
 * Keeps the requests of elements that were upgraded before the provider around them, and repeats them when it
 * comes (lit #4618). Every element imports this module, so that it listens before the first of them asks.
 */
if (typeof document !== 'undefined') new ContextRoot().attach(document.documentElement);
